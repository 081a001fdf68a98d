/** The one shape of every event: what it is called, what it tells, and where it comes from. */
import * as t from 'io-ts'
import { type Codec, standard } from '../words/codec.ts'
import { type Instant, instant, TimeText, toInstant } from '../words/instant.ts'
import { Text } from '../words/text.ts'

/**
 * Who says so, from weakest to strongest: drawn from a snapshot, our own request, the answer to it,
 * a report of the provider (webhook, actions list).
 */
export const Source = standard(
  t.keyof({ inferred: null, request: null, response: null, report: null }),
)
export type Source = t.TypeOf<typeof Source>

/** The sources, weakest first. */
export const SOURCES: readonly Source[] = ['inferred', 'request', 'response', 'report']

/**
 * Where an event comes from. `occurredAt` is the provider's time, null when it told none;
 * `recordedAt` is when the message reached us; `claimedAt` is a processing time that the message
 * named but that lies too far after the message itself to be believed; `schema` is the version of
 * the event's form.
 */
export const Metadata = standard(
  t.exact(
    t.intersection([
      t.readonly(
        t.type({
          eventId: Text,
          occurredAt: t.union([TimeText, t.null], 'time or null'),
          recordedAt: TimeText,
          source: Source,
          schema: t.literal(1),
        }),
      ),
      t.readonly(t.partial({ claimedAt: TimeText })),
    ]),
    'metadata',
  ),
)
export type Metadata = t.TypeOf<typeof Metadata>

/** An event as every part of payfold passes it on; the codecs of the lifecycles narrow it. */
export interface Event<T extends string = string, D extends object = object> {
  readonly type: T
  readonly data: Readonly<D>
  readonly metadata: Metadata
}

/** Required and optional fields of an event's data, nothing else; unknown keys are dropped. */
export const fields = <R extends t.Props, O extends t.Props>(required: R, optional: O) =>
  t.exact(t.intersection([t.readonly(t.type(required)), t.readonly(t.partial(optional))]))

/** The codec of one event type. */
export const event = <T extends string, D extends object>(
  type: T,
  data: t.Type<D, unknown, unknown>,
): Codec<Event<T, D>, unknown> =>
  standard(t.readonly(t.strict({ type: t.literal(type), data, metadata: Metadata }), type))

/** The moment the provider says it happened, if it says so. */
export const occurredAt = ({ occurredAt }: Metadata): Instant | null =>
  occurredAt === null ? null : instant(occurredAt)

/** The moment to reckon with: the provider's, else when we first heard of it. */
export const timeOf = ({ metadata }: Event): Instant =>
  occurredAt(metadata) ?? toInstant(metadata.recordedAt)
