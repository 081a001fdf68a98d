/** The result of reading a message: events, each with the stream it belongs to. */
import type * as E from '#fp-ts/Either'
import { madeId } from '../../event/content-hash.ts'
import type { DomainEvent, Metadata, Source } from '../../event/envelope.ts'
import { frozen } from '../../words/data/plain-data.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { defaultPolicyOf, type Policy } from '../../words/policy.ts'
import type { OtherSubject, Stream } from '../../words/stream.ts'
import type { PlainText } from '../../words/text/plain-text.ts'
import {
  earlier,
  type Instant,
  isAfter,
  type TimeText,
  toInstant,
} from '../../words/time/instant.ts'
import type { WebhookEnvelope } from '../wire/bodies.ts'
import { FIRST_YEAR, normalize } from '../wire/tolerant-values.ts'

/** The policy value that readers need. Every policy contains it. */
export type ReadingPolicy = Pick<Policy, 'clockToleranceSeconds'>

/** The default policy for readers. */
export const readingPolicy: ReadingPolicy = defaultPolicyOf({})

/** An event and the stream it belongs to. */
export interface StreamEvent {
  readonly stream: Stream
  readonly event: DomainEvent
}

/** The events that a message reports, which may be none, or why it could not be read. */
export type Reading<Why = Unreadable | OtherSubject> = E.Either<Why, readonly StreamEvent[]>

/** What all events of one message have in common. */
export interface Origin extends Pick<Metadata, 'occurredAt' | 'claimedAt'> {
  readonly from: string
  readonly source: Source
  readonly recordedAt: TimeText
  readonly eventId?: PlainText | undefined
  readonly isRepaired?: boolean
}

/** The first time that can be true, and as `claimedAt` the first that cannot. @spec decisions#3 */
export const claimedTimes = (
  stated: readonly (TimeText | null | undefined)[],
  latest: Instant,
  clockToleranceSeconds: number,
): Pick<Metadata, 'occurredAt' | 'claimedAt'> => {
  const times = stated.flatMap((time) => time ?? [])
  const canBe = (time: TimeText): boolean => {
    const at = toInstant(time)
    return at >= FIRST_YEAR && !isAfter(at, latest, clockToleranceSeconds)
  }
  const claimedAt = times.find((time) => !canBe(time))
  const occurredAt = times.find(canBe) ?? null
  return claimedAt === undefined ? { occurredAt } : { occurredAt, claimedAt }
}

/** A webhook with all that reading it needs. */
export interface WebhookToRead {
  readonly envelope: WebhookEnvelope
  readonly recordedAt: TimeText
  readonly policy: ReadingPolicy
  readonly isRepaired: boolean
}

/** Removes the name of a service, which the newer dialect may put in front of a type. */
export const bareType = (type: string): string =>
  normalize(type).replace(/^(gateway|dispute)\./, '')

/**
 * The origin of a webhook's events: the time of processing or, if it cannot be true, of the message. Neither
 * is later than what comes after it. @spec decisions#3
 */
export const originOf = (
  { envelope, policy, recordedAt, isRepaired }: WebhookToRead,
  processedOn: TimeText | undefined,
): Origin => {
  const { id: eventId, created_on: createdOn, timestamp } = envelope
  const receipt = toInstant(recordedAt)
  const sent = claimedTimes([createdOn, timestamp], receipt, policy.clockToleranceSeconds)
  const latest = earlier(toInstant(sent.occurredAt ?? recordedAt), receipt)
  const times = {
    ...sent,
    ...claimedTimes([processedOn, sent.occurredAt], latest, policy.clockToleranceSeconds),
  }
  return { from: 'webhook', source: 'report', recordedAt, eventId, isRepaired, ...times }
}

/** The same fields; optional ones may be undefined, or null: a value that may not be kept. */
export type Loose<T> = {
  [K in keyof T]: object extends Pick<T, K> ? T[K] | null | undefined : T[K]
}

const withheldIn = (loose: object): Pick<Metadata, 'withheld'> => {
  const fields = Object.entries(loose).flatMap(([field, value]) => (value === null ? field : []))
  return fields.length === 0 ? {} : { withheld: fields.sort() as readonly string[] as PlainText[] }
}

/** Makes a frozen event, without undefined fields and those that may not be kept, which its metadata name. */
export const streamEvent = <E extends DomainEvent>(
  origin: Origin,
  stream: Stream,
  type: E['type'],
  loose: Loose<E['data']>,
): StreamEvent => {
  const { from, source, recordedAt, occurredAt, claimedAt, isRepaired } = origin
  const data = Object.fromEntries(Object.entries(loose).filter(([, value]) => value != null))
  const eventId = origin.eventId ?? madeId(from, type, { stream, data, occurredAt })
  const claim = claimedAt === undefined ? {} : { claimedAt }
  const metadata = {
    eventId,
    occurredAt,
    recordedAt,
    source,
    schema: 1 as const,
    ...claim,
    ...withheldIn(loose),
    ...(isRepaired === true ? { repaired: true as const } : {}),
  }
  return { stream, event: frozen({ type, data, metadata }) }
}

/** What anyone may have sent: its ids and times are made here, so that nobody chooses one. @spec decisions#54 */
export const unsigned = (events: readonly StreamEvent[]): readonly StreamEvent[] =>
  events.map(({ stream, event: { type, data, metadata } }) => {
    const { claimedAt: _, ...said } = metadata
    const eventId = madeId('unsigned', type, { stream, data })
    const own = { eventId, occurredAt: null, source: 'unsigned' } as const
    return { stream, event: frozen({ type, data, metadata: { ...said, ...own } }) }
  })
