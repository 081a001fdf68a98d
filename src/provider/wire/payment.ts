/** Payments as the provider sends them: webhooks, responses, details, actions. */
import * as t from 'io-ts'
import {
  ActionId,
  CustomerId,
  DisputeId,
  PaymentId,
  SourceId,
} from '../../../machines/words/payment-names.ts'
import { fields, integer, record } from '../../words/data/codec.ts'
import {
  amount,
  chosen,
  currency,
  flag,
  links,
  optional,
  prose,
  text,
  time,
  tolerant,
  tolerantList,
  word,
} from './tolerant-values.ts'

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

/** A payment's source in any message, with what a caller shows of it. */
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
  { ...fields(optional(amount), 'total_captured', 'total_refunded') },
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
    amount: optional(amount),
    currency: optional(currency),
    processed_on: tolerant(time),
    response_code: tolerant(text),
    reference: chosen,
    source: tolerant(PaymentSource),
    destination: tolerant(Destination),
    customer: tolerant(Customer),
    customer_id: tolerant(CustomerId),
    // only those of a look-up are compared with anything
    balances: tolerant(WireBalances),
    risk: tolerant(Risk),
    instruction: tolerant(Instruction),
    ...fields(tolerant(text), 'chargeback_code', 'reason_code'),
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
    reason_code: tolerant(text),
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
    amount: optional(amount),
    currency: optional(currency),
    reference: chosen,
    source: tolerant(PaymentSource),
    destination: tolerant(Destination),
    customer: tolerant(Customer),
    risk: tolerant(Risk),
    payment_type: tolerant(word),
    actions: tolerantList(record({ response_code: tolerant(text) })),
    balances: optional(WireBalances),
    response_code: tolerant(text),
    response_summary: tolerant(prose),
    _links: PaymentLinks,
  },
  'a payment',
)
export type PaymentResponse = t.TypeOf<typeof PaymentResponse>

/** An element of a list: one that cannot be read becomes null, and the others count. */
const orNull = <A>(codec: t.Type<A, unknown, unknown>): t.Type<A | null, unknown, unknown> =>
  new t.Type<A | null, unknown, unknown>(
    codec.name,
    (input): input is A | null => input === null || codec.is(input),
    (input, context) => {
      const read = codec.validate(input, context)
      return read._tag === 'Right' ? read : t.success(null)
    },
    (output) => output,
  )

/** The list of GET /payments?reference=…, newest first; an unreadable payment becomes null. */
export const PaymentList = record(
  {
    total_count: optional(integer('a count', 0, Number.MAX_SAFE_INTEGER)),
    data: t.readonlyArray(orNull(PaymentResponse), 'a list of payments'),
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
    response_code: tolerant(text),
    response_summary: tolerant(prose),
    reference: chosen,
    metadata: tolerant(t.UnknownRecord),
    _links: links('response-code'),
  },
  'a payment action',
)
export type PaymentAction = t.TypeOf<typeof PaymentAction>

/** The list of GET /payments/{id}/actions, newest first; an unreadable action becomes null. */
export const PaymentActions = t.readonlyArray(orNull(PaymentAction), 'a list of payment actions')
