/** Turns a message that cannot be read in one field into an event on the stream of its subject. */
import * as E from '#fp-ts/Either'
import { FieldPath, type Unrecognised } from '../../../machines/observed/events.ts'
import { PaymentId } from '../../../machines/words/payment-names.ts'
import { SessionId } from '../../../machines/words/session-names.ts'
import { fields, record } from '../../words/data/codec.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { Stream } from '../../words/stream.ts'
import type { PlainText } from '../../words/text/plain-text.ts'
import { UnreadEnvelope } from '../wire/bodies.ts'
import { kept, time, tolerant } from '../wire/tolerant-values.ts'
import { decode, type decodeOr } from './body.ts'
import { methodIn, streamAbout, streamNamedIn } from './message-subject.ts'
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
type NamedPayment = ReturnType<ReturnType<typeof decodeOr<typeof NamedPayment._A>>>

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
