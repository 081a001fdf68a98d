/** The path of a stream through its chart: every event the chart received, and where it led. */
import type { StateValue } from 'xstate'
import type { Named } from '../../contract/definition.ts'
import { lenientJudge, strictJudge } from '../../contract/guards.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { asEvent } from '../../contract/occurrence.ts'
import { ranIn, type State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import { order } from '../../merge/order.ts'
import {
  type ChartRun,
  type EnabledTransition,
  type Position,
  timePassed,
} from '../../run/chart-run.ts'
import { runner } from '../../run/runner.ts'
import { defaultPolicyOf } from '../../words/policy.ts'
import type { Instant } from '../../words/time/instant.ts'

/**
 * An event that a chart received, and the transitions it took. `key` is null if only time passed. The
 * context of `after` may change in place with the next step: who keeps it, copies it.
 */
interface PathStep {
  readonly event: Named
  readonly key: string | null
  readonly at: Instant
  readonly before: StateValue
  readonly after: Position<object>
  readonly transitions: readonly EnabledTransition[]
}

type RanState = Pick<State, 'occurrences' | 'parked' | 'now'>

type PathEvent = Pick<PathStep, 'event' | 'key' | 'at'>

const stepOf = (run: ChartRun<object>, received: PathEvent): PathStep => {
  const before = run.position().value
  run.take(received.event)
  return { ...received, before, after: run.position(), transitions: run.transitions() }
}

/** The passing of time, where it changes the position. */
const waited = function* (run: ChartRun<object>, at: Instant): Generator<PathStep> {
  const step = stepOf(run, { event: timePassed(at), key: null, at })
  if (step.transitions.length > 0) yield step
}

/**
 * The path of a state, step by step, and time where it changes the position. The steps are made as they
 * are read, in one run: copies of their contexts would grow with the stream.
 */
export const pathOf = (
  machine: AnyMachine,
  state: RanState,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const ordered = order(machine.events, policy)
  const runs = runner<object>(machine, lenientJudge(policy))
  const exact = runner<object>(machine, strictJudge(policy))
  const follow = function* (): Generator<PathStep> {
    const run = runs.begin(runs.start)
    for (const { occurrence, countsAt } of ordered(ranIn(state))) {
      yield* waited(run, countsAt)
      const { key, at } = occurrence
      yield stepOf(run, { event: asEvent(occurrence), key, at })
    }
    if (state.now !== null) yield* waited(exact.begin(run.position()), state.now)
  }
  const steps: Iterable<PathStep> = { [Symbol.iterator]: follow }
  return { start: runs.start, steps }
}

/** The position in which a path begins, and its steps. */
export type ChartPath = ReturnType<typeof pathOf>
