/** What the provider sends: payments, sessions, sources and errors, in webhooks and in responses. */
import * as t from 'io-ts'
import {
  ActionId,
  CustomerId,
  DisputeId,
  PaymentId,
  SourceId,
} from '../../../machines/words/payment-names.ts'
import { Channel, Mode, NextAction, SessionId } from '../../../machines/words/session-names.ts'
import { fields, integer, listOf, record } from '../../words/data/codec.ts'
import { ownAt } from '../../words/data/plain-data.ts'
import { PlainText } from '../../words/text/plain-text.ts'
import {
  amount,
  chosen,
  code,
  currency,
  flag,
  links,
  name,
  oneOf,
  optional,
  orNull,
  prose,
  saysNothing,
  time,
  tolerant,
  tolerantList,
  word,
} from './tolerant-values.ts'

/** What was ordered, in most bodies. */
export const ORDER = { amount: optional(amount), currency: optional(currency), reference: chosen }

const READ_TICKET = { expiration_date: tolerant(time), provider_name: tolerant(word) }

/**
 * The ticket, for the caller to show. Its number and barcode go to the caller, but never into an
 * event. @spec interface#payment-details; interface#ticket-payments-on-the-wire
 */
const Ticket = record({
  type: tolerant(word),
  ...fields(tolerant(prose), 'number', 'barcode', 'id'),
  ...READ_TICKET,
  ...fields(tolerant(prose), 'provider_logo_url', 'provider_logo', 'ticket_url', 'image_url'),
})

const READ_SOURCE = {
  type: tolerant(word),
  id: tolerant(SourceId),
  integration_type: tolerant(word),
  ...fields(chosen, 'provider_order_id', 'provider_payment_id'),
  ...fields(chosen, 'dlocal_order_id', 'dlocal_payment_id'),
  country: tolerant(word),
}

/** What is read of a payment's source. `provider_*` and `dlocal_*` are names of the same ids. */
export const ReadSource = record({ ...READ_SOURCE, ticket: tolerant(record(READ_TICKET)) })
export type ReadSource = t.TypeOf<typeof ReadSource>

const PaymentSource = record({
  ...READ_SOURCE,
  description: tolerant(prose),
  ticket: tolerant(Ticket),
})

const Customer = record({ id: tolerant(CustomerId), email: tolerant(prose) })
const Risk = record({ flagged: tolerant(flag) })
const Instruction = record({ value_date: tolerant(time) })

/** The provider's own totals; only the newer dialect has them. */
export const WireBalances = record(
  fields(optional(amount), 'total_captured', 'total_refunded'),
  'balances',
)
export type WireBalances = t.TypeOf<typeof WireBalances>

/** Where the money of a payout goes. */
const Destination = record({ type: tolerant(word) })

/** The data of a `payment_*` webhook. @spec interface#envelopes; interface#ids-and-links */
export const PaymentWebhook = record(
  {
    ...fields(tolerant(PaymentId), 'id', 'payment_id'),
    action_id: optional(ActionId),
    dispute_id: optional(DisputeId),
    ...ORDER,
    processed_on: tolerant(time),
    response_code: tolerant(code),
    source: tolerant(PaymentSource),
    destination: tolerant(Destination),
    customer: tolerant(Customer),
    customer_id: tolerant(CustomerId),
    // only those of a look-up are compared with anything
    balances: tolerant(WireBalances),
    risk: tolerant(Risk),
    instruction: tolerant(Instruction),
    ...fields(tolerant(code), 'chargeback_code', 'reason_code'),
  },
  'a payment webhook',
)
export type PaymentWebhook = t.TypeOf<typeof PaymentWebhook>

/** The data of a `dispute_*` webhook; `payment_id` names the payment. @spec interface#envelopes */
export const DisputeWebhook = record(
  {
    id: optional(DisputeId),
    payment_id: PaymentId,
    payment_action_id: optional(ActionId),
    amount: optional(amount),
    currency: optional(currency),
    date: tolerant(time),
    reason_code: tolerant(code),
  },
  'a dispute webhook',
)
export type DisputeWebhook = t.TypeOf<typeof DisputeWebhook>

const PaymentLinks = links(
  'self',
  'redirect',
  'redirect_url',
  'actions',
  'simulator:payment-succeed',
  'simulator:payment-expire',
  'simulator:refund-succeed',
  'simulator:refund-fail',
)

/** A payment, as POST /payments and GET /payments/{id} return it. */
export const PaymentResponse = record(
  {
    id: PaymentId,
    status: optional(word),
    approved: tolerant(flag),
    ...fields(tolerant(time), 'requested_on', 'processed_on'),
    ...ORDER,
    source: tolerant(PaymentSource),
    destination: tolerant(Destination),
    customer: tolerant(Customer),
    risk: tolerant(Risk),
    payment_type: tolerant(word),
    actions: tolerantList(record({ response_code: tolerant(code) })),
    balances: optional(WireBalances),
    response_code: tolerant(code),
    response_summary: tolerant(prose),
    _links: PaymentLinks,
  },
  'a payment',
)
export type PaymentResponse = t.TypeOf<typeof PaymentResponse>

/** The list of GET /payments?reference=…, newest first; an unreadable payment becomes null. */
export const PaymentList = record(
  {
    total_count: optional(integer('a count', 0, Number.MAX_SAFE_INTEGER)),
    data: listOf(orNull(PaymentResponse), 'a list of payments'),
  },
  'an object with a list of payments',
)
export type PaymentList = t.TypeOf<typeof PaymentList>

/**
 * The response to POST /payments/{id}/refunds: an action has begun, but nothing is refunded yet.
 * @spec interface#calls-on-the-wire
 */
export const RefundResponse = record(
  { action_id: ActionId, reference: chosen, _links: links('payment') },
  'a refund response',
)
export type RefundResponse = t.TypeOf<typeof RefundResponse>

/** One element of the list that GET /payments/{id}/actions returns. */
export const PaymentAction = record(
  {
    id: ActionId,
    type: word,
    processed_on: tolerant(time),
    amount: optional(amount),
    approved: optional(flag),
    auth_code: tolerant(prose),
    response_code: tolerant(code),
    response_summary: tolerant(prose),
    reference: chosen,
    metadata: tolerant(t.UnknownRecord),
    _links: links('response-code'),
  },
  'a payment action',
)
export type PaymentAction = t.TypeOf<typeof PaymentAction>

/** The list of GET /payments/{id}/actions, newest first; an unreadable action becomes null. */
export const PaymentActions = listOf(orNull(PaymentAction), 'a list of payment actions')

/** How a session ends, in a request or in a response. */
export const ReadCompletion = record({ type: tolerant(oneOf(Mode)) })

/** What is read of channel data, in a request or in a response. */
export const ReadChannelData = record({ channel: tolerant(oneOf(Channel)) })

const SessionLinks = links(
  'self',
  'issuer_fingerprint',
  'fingerprint',
  'three_ds_method_url',
  'collect_channel_data',
  'complete',
  'callback_url',
  'redirect',
  'redirect_url',
  'success_url',
  'failure_url',
)

/** A session, as the callback and the responses about sessions show it. */
export const SessionResponse = record(
  {
    id: SessionId,
    status: optional(word),
    transaction_id: chosen,
    ...ORDER,
    ...fields(tolerant(word), 'authentication_type', 'authentication_category'),
    transaction_type: tolerant(word),
    completed: tolerant(flag),
    approved: optional(flag),
    protocol_version: tolerant(PlainText),
    next_actions: tolerantList(oneOf(NextAction)),
    channel: tolerant(oneOf(Channel)),
    completion: tolerant(ReadCompletion),
    channel_data: tolerant(ReadChannelData),
    _links: SessionLinks,
  },
  'a session',
)
export type SessionResponse = t.TypeOf<typeof SessionResponse>

/** The data of an `authentication_*` webhook. It has no `id`; `session_id` names the session. */
export const AuthenticationWebhook = record(
  {
    session_id: SessionId,
    payment_id: tolerant(PaymentId),
    ...ORDER,
    protocol_version: tolerant(PlainText),
    challenged: tolerant(flag),
    reason: tolerant(name),
    processed_on: tolerant(time),
  },
  'an authentication webhook',
)
export type AuthenticationWebhook = t.TypeOf<typeof AuthenticationWebhook>

/** A source, as POST /sources and GET /sources/{id} return it. */
export const SourceResponse = record(
  {
    id: SourceId,
    type: tolerant(word),
    response_code: optional(code),
    response_data: tolerant(record({ mandate_reference: chosen })),
    customer: tolerant(Customer),
    _links: links('self', 'sepa:mandate', 'sepa:mandate-cancel', 'sepa:mandate-get'),
  },
  'a source',
)
export type SourceResponse = t.TypeOf<typeof SourceResponse>

/** The response to a cancellation: it has no id and no state, at most links. @spec interface#mandates-on-the-wire */
export const MandateCancellation = tolerant(
  record({ _links: links('self', 'sepa:mandate-get') }, 'a cancelled mandate'),
)

/** What went wrong, as far as a body says so. @spec interface#error-bodies */
export const Problem = record(
  { error_type: tolerant(word), error_codes: tolerantList(word) },
  'an error body',
)
export type Problem = t.TypeOf<typeof Problem>

/** Whether a body reports an error, and no result: the ids of a result are `id` and `action_id`. */
export const isProblem = (body: unknown): boolean => {
  if (!t.UnknownRecord.is(body)) return false
  const names = (...fields: readonly string[]) =>
    fields.some((each) => !saysNothing(ownAt(body, each)))
  return names('error', 'error_type', 'error_codes') && !names('id', 'action_id')
}

/** Whether a body is an object that says nothing. */
export const isBlank = (body: unknown): boolean =>
  t.UnknownRecord.is(body) && Object.values(body).every(saysNothing)

const ENVELOPE = { id: tolerant(PlainText), ...fields(tolerant(time), 'created_on', 'timestamp') }

/**
 * One envelope for both dialects. The older dialect has no version. The newer one may use
 * `timestamp` instead of `created_on`, may add a source or invocations, and may leave out the
 * links. Fields that are not listed here are not read. @spec interface#envelopes
 */
export const WebhookEnvelope = record(
  { ...ENVELOPE, type: name, data: t.record(t.string, t.unknown, 'an object') },
  'a webhook',
)
export type WebhookEnvelope = t.TypeOf<typeof WebhookEnvelope>

/** What is left of an envelope in which a field cannot be read. */
export const UnreadEnvelope = record({
  ...ENVELOPE,
  type: tolerant(name),
  data: tolerant(t.UnknownRecord),
})

/** The ids in the data of any webhook that may say which stream an unknown message belongs to. */
export const SubjectIds = record(
  fields(tolerant(PlainText), 'id', 'payment_id', 'session_id', 'source_id'),
)
