/** The path of a stream through its chart: every event the chart received, and where it led. */
import type { Named } from '../../contract/definition.ts'
import { lenientJudge, strictJudge } from '../../contract/guards.ts'
import type { AnyMachine } from '../../contract/machine-record.ts'
import { asEvent } from '../../contract/occurrence.ts'
import { ranIn, type State } from '../../contract/state.ts'
import type { Folding } from '../../fold/fold.ts'
import { order } from '../../merge/order.ts'
import {
  type EnabledTransition,
  type Position,
  type Runner,
  timePassed,
} from '../../run/chart-run.ts'
import { runner } from '../../run/runner.ts'
import { frozen } from '../../words/data/plain-data.ts'
import { defaultPolicyOf } from '../../words/policy.ts'
import type { Instant } from '../../words/time/instant.ts'

/** An event that a chart received, and the transitions it took. `key` is null if only time passed. */
interface PathStep {
  readonly event: Named
  readonly key: string | null
  readonly at: Instant
  readonly before: Position<object>
  readonly after: Position<object>
  readonly transitions: readonly EnabledTransition[]
}

type RanState = Pick<State, 'occurrences' | 'parked' | 'now'>

const taken = (runs: Runner<object>, from: Position<object>, event: Named) => {
  const run = runs.begin(from)
  return run.take(event) === null ? null : frozen(run.position())
}

/**
 * The path of a state, step by step, and time where it changes the position. The steps are made as they
 * are read: their contexts grow with the stream.
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
    let before = runs.start
    const waited = function* (by: Runner<object>, at: Instant): Generator<PathStep> {
      const event = timePassed(at)
      const transitions = by.transitions(before, event)
      const after = taken(by, before, event)
      if (after === null) return
      yield { event, key: null, at, before, after, transitions }
      before = after
    }
    for (const { occurrence, countsAt } of ordered(ranIn(state))) {
      yield* waited(runs, countsAt)
      const event = asEvent(occurrence)
      const transitions = runs.transitions(before, event)
      const after = taken(runs, before, event) ?? before
      const { key, at } = occurrence
      yield { event, key, at, before, after, transitions }
      before = after
    }
    if (state.now !== null) yield* waited(exact, state.now)
  }
  const steps: Iterable<PathStep> = { [Symbol.iterator]: follow }
  return { start: runs.start, steps }
}

/** The position in which a path begins, and its steps. */
export type ChartPath = ReturnType<typeof pathOf>
