/** Finds the stream of a message by the ids in it or in its request: a response must not be about another. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { mandateStream } from '../../../machines/words/mandate-names.ts'
import type { Method } from '../../../machines/words/payment-names.ts'
import { PaymentId, paymentStream, SourceId } from '../../../machines/words/payment-names.ts'
import { SessionId, sessionStream } from '../../../machines/words/session-names.ts'
import { madeId } from '../../event/content-hash.ts'
import { record } from '../../words/data/codec.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { type OtherSubject, type Stream, unknownStream } from '../../words/stream.ts'
import { ReadSource, SubjectIds, type WebhookEnvelope } from '../wire/bodies.ts'
import { type Endpoint, parametersOf } from '../wire/endpoints.ts'
import { currency, kept, saysNothing, tolerant } from '../wire/tolerant-values.ts'
import { decodeOr } from './body.ts'
import { type Methodical, methodOf } from './payment-fields.ts'

/** The stream of what an id names: a payment, a session or a source. */
export const streamAbout = (id: string | undefined): Stream | undefined => {
  if (PaymentId.is(id)) return paymentStream(id)
  if (SessionId.is(id)) return sessionStream(id)
  return SourceId.is(id) ? mandateStream(id) : undefined
}

/** The stream that the ids in an object name; the first id that names a stream decides. */
export const streamNamedIn = (object: unknown): Stream | undefined => {
  const ids = decodeOr<Partial<t.TypeOf<typeof SubjectIds>>>(SubjectIds, {})(object)
  return [ids.id, ids.session_id, ids.payment_id, ids.source_id].flatMap(
    (id) => streamAbout(id) ?? [],
  )[0]
}

const shownIn = decodeOr<Methodical>(
  record({ source: tolerant(ReadSource), currency: tolerant(currency) }),
  {},
)

/** The payment method that the data of any message show; undefined if they show none. */
export const methodIn = (data: unknown): Method | undefined => methodOf(shownIn(data))

/** The name, stream and payment method of an unknown message, which has a stream of its own if it names none. */
export const subjectOf = (envelope: WebhookEnvelope) => {
  const method = methodIn(envelope.data)
  const at = envelope.created_on ?? envelope.timestamp
  const name = kept(envelope.type)
  const own = envelope.id ?? madeId('webhook', 'unknown', { name, at })
  // a message about an authentication may name the payment as well
  const isOfSession = envelope.type.startsWith('authentication_')
  const session = isOfSession
    ? streamNamedIn({ session_id: envelope.data['session_id'] })
    : undefined
  return { name, method, stream: session ?? streamNamedIn(envelope.data) ?? unknownStream(own) }
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
