/** What reading a message yields: events, each on the stream it belongs to. */
import type * as E from 'fp-ts/lib/Either.js'
import { madeId } from '../event/content.ts'
import type { Event, Metadata, Source } from '../event/envelope.ts'
import { shift, type TimeText, toInstant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import type { Text } from '../words/text.ts'
import type { Unreadable } from '../words/unreadable.ts'

/** An event and the stream it belongs to. */
export interface Told {
  readonly stream: Stream
  readonly event: Event
}

/** What reading gives: the events a message tells (perhaps none), or why it could not be read. */
export type Reading = E.Either<Unreadable, readonly Told[]>

/** When it happened, as far as a message tells. */
export type Times = Pick<Metadata, 'occurredAt' | 'claimedAt'>

/** What all events of one message have in common. */
export interface Origin extends Times {
  readonly from: string
  readonly source: Source
  readonly recordedAt: TimeText
  readonly eventId?: Text | undefined
}

/**
 * The time a message tells. It is when the thing was processed, unless that lies more than the
 * tolerance after the message itself: then it is the message's own, and the claim is kept beside it.
 * @spec design, 3 Times
 */
export const timesOf = (
  policy: Policy,
  processedOn: TimeText | undefined,
  createdOn: TimeText | undefined,
): Times => {
  if (processedOn === undefined) return { occurredAt: createdOn ?? null }
  if (createdOn === undefined) return { occurredAt: processedOn }
  const latest = shift(toInstant(createdOn), policy.clockToleranceSeconds)
  return toInstant(processedOn) > latest
    ? { occurredAt: createdOn, claimedAt: processedOn }
    : { occurredAt: processedOn }
}

/** The same fields, the optional ones perhaps undefined: what readers have in hand. */
export type Loose<T> = { [K in keyof T]: object extends Pick<T, K> ? T[K] | undefined : T[K] }

/** Leaves out the fields that say nothing. */
export const present = (loose: object): object =>
  Object.fromEntries(Object.entries(loose).filter(([, value]) => value !== undefined))

/** Makes an event of what a message tells; fields that say nothing are left out. */
export const tell = <E extends Event>(
  origin: Origin,
  stream: Stream,
  type: E['type'],
  loose: Loose<E['data']>,
): Told => {
  const { from, source, recordedAt, occurredAt, claimedAt } = origin
  const data = present(loose)
  const eventId = origin.eventId ?? madeId(from, type, { stream, data, occurredAt })
  const claim = claimedAt === undefined ? {} : { claimedAt }
  const metadata = { eventId, occurredAt, recordedAt, source, schema: 1 as const, ...claim }
  return { stream, event: { type, data, metadata } }
}
