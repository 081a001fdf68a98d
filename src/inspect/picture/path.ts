/** The path of a stream through its chart: every event the chart received, and where it led. */
import type { Named } from '../../contract/definition.ts'
import { lenientJudge, strictJudge } from '../../contract/guards.ts'
import type { Machine } from '../../contract/machine-record.ts'
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
import { defaultPolicyOf, type Policy } from '../../words/policy.ts'
import type { Instant } from '../../words/time/instant.ts'

/**
 * An event that a chart received, and the transitions it took. `key` is the key of its occurrence,
 * or null if only time passed.
 */
interface PathStep<C> {
  readonly event: Named
  readonly key: string | null
  readonly at: Instant
  readonly before: Position<C>
  readonly after: Position<C>
  readonly transitions: readonly EnabledTransition[]
}

/** Returns the position after an event, or null if no transition takes it. */
const taken = <C>(runs: Runner<C>, from: Position<C>, event: Named): Position<C> | null => {
  const run = runs.begin(from)
  return run.take(event) === null ? null : frozen(run.position())
}

/**
 * Prepares to follow the paths of a machine's streams, with the policy that they were folded with:
 * `start` is the position before the first occurrence. `follow` yields a state's path step by step: its
 * occurrences in the order in which they ran, and the passing of time where it changes the position. An
 * event that no transition takes keeps the position.
 */
export const paths = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicyOf(machine.definition.policy) }: Folding = {},
) => {
  const ordered = order(machine.events, policy)
  const runs: Runner<C> = runner(machine, lenientJudge(policy))
  const exact: Runner<C> = runner(machine, strictJudge(policy))

  return {
    start: runs.start,
    *follow(state: State<C, S, N>): Generator<PathStep<C>> {
      let position = runs.start
      const waited = function* (by: Runner<C>, at: Instant): Generator<PathStep<C>> {
        const event = timePassed(at)
        const transitions = by.transitions(position, event)
        const after = taken(by, position, event)
        if (after === null) return
        yield { event, key: null, at, before: position, after, transitions }
        position = after
      }
      for (const { occurrence, countsAt } of ordered(ranIn(state))) {
        yield* waited(runs, countsAt)
        const event = asEvent(occurrence)
        const transitions = runs.transitions(position, event)
        const after = taken(runs, position, event) ?? position
        yield {
          event,
          key: occurrence.key,
          at: occurrence.at,
          before: position,
          after,
          transitions,
        }
        position = after
      }
      if (state.now !== null) yield* waited(exact, state.now)
    },
  }
}

/** The paths that were followed, by their states, for speed only. */
const followed = new WeakMap<
  object,
  { readonly policy: Policy | undefined; readonly path: unknown }
>()

/** Follows the whole path of a state, once. */
export const pathOf = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  state: State<C, S, N>,
  folding: Folding = {},
): { readonly start: Position<C>; readonly steps: readonly PathStep<C>[] } => {
  const known = followed.get(state)
  if (known !== undefined && known.policy === folding.policy) return known.path as never
  const { start, follow } = paths(machine, folding)
  const path = { start, steps: [...follow(state)] }
  followed.set(state, { policy: folding.policy, path })
  return path
}
