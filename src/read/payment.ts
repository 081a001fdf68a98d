/** What messages about payments say, in the words of their events. */

import type { PaymentSource, PaymentWebhook, WireBalances } from '../wire/payment.ts'
import { civilDate } from '../words/calendar.ts'
import { toInstant } from '../words/instant.ts'
import type { Method } from '../words/names.ts'
import type { Policy } from '../words/policy.ts'

const TICKETS: ReadonlySet<string> = new Set(['pagofacil', 'rapipago'])
const SEPA: ReadonlySet<string> = new Set(['sepa', 'sepav4', 'id'])

/**
 * Which method a source tells of. A source of type `id` is a SEPA source in this interface. A ticket
 * is known by its names or by what only tickets have. Undefined when nothing is told.
 */
export const methodOf = (source: PaymentSource | undefined): Method | undefined => {
  if (source === undefined) return undefined
  const { type, integration_type: integration, ticket } = source
  if (integration !== undefined || ticket !== undefined) return 'ticket'
  if (type === undefined) return undefined
  if (TICKETS.has(type)) return 'ticket'
  return SEPA.has(type) ? 'sepa' : 'other'
}

/** What a source tells of a ticket: under the interface's names, else under the processor's. */
export const ticketOf = (source: PaymentSource | undefined) => ({
  providerOrderId: source?.provider_order_id ?? source?.dlocal_order_id,
  providerPaymentId: source?.provider_payment_id ?? source?.dlocal_payment_id,
  integrationType: source?.integration_type,
  ticketExpiresAt: source?.ticket?.expiration_date,
  providerName: source?.ticket?.provider_name,
})

/** The provider's own counts, where it gives any. */
export const balancesOf = (balances: WireBalances | undefined) => {
  const captured = balances?.total_captured
  const refunded = balances?.total_refunded
  if (captured === undefined && refunded === undefined) return undefined
  return {
    ...(captured === undefined ? {} : { captured }),
    ...(refunded === undefined ? {} : { refunded }),
  }
}

/** What every `payment_*` webhook may tell beside its own matter. */
export const commonOf = (message: PaymentWebhook) => ({
  amount: message.amount,
  currency: message.currency,
  actionId: message.action_id,
  method: methodOf(message.source),
  sourceId: message.source?.id,
  customerId: message.customer?.id ?? message.customer_id,
  reference: message.reference,
  responseCode: message.response_code,
  balances: balancesOf(message.balances),
})

/** The day the payer's account was debited, where the message names a value date. */
export const debitDateOf = (message: PaymentWebhook, policy: Policy) => {
  const named = message.instruction?.value_date
  return named === undefined ? undefined : civilDate(toInstant(named), policy.sepaZone)
}
