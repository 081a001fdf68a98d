/** The common shape of all events: the type, the data, and where the event comes from. */
import * as t from 'io-ts'
import { type Codec, standard } from '../words/data/codec.ts'
import { withStandardSchema } from '../words/data/json-schema.ts'
import { PlainText } from '../words/text/plain-text.ts'
import { type Instant, instant, later, TimeText, toInstant } from '../words/time/instant.ts'
import { MessageDigest } from './message-digest.ts'

/**
 * Where an event comes from, weakest first: a message that anyone may have sent (unsigned), which
 * counts for nothing; inferred from a snapshot; our own request; the response to our request; or a
 * report of the provider (a signed webhook or a list of actions). @spec decisions#54
 */
export const Source = standard(
  t.keyof({ unsigned: null, inferred: null, request: null, response: null, report: null }),
)
export type Source = t.TypeOf<typeof Source>

/** The sources, weakest first. */
export const SOURCES: readonly Source[] = ['unsigned', 'inferred', 'request', 'response', 'report']

/** Whether an event is of our own request: it was recorded before the request was sent. */
export const isRequest = ({ metadata }: DomainEvent): boolean => metadata.source === 'request'

/** Whether anyone may have sent the message of an event: it counts for nothing. */
export const isUnsigned = ({ metadata }: DomainEvent): boolean => metadata.source === 'unsigned'

/**
 * The id, times and source of an event. `occurredAt` is the provider's time, or null if the
 * provider gave no time. `recordedAt` is when the message reached us. `claimedAt` is a time that the
 * message states and that cannot be true: an empty date, or one too long after the message.
 * `schema` is the version of the event's form. `withheld` names the
 * fields whose values may not be kept. `repaired`: the message was no JSON, in a known way.
 * `message` is the digest of the message's bytes: HMAC-SHA-256 under a key that the backend keeps, or
 * plain SHA-256 without one. `after` is the last time that the stream had, if the clock of `recordedAt` was
 * behind it. Like `recordedAt`, both are not content. @spec decisions#63; decisions#48
 */
export const Metadata = standard(
  t.exact(
    t.intersection([
      t.readonly(
        t.type({
          eventId: PlainText,
          occurredAt: t.union([TimeText, t.null], 'a time or null'),
          recordedAt: TimeText,
          source: Source,
          schema: t.literal(1),
        }),
      ),
      t.readonly(
        t.partial({
          claimedAt: TimeText,
          withheld: t.readonlyArray(PlainText),
          repaired: t.literal(true),
          message: MessageDigest,
          after: TimeText,
        }),
      ),
    ]),
    'metadata',
  ),
)
export type Metadata = t.TypeOf<typeof Metadata>

/** An event, in the form that all of payfold uses; the codecs of the lifecycles narrow its type. */
export interface DomainEvent<T extends string = string, D extends object = object> {
  readonly type: T
  readonly data: Readonly<D>
  readonly metadata: Metadata
}

/** The codec of an event's data, with required and optional fields; it drops all other fields. */
export const fields = <R extends t.Props, O extends t.Props>(required: R, optional: O) =>
  t.exact(t.intersection([t.readonly(t.type(required)), t.readonly(t.partial(optional))]))

/** The codec of one event type. */
export const eventCodec = <T extends string, D extends object>(
  type: T,
  data: t.Type<D, unknown, unknown>,
): Codec<DomainEvent<T, D>, unknown> =>
  withStandardSchema(
    standard(t.readonly(t.strict({ type: t.literal(type), data, metadata: Metadata }), type)),
  )

/** The instant at which the provider says the event happened; null if the provider gave no time. */
export const occurredAt = ({ occurredAt }: Metadata): Instant | null =>
  occurredAt === null ? null : instant(occurredAt)

/** The provider's time or, without one, the time at which we received the event. */
export const timeOf = ({ metadata }: DomainEvent): Instant =>
  occurredAt(metadata) ?? toInstant(metadata.recordedAt)

/** When a message reached us, by the clock that received it. */
export const recordedAt = ({ metadata }: DomainEvent): Instant => toInstant(metadata.recordedAt)

/** When a message reached us, but not before what its stream had then, whatever that clock says. */
export const receivedAt = (event: DomainEvent): Instant => {
  const { after } = event.metadata
  return after === undefined ? recordedAt(event) : later(recordedAt(event), toInstant(after))
}

/** The fields of an event's data. */
export const dataIn = ({ data }: DomainEvent): Readonly<Record<string, unknown>> =>
  data as Readonly<Record<string, unknown>>

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

/** How the id of an inferred event begins. */
export const PREFIX = 'drawn:'

/** Whether `infer` made an event. Such events are never stored: each fold infers them again. */
export const isInferred = ({ metadata: { eventId, source } }: DomainEvent): boolean =>
  source === 'inferred' && eventId.startsWith(PREFIX)

/** The id of the snapshot that an event was inferred from; null if it was not inferred. */
export const snapshotIdIn = (eventId: string): string | null =>
  /^drawn:(.*):[a-z_]+(?:\.[^:]*)?$/.exec(eventId)?.[1] ?? null
