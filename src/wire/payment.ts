/** Payments as the provider sends them: webhooks, responses, details, actions. */
import * as t from 'io-ts'
import { shape } from '../words/own.ts'
import { ActionId, CustomerId, DisputeId, PaymentId, SourceId } from '../words/text.ts'
import { amount, currency, flag, lax, links, maybe, prose, text, time, word } from './tolerant.ts'

/**
 * The ticket, for whoever renders it: its number and barcode go no further than the caller.
 * @spec interface, Payment; wire, 0 (ticket.provider_logo_url)
 */
export const Ticket = shape({
  type: lax(word),
  number: lax(prose),
  barcode: lax(prose),
  id: lax(prose),
  expiration_date: lax(time),
  provider_name: lax(word),
  provider_logo_url: lax(prose),
  provider_logo: lax(prose),
  ticket_url: lax(prose),
  image_url: lax(prose),
})
export type Ticket = t.TypeOf<typeof Ticket>

/** A payment's source, in requests, responses and webhooks. Both spellings of the provider's ids. */
export const PaymentSource = shape({
  type: lax(word),
  id: lax(SourceId),
  integration_type: lax(word),
  provider_order_id: lax(text),
  provider_payment_id: lax(text),
  dlocal_order_id: lax(text),
  dlocal_payment_id: lax(text),
  description: lax(prose),
  ticket: lax(Ticket),
})
export type PaymentSource = t.TypeOf<typeof PaymentSource>

const Customer = shape({ id: lax(CustomerId), email: lax(prose) })
const Risk = shape({ flagged: lax(flag) })
const Instruction = shape({ value_date: lax(time) })

/** What the provider counts itself; present in the newer dialect only. */
export const WireBalances = shape({ total_captured: lax(amount), total_refunded: lax(amount) })
export type WireBalances = t.TypeOf<typeof WireBalances>

/** The data of a `payment_*` webhook. @spec wire, 1.1 and 7 */
export const PaymentWebhook = shape(
  {
    id: lax(PaymentId),
    payment_id: lax(PaymentId),
    action_id: maybe(ActionId),
    dispute_id: lax(DisputeId),
    amount: maybe(amount),
    currency: maybe(currency),
    processed_on: lax(time),
    response_code: lax(text),
    reference: lax(text),
    source: lax(PaymentSource),
    customer: lax(Customer),
    customer_id: lax(CustomerId),
    balances: lax(WireBalances),
    risk: lax(Risk),
    instruction: lax(Instruction),
    chargeback_code: lax(text),
    reason_code: lax(text),
  },
  'payment webhook',
)
export type PaymentWebhook = t.TypeOf<typeof PaymentWebhook>

/** The data of a `dispute_*` webhook: the payment stands in `payment_id`. @spec wire, 7 pitfall 8 */
export const DisputeWebhook = shape(
  {
    id: maybe(DisputeId),
    payment_id: PaymentId,
    payment_action_id: maybe(ActionId),
    amount: maybe(amount),
    currency: maybe(currency),
    date: lax(time),
  },
  'dispute webhook',
)

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

/** A payment as POST /payments and GET /payments/{id} answer it. */
export const PaymentResponse = shape(
  {
    id: PaymentId,
    status: lax(word),
    requested_on: lax(time),
    amount: maybe(amount),
    currency: maybe(currency),
    reference: lax(text),
    source: lax(PaymentSource),
    customer: lax(Customer),
    risk: lax(Risk),
    payment_type: lax(word),
    balances: lax(WireBalances),
    response_code: lax(text),
    response_summary: lax(prose),
    _links: PaymentLinks,
  },
  'payment',
)
export type PaymentResponse = t.TypeOf<typeof PaymentResponse>

/** The answer to POST /payments/{id}/refunds: an action that has begun, not a refund. @spec wire, 7 pitfall 5 */
export const RefundResponse = shape(
  { action_id: ActionId, reference: lax(text), _links: links('payment') },
  'refund response',
)
export type RefundResponse = t.TypeOf<typeof RefundResponse>

/** One element of GET /payments/{id}/actions. */
export const PaymentAction = shape(
  {
    id: ActionId,
    type: word,
    processed_on: lax(time),
    amount: maybe(amount),
    approved: lax(flag),
    auth_code: lax(prose),
    response_code: lax(text),
    response_summary: lax(prose),
    reference: lax(text),
    metadata: lax(t.UnknownRecord),
    _links: links('response-code'),
  },
  'payment action',
)
export type PaymentAction = t.TypeOf<typeof PaymentAction>

const ActionOrNull = new t.Type<PaymentAction | null, unknown, unknown>(
  PaymentAction.name,
  (input): input is PaymentAction | null => input === null || PaymentAction.is(input),
  (input, context) => {
    const read = PaymentAction.validate(input, context)
    return read._tag === 'Right' ? read : t.success(null)
  },
  (output) => output,
)

/** GET /payments/{id}/actions, newest first: null where one cannot be read, for the others can. */
export const PaymentActions = t.readonlyArray(ActionOrNull, 'list of payment actions')
