/** What a message of unknown type is about, as far as its ids tell. */
import { madeId } from '../event/content.ts'
import { PaymentSource } from '../wire/payment.ts'
import { kept, lax } from '../wire/tolerant.ts'
import { SubjectIds, type WebhookEnvelope } from '../wire/webhook.ts'
import type { Method } from '../words/names.ts'
import {
  mandateStream,
  paymentStream,
  type Stream,
  sessionStream,
  unknownStream,
} from '../words/stream.ts'
import { PaymentId, SessionId, SourceId, type Text } from '../words/text.ts'
import { decodeOr } from './body.ts'
import { methodOf } from './payment.ts'

const streamOf = (id: Text | undefined): Stream | undefined => {
  if (PaymentId.is(id)) return paymentStream(id)
  if (SessionId.is(id)) return sessionStream(id)
  return SourceId.is(id) ? mandateStream(id) : undefined
}

const NO_IDS = { id: undefined, payment_id: undefined, session_id: undefined, source_id: undefined }
/** The stream that the ids of an object name, by the first of them that names one. */
export const streamNamedIn = (object: unknown): Stream | undefined => {
  const ids = decodeOr(SubjectIds, NO_IDS)(object)
  return [ids.id, ids.session_id, ids.payment_id, ids.source_id].flatMap(
    (id) => streamOf(id) ?? [],
  )[0]
}

const sourceIn = decodeOr<PaymentSource | undefined>(lax(PaymentSource), undefined)

/**
 * The stream that an unknown message belongs to, by the first of its ids that names one, else one of
 * its own; and the payment method it shows, if it shows one.
 */
export const subjectOf = (envelope: WebhookEnvelope) => {
  const method: Method | undefined = methodOf(sourceIn(envelope.data['source']))
  const at = envelope.created_on ?? envelope.timestamp
  const name = kept(envelope.type)
  const own = envelope.id ?? madeId('webhook', 'unknown', { name, at })
  return {
    name,
    method,
    stream: streamNamedIn(envelope.data) ?? unknownStream(own),
  }
}
