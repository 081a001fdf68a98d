/** When something happened, and how surely. */
import { type Instant, toInstant } from '../words/instant.ts'
import { type Event, occurredAt } from './envelope.ts'

/** A time: the provider's own when `timed`, else the earliest we heard of it, which is a bound only. */
export interface Moment {
  readonly at: Instant
  readonly timed: boolean
}

/** The moment of an event. */
export const momentOf = ({ metadata }: Event): Moment => {
  const at = occurredAt(metadata)
  return at === null ? { at: toInstant(metadata.recordedAt), timed: false } : { at, timed: true }
}
