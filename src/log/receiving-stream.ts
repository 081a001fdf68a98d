/** Which stream receives an event: the one of the subject that the event names. */
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/event-decoder.ts'
import type { Stream } from '../words/stream.ts'

/** How events are decoded, and to which stream an event belongs that was sent to a given one. */
export interface Receiving {
  readonly decode: DecodeEvent
  readonly streamFor: (stream: Stream, event: DomainEvent) => Stream
  /** Whether the log can have a stream of this name: a line with another name would not be read. */
  readonly isStream: (stream: Stream) => boolean
}
