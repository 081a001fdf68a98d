/** The way that a stream took through its chart: every event that the chart heard, and where it led. */
import type { Folding } from '../fold/fold.ts'
import type { Machine, Named } from '../fold/machine.ts'
import { asEvent } from '../fold/occurrence.ts'
import { order } from '../fold/order.ts'
import { lenientJudge, strictJudge } from '../fold/rules.ts'
import { type Position, type Runner, timePassed } from '../fold/run.ts'
import { runner } from '../fold/runner.ts'
import { ranIn, type State } from '../fold/state.ts'
import type { Instant } from '../words/instant.ts'
import { frozen } from '../words/plain.ts'
import { defaultPolicy } from '../words/policy.ts'

/** An event that a chart heard. `key`: the occurrence that it stands for; null where only time passed. */
export interface Stride<C> {
  readonly event: Named
  readonly key: string | null
  readonly at: Instant
  readonly before: Position<C>
  readonly after: Position<C>
}

/** Where an event leads; null where no arrow takes it. */
const taken = <C>(runs: Runner<C>, from: Position<C>, event: Named): Position<C> | null => {
  const walk = runs.walk(from)
  return walk.take(event) === null ? null : frozen(walk.position())
}

/** Where a machine's chart stands before anything is told, and the ways through it. */
export interface Trails<C extends object, S extends string, N extends string> {
  readonly start: Position<C>
  /**
   * Walks a state's way once more: what was told in the order in which it was run, and time passing where
   * that led on. What no arrow took leaves the chart where it stood.
   */
  walk(state: State<C, S, N>): Generator<Stride<C>>
}

/** Prepares a machine for walking the ways of its streams once more, by the policy they were folded by. */
export const trails = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
): Trails<C, S, N> => {
  const ordered = order(machine.events, policy)
  const runs: Runner<C> = runner(machine, 'leniently', lenientJudge(policy))
  const exact: Runner<C> = runner(machine, 'leniently', strictJudge(policy))

  return {
    start: runs.start,
    *walk(state) {
      let stand = runs.start
      const waited = function* (by: Runner<C>, at: Instant): Generator<Stride<C>> {
        const event = timePassed(at)
        const after = taken(by, stand, event)
        if (after === null) return
        yield { event, key: null, at, before: stand, after }
        stand = after
      }
      for (const { told, countsAt } of ordered(ranIn(state))) {
        yield* waited(runs, countsAt)
        const event = asEvent(told)
        const after = taken(runs, stand, event) ?? stand
        yield { event, key: told.key, at: told.at, before: stand, after }
        stand = after
      }
      if (state.now !== null) yield* waited(exact, state.now)
    },
  }
}
