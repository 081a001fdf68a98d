/** Finds the stream of a message by its ids, also of one that cannot be read in one field: that one asks. */
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { FieldPath, type Unrecognised } from '../../../machines/observed/events.ts'
import { mandateStream } from '../../../machines/words/mandate-names.ts'
import {
  type Method,
  PaymentId,
  paymentStream,
  SourceId,
} from '../../../machines/words/payment-names.ts'
import { SessionId, sessionStream } from '../../../machines/words/session-names.ts'
import { madeId } from '../../event/content-hash.ts'
import { fields, record } from '../../words/data/codec.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { type OtherSubject, type Stream, unknownStream } from '../../words/stream.ts'
import type { PlainText } from '../../words/text/plain-text.ts'
import { ReadSource, SubjectIds, UnreadEnvelope, type WebhookEnvelope } from '../wire/bodies.ts'
import { type Endpoint, parametersOf } from '../wire/endpoints.ts'
import { currency, kept, saysNothing, time, tolerant } from '../wire/tolerant-values.ts'
import { decode, decodeOr } from './body.ts'
import { type Methodical, methodOf } from './payment-fields.ts'
import { type ReadExchange, responded } from './response-reader.ts'
import {
  bareType,
  type Loose,
  type Origin,
  originOf,
  type Reading,
  streamEvent,
  type WebhookToRead,
} from './stream-event.ts'

/** The stream of what an id names: a payment, a session or a source. */
export const streamAbout = (id: string | undefined): Stream | undefined => {
  if (PaymentId.is(id)) return paymentStream(id)
  if (SessionId.is(id)) return sessionStream(id)
  return SourceId.is(id) ? mandateStream(id) : undefined
}

/** The stream that the ids in an object name; the first id that names a stream decides. */
const streamNamedIn = (object: unknown): Stream | undefined => {
  const ids = decodeOr<Partial<t.TypeOf<typeof SubjectIds>>>(SubjectIds, {})(object)
  return [ids.id, ids.session_id, ids.payment_id, ids.source_id].flatMap(
    (id) => streamAbout(id) ?? [],
  )[0]
}

const shownIn = decodeOr<Methodical>(
  record({ source: tolerant(ReadSource), currency: tolerant(currency) }),
  {},
)

/** The payment method that data shows, if it can be told. */
const methodIn = (data: unknown): Method | undefined => methodOf(shownIn(data))

/** The name of a type that may be kept, without that of a service; undefined if it may not be. */
export const nameOf = (type: string): PlainText | undefined => {
  const written = kept(type)
  return written === undefined ? undefined : kept(bareType(written))
}

/** The name, stream and payment method of an unknown message, which has a stream of its own if it names none. */
export const subjectOf = (envelope: WebhookEnvelope) => {
  const method = methodIn(envelope.data)
  const at = envelope.created_on ?? envelope.timestamp
  const own = envelope.id ?? madeId('webhook', 'unknown', { name: kept(envelope.type), at })
  // a message about an authentication may name the payment as well
  const isOfSession = bareType(envelope.type).startsWith('authentication_')
  const session = isOfSession
    ? streamNamedIn({ session_id: envelope.data['session_id'] })
    : undefined
  const stream = session ?? streamNamedIn(envelope.data) ?? unknownStream(own)
  return { name: nameOf(envelope.type), method, stream }
}

/** The ids that a request names in its path, also where a backend calls one of them `id`. */
export const idsAsked = (
  endpoint: Pick<Endpoint, 'path'>,
  params: Readonly<Record<string, unknown>>,
): readonly unknown[] => {
  const path = parametersOf(endpoint)
  const names = path.length === 0 ? [] : [...path, 'id']
  return names.map((name) => ownAt(params, name)).filter((id) => !saysNothing(id))
}

/** The stream of the subject that a request names; undefined if it names none. */
export const streamAsked = (ids: readonly unknown[]): Stream | undefined =>
  ids.flatMap((id) => streamNamedIn({ id }) ?? [])[0]

/** The stream of the subject that a body names as its own; undefined if it names none. */
export const streamShown = (body: unknown): Stream | undefined =>
  t.UnknownRecord.is(body) ? streamNamedIn({ id: ownAt(body, 'id') }) : undefined

/** The body, unless it is about another subject than asked for; without an id, it is about that. */
export const ofAsked =
  (ids: readonly unknown[]) =>
  (body: unknown): E.Either<OtherSubject, unknown> => {
    const [stream, belongsTo] = [streamAsked(ids), streamShown(body)]
    if (stream !== undefined && belongsTo !== undefined && belongsTo !== stream) {
      return E.left({ error: 'OtherSubject', stream, belongsTo })
    }
    const isNamed = !t.UnknownRecord.is(body) || !saysNothing(ownAt(body, 'id'))
    return E.right(isNamed || ids.length === 0 ? body : { ...body, id: ids[0] })
  }

/** Only the path is kept. Without a subject, or if the whole cannot be read, it remains an error. */
const unread = (
  problem: Unreadable,
  stream: Stream | undefined,
  origin: Origin,
  data: Loose<Unrecognised['data']>,
): Reading<Unreadable> => {
  const { path } = problem
  return stream === undefined || !FieldPath.is(path)
    ? E.left(problem)
    : E.right([streamEvent<Unrecognised>(origin, stream, 'unrecognised', { ...data, path })])
}

/** The ids and times that the readers of webhooks take, each of which may be unreadable. */
const NamedPayment = record({
  ...fields(tolerant(PaymentId), 'id', 'payment_id'),
  session_id: tolerant(SessionId),
  ...fields(tolerant(time), 'processed_on', 'date'),
})
type NamedPayment = t.TypeOf<typeof NamedPayment>

/** The stream that a webhook of a known type names: by the same ids by which it would be read. */
const streamIn = (
  type: string,
  { id, payment_id: paymentId, session_id: sessionId }: NamedPayment,
) => {
  if (type.startsWith('authentication_')) return streamAbout(sessionId)
  return streamAbout(type.startsWith('dispute_') ? paymentId : (paymentId ?? id))
}

/** Reads what is left of a webhook that cannot be read in one field. */
export const unreadWebhook =
  (body: unknown, given: Omit<WebhookToRead, 'envelope'>) =>
  (problem: Unreadable): Reading<Unreadable> => {
    const envelope = decode(UnreadEnvelope)(body)
    if (E.isLeft(envelope)) return E.left(problem)
    const { type: written, data, ...rest } = envelope.right
    const named = decode(NamedPayment)(data)
    if (E.isLeft(named)) return E.left(problem)
    const type = written === undefined ? undefined : bareType(written)
    const stream = type === undefined ? streamNamedIn(data) : streamIn(type, named.right)
    const origin = originOf(
      { ...given, envelope: { ...rest, type: '', data: {} } },
      type?.startsWith('dispute_') ? named.right.date : named.right.processed_on,
    )
    return unread(problem, stream, origin, { name: kept(type), method: methodIn(data) })
  }

/** Reads what is left of a response that cannot be read in one field: `stream` is its subject's. */
export const unreadResponse =
  (answer: ReadExchange, stream: Stream | undefined) =>
  (problem: Unreadable): Reading<Unreadable> =>
    unread(problem, stream, responded(answer), {
      name: answer.endpoint as string as PlainText,
      method: methodIn(answer.body) ?? methodIn(answer.request),
    })
