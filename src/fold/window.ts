/** Windows: spans of time in which something is allowed or expected. */
import type { CivilDate, Zone } from '../words/calendar.ts'
import type { Instant } from '../words/instant.ts'

/**
 * A span of time. `entityId` is the entity it belongs to, and empty for a span that a stream has
 * only once. `closesAt` is the first instant after the span. If its length is counted in days,
 * `from` is the day before the first counted day, and `lastDay` is the last day of the span. Both
 * are days in `zone`. Otherwise `from`, `lastDay` and `zone` are null.
 */
export interface Span {
  readonly entityId: string
  readonly opensAt: Instant
  readonly closesAt: Instant
  readonly from: CivilDate | null
  readonly lastDay: CivilDate | null
  readonly zone: Zone | null
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
