/** Turns webhooks of both dialects into events. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import * as t from 'io-ts'
import type { Unrecognised } from '../../../machines/observed/events.ts'
import type { PaymentChargeback } from '../../../machines/payment/events.ts'
import { PaymentId, paymentStream, type Voice } from '../../../machines/payment/names.ts'
import { reasonOf } from '../../../machines/sepa-payment/reasons.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { MessageBinding } from '../../event/message-digest.ts'
import { record } from '../../words/codec.ts'
import type { TimeText } from '../../words/instant.ts'
import { ownAt } from '../../words/plain.ts'
import { type Unreadable, unreadable } from '../../words/unreadable.ts'
import { PaymentWebhook } from '../wire/payment.ts'
import { tolerant, word } from '../wire/tolerant.ts'
import { WebhookEnvelope } from '../wire/webhook.ts'
import { authenticationWebhooks } from './authentication-webhook.ts'
import { decode, decodeOr, readable } from './body.ts'
import { opened } from './bound.ts'
import { disputeWebhooks } from './dispute-webhook.ts'
import { commonOf, debitDateOf, ticketOf } from './payment.ts'
import { type ReadingPolicy, readingPolicy } from './policy.ts'
import { parseWebhook } from './repair.ts'
import { type Reading, streamEvent, unsigned } from './stream-event.ts'
import { subjectOf } from './subject.ts'
import { unreadWebhook } from './unread-message.ts'
import { bareType, originOf, type WebhookToRead } from './webhook-origin.ts'

const nothingMore = (_message: PaymentWebhook): object => ({})

/** Reads a `payment_*` webhook. `payment_id` names the payment, or `id` if that is missing. */
const onPayment =
  (type: string, more = nothingMore) =>
  (webhook: WebhookToRead): Reading<Unreadable> =>
    pipe(
      webhook.envelope.data,
      decode(PaymentWebhook, 'data'),
      E.chain((message) => {
        const paymentId = message.payment_id ?? message.id
        if (paymentId === undefined) {
          return E.left(unreadable('data.id', PaymentId.name, webhook.envelope.data['id']))
        }
        const data = { paymentId, ...commonOf(message), ...more(message) }
        const origin = originOf(webhook, message.processed_on)
        return E.right([streamEvent<DomainEvent>(origin, paymentStream(paymentId), type, data)])
      }),
    )

const ticketToo = (message: PaymentWebhook): object => ({
  ...ticketOf(message.source),
  riskFlagged: message.risk?.flagged,
})

/** The reason of the payer's bank, in either of the fields for reasons. */
const reasonIn = ({ chargeback_code: code, reason_code: reason }: PaymentWebhook) =>
  [code, reason].find((each) => reasonOf(each) !== null)

/** A chargeback, or a return: the bank says why it took the money back. */
const onChargeback = (reportedAs?: Voice) =>
  onPayment('payment_chargeback' satisfies PaymentChargeback['type'], (message) => ({
    disputeId: message.dispute_id,
    reason: reasonIn(message) ?? message.chargeback_code ?? message.reason_code,
    reportedAs,
  }))

/** What shows that a payment is a payout. */
const Payout = record({
  destination: tolerant(t.UnknownRecord),
  source: tolerant(record({ type: tolerant(word) })),
})
const NO_PAYOUT = { destination: undefined, source: undefined }

/** Whether a message is about a payout: what is returned of it comes back to the merchant. */
const isPayout = ({ data }: WebhookEnvelope): boolean => {
  const { destination, source } = decodeOr(Payout, NO_PAYOUT)(data)
  return destination !== undefined || source?.type === 'currency_account'
}

const onReturn = onChargeback('return')

/** A payment that was given up before its capture. The amount is of what was not captured. */
const onVoid = onPayment('payment_canceled', () => ({ amount: undefined }))

const unrecognised = (webhook: WebhookToRead): Reading<Unreadable> => {
  const { name, method, stream } = subjectOf(webhook.envelope)
  const origin = originOf(webhook, undefined)
  return E.right([streamEvent<Unrecognised>(origin, stream, 'unrecognised', { name, method })])
}

const TYPES: Readonly<Record<string, (webhook: WebhookToRead) => Reading<Unreadable>>> = {
  payment_pending: onPayment('payment_pending', ticketToo),
  payment_capture_pending: onPayment('payment_capture_pending'),
  payment_declined: onPayment('payment_declined', (message) => ({
    ...ticketToo(message),
    responseCode: reasonIn(message) ?? message.response_code,
  })),
  payment_canceled: onPayment('payment_canceled'),
  payment_cancelled: onPayment('payment_canceled'),
  payment_expired: onPayment('payment_expired'),
  payment_captured: onPayment('payment_captured', (message) => ({
    debitDate: debitDateOf(message),
  })),
  payment_refund_pending: onPayment('payment_refund_pending'),
  payment_refunded: onPayment('payment_refunded'),
  payment_refund_declined: onPayment('payment_refund_declined'),
  payment_voided: onVoid,
  payment_void: onVoid,
  payment_chargeback: onChargeback(),
  payment_returned: (webhook) =>
    isPayout(webhook.envelope) ? unrecognised(webhook) : onReturn(webhook),
  ...disputeWebhooks,
  ...authenticationWebhooks,
}

/** Some envelopes of 2025 call the data of their event `event_data`. @spec interface#envelopes */
const withData = (body: unknown): unknown =>
  t.UnknownRecord.is(body) && body['data'] === undefined && body['event_data'] !== undefined
    ? { ...body, data: body['event_data'] }
    : body

/**
 * A message as it arrived at our own address, and when it arrived. Its body may be bytes, text or
 * parsed. Only bytes bind: the events then name the message by its digest.
 */
export interface ReceivedMessage {
  readonly body: unknown
  readonly receivedAt: TimeText
}

/** A webhook as it arrived, and whether its signature was right. */
export interface ReceivedWebhook extends ReceivedMessage {
  /**
   * Whether `verifySignature` returned the bytes of this webhook when it arrived. Without it, anyone may
   * have sent the webhook, and its events are `unsigned`: they count for nothing.
   */
  readonly isVerified?: boolean | undefined
}

/**
 * Reads a webhook. A webhook of an unknown type becomes one `unrecognised` event, on the stream
 * that its ids name; so does one that is verified and cannot be read in one field, with the path of
 * the field. If the body is not an envelope, or a known type lacks the id of its entity, the result
 * is `Unreadable`. Only a webhook whose signature was right reports anything.
 * @spec interface#events; interface#envelopes; interface#event-types; decisions#54
 */
export const readWebhook = (
  received: ReceivedWebhook,
  policy: ReadingPolicy & MessageBinding = readingPolicy,
): Reading<Unreadable> =>
  readable('a webhook', received, () =>
    pipe(
      opened(received.body, policy),
      E.chain(({ body, bind }) => E.map(bind)(eventsOf({ ...received, body }, policy))),
      E.map((events) => (received.isVerified === true ? events : unsigned(events))),
    ),
  )

const readerOf = ({ type }: WebhookEnvelope): ((webhook: WebhookToRead) => Reading<Unreadable>) =>
  ownAt(TYPES, bareType(type)) ?? unrecognised

const eventsOf = (received: ReceivedWebhook, policy: ReadingPolicy): Reading<Unreadable> =>
  pipe(
    parseWebhook(received.body),
    E.chain(({ body: parsed, isRepaired }) => {
      const body = withData(parsed)
      const given = { recordedAt: received.receivedAt, policy, isRepaired }
      const read = pipe(
        decode(WebhookEnvelope)(body),
        E.chain((envelope) => readerOf(envelope)({ ...given, envelope })),
      )
      return E.isLeft(read) && received.isVerified === true
        ? unreadWebhook(body, given)(read.left)
        : read
    }),
  )
