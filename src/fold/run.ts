/** Runs occurrences through a chart, one at a time. */
import type { AnyTransitionDefinition, StateValue } from 'xstate'
import type { Instant } from '../words/instant.ts'
import { inPrecedence, type Refusal } from '../words/refusal.ts'
import type { Finding } from './finding.ts'
import type { Named, Terms } from './machine.ts'
import { asEvent } from './occurrence.ts'
import type { Ordered } from './order.ts'
import { termsOf } from './rules.ts'

/** Where a chart stands. */
export interface Position<C> {
  readonly value: StateValue
  readonly context: C
}

/** A way through a chart, begun at a position, which stays as it was. */
export interface Walk<C> {
  /** Takes an event: what the rules of its arrows find broken; null where no arrow takes it. */
  take(event: Named): readonly Refusal[] | null
  /** Where the chart stands now; the walk is over. */
  position(): Position<C>
}

/** An arrow that opens: of which state, to which others if to any, by what terms. */
export interface Opened {
  readonly from: string
  readonly to: readonly string[]
  readonly terms: Terms
}

/** What an arrow shows of itself once it opens. */
export const openedOf = ({ source, target, guard }: AnyTransitionDefinition): Opened => ({
  from: source.id,
  to: (target ?? []).map(({ id }) => id),
  terms: termsOf(guard),
})

/** A chart with one judge: says which transitions an event would take, and takes them, whatever rules they break. */
export interface Runner<C> {
  readonly start: Position<C>
  arrows(position: Position<C>, event: Named): readonly Opened[]
  walk(from: Position<C>): Walk<C>
}

/** The event that tells a chart what time it is. It is derived, never stored. */
export const timePassed = (now: Instant): Named =>
  ({ type: 'time_passed', about: '', data: { now } }) as Named

/** Tells a chart what time it is; charts that do not hear of time stay where they are. */
export const tellTime = <C>(walk: Walk<C>, now: Instant): void => {
  walk.take(timePassed(now))
}

/** Takes one occurrence, told the time first: its broken rules as findings; null where no arrow takes it. */
export const step = <C>(walk: Walk<C>, { told, countsAt }: Ordered): readonly Finding[] | null => {
  tellTime(walk, countsAt)
  const refusals = walk.take(asEvent(told))
  if (refusals === null) return null
  if (refusals.length === 0) return []
  const { key, at } = told
  return inPrecedence(refusals).flatMap((refusal): readonly Finding[] =>
    refusal.rule === 'notKnown' ? [] : [{ code: refusal.rule, key, at, refusal }],
  )
}
