/** When something happened, and whether that time comes from the provider. */
import { type Instant, toInstant } from '../words/time/instant.ts'
import { type DomainEvent, occurredAt } from './envelope.ts'

/**
 * A time, and whether the provider gave it. If `timed` is false, `at` is when we first received a
 * message about the occurrence, which is only an upper bound.
 */
export interface Timestamp {
  readonly at: Instant
  readonly timed: boolean
}

/** The timestamp of an event. */
export const timestampOf = ({ metadata }: DomainEvent): Timestamp => {
  const at = occurredAt(metadata)
  return at === null ? { at: toInstant(metadata.recordedAt), timed: false } : { at, timed: true }
}
