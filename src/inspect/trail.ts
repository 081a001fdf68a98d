/** The way that a stream took through its chart: every event that the chart heard, and where it led. */
import type { Folding } from '../fold/fold.ts'
import type { Machine, Named } from '../fold/machine.ts'
import { asEvent } from '../fold/occurrence.ts'
import { order } from '../fold/order.ts'
import { lenientJudge, strictJudge } from '../fold/rules.ts'
import { type Opened, type Position, type Runner, timePassed } from '../fold/run.ts'
import { runner } from '../fold/runner.ts'
import { ranIn, type State } from '../fold/state.ts'
import type { Instant } from '../words/instant.ts'
import { frozen } from '../words/plain.ts'
import { defaultPolicy } from '../words/policy.ts'

/**
 * An event that a chart heard, and the arrows that it took. `key`: the occurrence that it stands for; null
 * where only time passed.
 */
export interface Stride<C> {
  readonly event: Named
  readonly key: string | null
  readonly at: Instant
  readonly before: Position<C>
  readonly after: Position<C>
  readonly arrows: readonly Opened[]
}

/** Where an event leads; null where no arrow takes it. */
const taken = <C>(runs: Runner<C>, from: Position<C>, event: Named): Position<C> | null => {
  const walk = runs.walk(from)
  return walk.take(event) === null ? null : frozen(walk.position())
}

/** How far a way was walked: how many occurrences, and where the chart stands then. */
export interface Walked<C> {
  readonly count: number
  readonly stand: Position<C>
}

/** Where a machine's chart stands before anything is told, and the ways through it. */
export interface Trails<C extends object, S extends string, N extends string> {
  readonly start: Position<C>
  /**
   * Walks a state's way once more: what was told in the order in which it was run, and time passing where
   * that led on. What no arrow took leaves the chart where it stood. Given what was walked before, it goes
   * on from there.
   */
  walk(state: State<C, S, N>, before?: Walked<C>): Generator<Stride<C>>
}

/** Prepares a machine for walking the ways of its streams once more, by the policy they were folded by. */
export const trails = <C extends object, S extends string, N extends string>(
  machine: Machine<C, S, N>,
  { policy = defaultPolicy }: Folding = {},
): Trails<C, S, N> => {
  const ordered = order(machine.events, policy)
  const runs: Runner<C> = runner(machine, lenientJudge(policy))
  const exact: Runner<C> = runner(machine, strictJudge(policy))

  return {
    start: runs.start,
    *walk(state, before = { count: 0, stand: runs.start }) {
      let { stand } = before
      const waited = function* (by: Runner<C>, at: Instant): Generator<Stride<C>> {
        const event = timePassed(at)
        const arrows = by.arrows(stand, event)
        const after = taken(by, stand, event)
        if (after === null) return
        yield { event, key: null, at, before: stand, after, arrows }
        stand = after
      }
      for (const { told, countsAt } of ordered(ranIn(state)).slice(before.count)) {
        yield* waited(runs, countsAt)
        const event = asEvent(told)
        const arrows = runs.arrows(stand, event)
        const after = taken(runs, stand, event) ?? stand
        yield { event, key: told.key, at: told.at, before: stand, after, arrows }
        stand = after
      }
      if (state.now !== null) yield* waited(exact, state.now)
    },
  }
}
