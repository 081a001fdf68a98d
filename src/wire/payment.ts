/** Payments as the provider sends and takes them: webhooks, requests, responses, details, actions. */
import * as t from 'io-ts'
import { ActionId, CustomerId, DisputeId, PaymentId, SourceId } from '../words/text.ts'
import { amount, currency, flag, lax, maybe, text, time, word } from './tolerant.ts'

/** The ticket, without its number, barcode and addresses. */
const Ticket = t.strict({ expiration_date: lax(time), provider_name: lax(word) })

/** A payment's source, in requests, responses and webhooks. Both spellings of the provider's ids. */
export const PaymentSource = t.strict({
  type: lax(word),
  id: lax(SourceId),
  integration_type: lax(word),
  provider_order_id: lax(text),
  provider_payment_id: lax(text),
  dlocal_order_id: lax(text),
  dlocal_payment_id: lax(text),
  ticket: lax(Ticket),
})
export type PaymentSource = t.TypeOf<typeof PaymentSource>

const Customer = t.strict({ id: lax(CustomerId) })
const Risk = t.strict({ flagged: lax(flag) })
const Instruction = t.strict({ value_date: lax(time) })

/** What the provider counts itself; present in the newer dialect only. */
export const WireBalances = t.strict({ total_captured: lax(amount), total_refunded: lax(amount) })
export type WireBalances = t.TypeOf<typeof WireBalances>

/** The data of a `payment_*` webhook. @spec wire, 1.1 and 7 */
export const PaymentWebhook = t.strict(
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
export const DisputeWebhook = t.strict(
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

/** The body of POST /payments, as far as its answer needs it. */
export const CreatePaymentRequest = t.strict(
  {
    source: lax(PaymentSource),
    amount: maybe(amount),
    currency: maybe(currency),
    reference: lax(text),
  },
  'create-payment request',
)
export type CreatePaymentRequest = t.TypeOf<typeof CreatePaymentRequest>

/** A payment as POST /payments and GET /payments/{id} answer it. */
export const PaymentResponse = t.strict(
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
    balances: lax(WireBalances),
    response_code: lax(text),
  },
  'payment',
)
export type PaymentResponse = t.TypeOf<typeof PaymentResponse>

/** The body of POST /payments/{id}/refunds. No amount asks for all there is. */
export const RefundRequest = t.strict(
  { amount: maybe(amount), reference: lax(text) },
  'refund request',
)

/** The answer to it: an action that has begun, not a refund. @spec wire, 7 pitfall 5 */
export const RefundResponse = t.strict(
  { action_id: ActionId, reference: lax(text) },
  'refund response',
)

/** One element of GET /payments/{id}/actions. */
export const PaymentAction = t.strict(
  {
    id: ActionId,
    type: word,
    processed_on: lax(time),
    amount: maybe(amount),
    approved: lax(flag),
    response_code: lax(text),
    reference: lax(text),
  },
  'payment action',
)
export type PaymentAction = t.TypeOf<typeof PaymentAction>

/** GET /payments/{id}/actions, newest first. */
export const PaymentActions = t.array(PaymentAction, 'list of payment actions')
