/** When something happened, and how surely. */
import type { Instant } from '../words/instant.ts'
import { type Event, occurredAt, timeOf } from './envelope.ts'

/** A time: the provider's own when `timed`, else the earliest we heard of it, which is a bound only. */
export interface Moment {
  readonly at: Instant
  readonly timed: boolean
}

/** The moment of an event. */
export const momentOf = (event: Event): Moment => ({
  at: timeOf(event),
  timed: occurredAt(event.metadata) !== null,
})
