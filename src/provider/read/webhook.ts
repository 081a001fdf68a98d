/** Turns webhooks of both dialects into events. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type { Unrecognised } from '../../../machines/observed/events.ts'
import type { ChargebackReversed, PaymentChargeback } from '../../../machines/payment/events.ts'
import type { SessionEvent } from '../../../machines/session/events.ts'
import { reasonOf } from '../../../machines/words/bank-reasons.ts'
import { PaymentId, paymentStream, type Voice } from '../../../machines/words/payment-names.ts'
import { sessionStream } from '../../../machines/words/session-names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { record } from '../../words/data/codec.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import type { TimeText } from '../../words/time/instant.ts'
import {
  AuthenticationWebhook,
  DisputeWebhook,
  PaymentWebhook,
  WebhookEnvelope,
} from '../wire/bodies.ts'
import { kept, saysNothing, tolerant, word } from '../wire/tolerant-values.ts'
import { decode, parseWebhook } from './body.ts'
import { nameOf, subjectOf, unreadWebhook } from './message-subject.ts'
import { commonOf, debitDateOf, ticketOf } from './payment-fields.ts'
import {
  bareType,
  originOf,
  type Reading,
  type ReadingPolicy,
  readingPolicy,
  type StreamEvent,
  streamEvent,
  unsigned,
  type WebhookToRead,
} from './stream-event.ts'

type WebhookReader = (webhook: WebhookToRead) => Reading<Unreadable>

const reading =
  <A>(
    codec: t.Decoder<unknown, A>,
    eventOf: (message: A, webhook: WebhookToRead) => E.Either<Unreadable, StreamEvent>,
  ): WebhookReader =>
  (webhook) =>
    pipe(
      webhook.envelope.data,
      decode(codec, 'data'),
      E.chain((message) => eventOf(message, webhook)),
      E.map((event) => [event]),
    )

type OutcomeEvent = SessionEvent['type'] | undefined

/** Reads an `authentication_*` webhook. If it shows no outcome, it becomes `unrecognised`. */
const onAuthentication = (outcomeOf: (message: AuthenticationWebhook) => OutcomeEvent) =>
  reading(AuthenticationWebhook, (message, webhook) => {
    const origin = originOf(webhook, message.processed_on)
    const stream = sessionStream(message.session_id)
    const outcome = outcomeOf(message)
    const reason = kept(message.reason)
    const { amount, currency, payment_id: paymentId } = message
    const price = { amount, currency, paymentId }
    if (outcome === undefined) {
      const data = { name: nameOf(webhook.envelope.type), reason, ...price }
      return E.right(streamEvent<Unrecognised>(origin, stream, 'unrecognised', data))
    }
    const data = {
      sessionId: message.session_id,
      ...price,
      reference: message.reference,
      protocolVersion: message.protocol_version,
      challenged: message.challenged,
      reason,
    }
    return E.right(streamEvent<SessionEvent>(origin, stream, outcome, data))
  })

/** How an authentication failed, according to its reason. Its response code does not show this. */
const failureOf = ({ reason = '' }: AuthenticationWebhook): OutcomeEvent => {
  if (/unavailable/i.test(reason)) return 'session_unavailable'
  if (/reject/i.test(reason)) return 'session_rejected'
  return /declin|denied/i.test(reason) ? 'session_declined' : undefined
}

/** The reader of each type of webhook about a session. @spec interface#event-types */
const authenticationWebhooks: Readonly<Record<string, WebhookReader>> = {
  authentication_started: onAuthentication(() => 'session_created'),
  authentication_approved: onAuthentication(() => 'session_approved'),
  authentication_attempted: onAuthentication(() => 'session_attempted'),
  authentication_expired: onAuthentication(({ challenged }) =>
    challenged === true ? 'challenge_abandoned' : 'session_expired',
  ),
  authentication_failed: onAuthentication(failureOf),
}

const onDispute = (
  type: string,
  disputeStatus: string,
  more: (message: DisputeWebhook) => object = () => ({}),
) =>
  reading(DisputeWebhook, (message, webhook) => {
    const { payment_id: paymentId, amount, currency } = message
    const named = { paymentId, actionId: message.payment_action_id, disputeId: message.id }
    const data = { ...named, disputeStatus, amount, currency, ...more(message) }
    const origin = originOf(webhook, message.date)
    return E.right(streamEvent<DomainEvent>(origin, paymentStream(paymentId), type, data))
  })

const onReversal = (status: string) =>
  onDispute('chargeback_reversed' satisfies ChargebackReversed['type'], status)

/** The account was debited, unless it `movesNothing`. The action is the disputed one: the id says which. */
const onTaken = (status: string, movesNothing?: true) =>
  onDispute('payment_chargeback' satisfies PaymentChargeback['type'], status, (message) => ({
    actionId: message.id === undefined ? message.payment_action_id : undefined,
    reason: message.reason_code,
    reportedAs: 'dispute' satisfies Voice,
    movesNothing,
  }))

/** The readers of the types that say what a dispute means for the money. @spec interface#disputes */
const disputeWebhooks: Readonly<Record<string, WebhookReader>> = {
  dispute_received: onTaken('received'),
  dispute_arbitration_lost: onTaken('arbitration_lost'),
  dispute_evidence_required: onTaken('evidence_required', true),
  dispute_evidence_submitted: onTaken('evidence_submitted', true),
  dispute_lost: onTaken('lost', true),
  dispute_accepted: onTaken('accepted', true),
  dispute_expired: onTaken('expired', true),
  dispute_resolved: onTaken('resolved', true),
  dispute_won: onReversal('won'),
  dispute_arbitration_won: onReversal('arbitration_won'),
  dispute_canceled: onReversal('canceled'),
  dispute_cancelled: onReversal('canceled'),
}

/** Reads a `payment_*` webhook. `payment_id` names the payment, or `id` if that is missing. */
const onPayment = (type: string, more: (message: PaymentWebhook) => object = () => ({})) =>
  reading(PaymentWebhook, (message, webhook) => {
    const paymentId = message.payment_id ?? message.id
    if (paymentId === undefined) {
      return E.left(unreadable('data.id', PaymentId.name, webhook.envelope.data['id']))
    }
    const data = { paymentId, ...commonOf(message), ...more(message) }
    const origin = originOf(webhook, message.processed_on)
    return E.right(streamEvent<DomainEvent>(origin, paymentStream(paymentId), type, data))
  })

const ticketToo = (message: PaymentWebhook): object => ({
  ...ticketOf(message.source),
  riskFlagged: message.risk?.flagged,
})

/** The reason of the payer's bank, in either of the fields for reasons. */
const reasonIn = ({ chargeback_code: code, reason_code: reason }: PaymentWebhook) =>
  [code, reason].find((each) => reasonOf(each) !== null)

const onChargeback = (reportedAs?: Voice) =>
  onPayment('payment_chargeback' satisfies PaymentChargeback['type'], (message) => ({
    disputeId: message.dispute_id,
    reason: reasonIn(message) ?? message.chargeback_code ?? message.reason_code,
    reportedAs,
  }))

const Payout = record({
  destination: tolerant(t.UnknownRecord),
  source: tolerant(record({ type: tolerant(word) })),
})

/** Whether a message is about a payout: what is returned of it comes back to the merchant. */
const isPayout = ({ data }: WebhookEnvelope): boolean => {
  const read = Payout.decode(data)
  if (E.isLeft(read)) return false
  const { destination, source } = read.right
  return destination !== undefined || source?.type === 'currency_account'
}

const onReturn = onChargeback('return')

/** A payment that came to nothing: the reason of the bank, if there is one, says more than a code of the provider. */
const onEnd = (type: string, more: (message: PaymentWebhook) => object = () => ({})) =>
  onPayment(type, (message) => ({
    responseCode: reasonIn(message) ?? message.response_code,
    ...more(message),
  }))

const onCancel = onEnd('payment_canceled')

/** A payment that was given up before its capture. The amount is of what was not captured. */
const onVoid = onEnd('payment_canceled', () => ({ amount: undefined }))

const unrecognised = (webhook: WebhookToRead): Reading<Unreadable> => {
  const { name, method, stream } = subjectOf(webhook.envelope)
  const origin = originOf(webhook, undefined)
  return E.right([streamEvent<Unrecognised>(origin, stream, 'unrecognised', { name, method })])
}

const TYPES: Readonly<Record<string, WebhookReader>> = {
  payment_pending: onPayment('payment_pending', ticketToo),
  payment_capture_pending: onPayment('payment_capture_pending'),
  payment_declined: onEnd('payment_declined', ticketToo),
  payment_canceled: onCancel,
  payment_cancelled: onCancel,
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
  t.UnknownRecord.is(body) && saysNothing(body['data']) && !saysNothing(body['event_data'])
    ? { ...body, data: body['event_data'] }
    : body

/** A message as it arrived at our own address, as text or parsed, and when it arrived. */
export interface ReceivedMessage {
  readonly body: unknown
  readonly receivedAt: TimeText
}

/** A webhook as it arrived. Unless its signature was right, its events are `unsigned`. */
interface ReceivedWebhook extends ReceivedMessage {
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
  { body: written, receivedAt: recordedAt, isVerified = false }: ReceivedWebhook,
  policy: ReadingPolicy = readingPolicy,
): Reading<Unreadable> =>
  pipe(
    parseWebhook(written),
    E.chain(({ body: parsed, isRepaired }) => {
      const body = withData(parsed)
      const given = { recordedAt, policy, isRepaired }
      const read = pipe(
        decode(WebhookEnvelope)(body),
        E.chain((envelope) => {
          const reader = ownAt(TYPES, bareType(envelope.type)) ?? unrecognised
          return reader({ ...given, envelope })
        }),
      )
      if (isVerified) return E.isLeft(read) ? unreadWebhook(body, given)(read.left) : read
      return E.map(unsigned)(read)
    }),
  )
