/** What an audit of raw messages holds: what entries name, and what stored messages report. */
import * as E from '#fp-ts/Either'
import { contentHash } from '../../event/content-hash.ts'
import { type DomainEvent, isUnsigned } from '../../event/envelope.ts'
import { INFORMATIONAL } from '../../event/informational-events.ts'
import { asStored } from '../../event/upcast.ts'
import { logDecoder, type Root } from '../../fold/root.ts'
import type { Entry } from '../../log/entry.ts'
import { streamFor } from '../../merge/stream-subject.ts'
import type { Stream } from '../../words/stream.ts'
import { type Instant, toInstant } from '../../words/time/instant.ts'

/** An event that a message reports, and its stream. */
export interface Reported {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** An event that a stored message or an entry reports: only what is compared. */
export interface ReportedEvent {
  /** The event and its stream, as text that is equal exactly if both are, receipt and message apart. */
  readonly content: string
  readonly stream: Stream
  readonly eventId: string
  readonly type: string
  /** Its type in its stream if it is unsigned: a log has one such event until somebody looks. */
  readonly nudge: string | null
}

const comparedIn = (stream: Stream, event: DomainEvent): ReportedEvent => ({
  content: `${contentHash(event)} ${stream}`,
  stream,
  eventId: event.metadata.eventId,
  type: event.type,
  nudge: isUnsigned(event) ? `${stream} ${event.type}` : null,
})

/** An entry. `message` is null if it names none. */
export interface NamingEntry extends ReportedEvent {
  readonly line: number
  readonly revision: number
  readonly message: string | null
  /** Whether it is a step of ours: it may come from no message. */
  readonly isOurs: boolean
  readonly recordedAt: Instant
}

/** What persons decide, and what is recorded before a request leaves. */
const OUR_TYPES: readonly string[] = [
  INFORMATIONAL.sent,
  INFORMATIONAL.review,
  INFORMATIONAL.givenUp,
  INFORMATIONAL.answer,
]

/**
 * Prepares to take the part of an entry that is compared. A step is ours only if its type is one that
 * we can make: what only the provider can report is not ours because it says so.
 */
export const namingIn = ({ machines }: Root) => {
  const commanded = machines.flatMap(({ commands }) =>
    Object.values(commands).map(({ event }) => event),
  )
  const ours = new Set([...OUR_TYPES, ...commanded])
  return (line: number, { stream, revision, event }: Entry): NamingEntry => {
    const { message = null, recordedAt, source } = event.metadata
    const isOurs = source === 'request' && ours.has(event.type)
    const own = { line, revision, message, isOurs, recordedAt: toInstant(recordedAt) }
    return { ...comparedIn(stream, event), ...own }
  }
}

/**
 * A stored message. Copies of it may report different events: one body may arrive in several ways,
 * such as signed and unsigned.
 */
export interface RawMessage {
  readonly message: string
  /** The position of its first copy, from 1. */
  readonly number: number
  copies: number
  /** By content. */
  readonly events: Map<string, ReportedEvent>
}

/** Everything that is held, before anything is read; it grows while a log and a store are read. */
export const nothingRaw = () => ({
  entries: [] as NamingEntry[],
  /** By digest. */
  messages: new Map<string, RawMessage>(),
  /** The contents of events that the backend derived from others. */
  derived: new Set<string>(),
  /** The positions of stored messages without a digest. */
  without: [] as number[],
  ...{ lines: 0, unreadLines: 0, stored: 0, unread: 0 },
})

/** Everything that is held. */
export type Raw = ReturnType<typeof nothingRaw>

/** Prepares to compare events as the log would have them: each in its own stream, as it is read. */
export const asLogged = ({ machines }: Root) => {
  const decode = logDecoder(machines, asStored)
  const ownStream = streamFor(machines)
  return (events: readonly Reported[]): readonly ReportedEvent[] =>
    events.map(({ stream, event }) => {
      const decoded = E.getOrElse(() => event)(decode(event))
      return comparedIn(ownStream(stream, decoded), decoded)
    })
}

/** The message with a digest; a new one if it is the first copy. */
export const copyOf = ({ messages, stored }: Raw, message: string): RawMessage => {
  const known = messages.get(message)
  if (known !== undefined) return known
  const made = { message, number: stored, copies: 0, events: new Map() }
  messages.set(message, made)
  return made
}
