/** Windows: spans of time in which something is allowed or expected. */
import { type CivilDate, endOfDay, startOfDay, type Zone } from '../words/time/calendar.ts'
import type { Instant } from '../words/time/instant.ts'
import type { LastDays } from '../words/time/last-day.ts'

/** A later end of a span, which counts from an instant on. */
interface LaterEnd {
  readonly since: Instant
  readonly lastDay: CivilDate
  readonly closesAt: Instant
}

/**
 * A span of time. `entityId` is the entity it belongs to, and empty for a span that a stream has
 * only once. `closesAt` is the first instant after the span. If its length is counted in days,
 * `from` is the day before the first counted day, and `lastDay` is the last day of the span. Both
 * are days in `zone`. Otherwise `from`, `lastDay` and `zone` are null. `later` has the later ends
 * that longer lengths of a dated policy bring, each from the day on which that length is in force.
 */
export interface Span {
  readonly entityId: string
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly from: CivilDate | null
  readonly lastDay: CivilDate | null
  readonly zone: Zone | null
  readonly later?: readonly LaterEnd[]
}

/** A span with the name of its window. */
export interface TimeWindow<Name extends string = string> extends Span {
  readonly name: Name
}

/**
 * The descriptor of a window. A `right` is what we may do: it is lost when its window closes, at the
 * earliest time that messages allow. An `exposure` is what others may do to us: it closes at the
 * latest. An `expectation` is overdue if its window closes before the expected event happens.
 */
export interface WindowDescriptor {
  readonly kind: 'right' | 'exposure' | 'expectation'
  readonly allows: string
  /** What happened on the day from which the window is counted. */
  readonly countedFrom: string
  /** The lengths of the policy that it depends on. */
  readonly lengths: readonly string[]
  readonly source: string
}

/** Makes a span whose length is not counted in days. */
export const spanOfTime = (opensAt: Instant, closesAt: Instant): Span => ({
  entityId: '',
  opensAt,
  closesAt,
  from: null,
  lastDay: null,
  zone: null,
})

/** Makes a span whose length is counted in days; it ends with its last day. */
export const spanOfDays = (
  opensAt: Instant,
  from: CivilDate,
  lastDay: CivilDate,
  zone: Zone,
): Span => ({ entityId: '', opensAt, closesAt: endOfDay(lastDay, zone), from, lastDay, zone })

/** Makes the span of an exposure, with the later ends of a dated policy. */
export const spanExposed = (
  opensAt: Instant,
  { from, days: [first, ...others] }: LastDays,
  zone: Zone,
): Span => {
  const later = others.flatMap(({ since, lastDay }): readonly LaterEnd[] =>
    since === null || lastDay <= first.lastDay
      ? []
      : [{ since: startOfDay(since, zone), lastDay, closesAt: endOfDay(lastDay, zone) }],
  )
  const span = spanOfDays(opensAt, from, first.lastDay, zone)
  return later.length === 0 ? span : { ...span, later }
}
