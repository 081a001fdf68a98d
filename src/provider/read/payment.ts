/** Turns fields of payment messages into fields of events. */

import type { Method } from '../../../machines/payment/names.ts'
import { civilDate } from '../../words/calendar.ts'
import { toInstant } from '../../words/instant.ts'
import type { PaymentSource, PaymentWebhook, WireBalances } from '../wire/payment.ts'
import type { ReadingPolicy } from './policy.ts'
import { firstKept } from './stream-event.ts'

const TICKETS: ReadonlySet<string> = new Set(['pagofacil', 'rapipago'])
const SEPA: ReadonlySet<string> = new Set(['sepa', 'sepav4', 'id'])

/**
 * The payment method of a source. A source of type `id` is a SEPA source in this interface. A
 * ticket has one of the ticket types, or a field that only tickets have. Undefined if the source
 * does not say.
 */
export const methodOf = (source: PaymentSource | undefined): Method | undefined => {
  if (source === undefined) return undefined
  const { type, integration_type: integration, ticket } = source
  if (integration !== undefined || ticket !== undefined) return 'ticket'
  if (type === undefined) return undefined
  if (TICKETS.has(type)) return 'ticket'
  return SEPA.has(type) ? 'sepa' : 'other'
}

/** The fields of a ticket in a source, by the interface's names or else by the processor's. */
export const ticketOf = (source: PaymentSource | undefined) => ({
  providerOrderId: firstKept(source?.provider_order_id, source?.dlocal_order_id),
  providerPaymentId: firstKept(source?.provider_payment_id, source?.dlocal_payment_id),
  integrationType: source?.integration_type,
  ticketExpiresAt: source?.ticket?.expiration_date,
  providerName: source?.ticket?.provider_name,
})

/** The provider's own totals; undefined if it gives none. */
export const balancesOf = (balances: WireBalances | undefined) => {
  const captured = balances?.total_captured
  const refunded = balances?.total_refunded
  if (captured === undefined && refunded === undefined) return undefined
  return {
    ...(captured === undefined ? {} : { captured }),
    ...(refunded === undefined ? {} : { refunded }),
  }
}

/** The fields that every `payment_*` webhook may have. */
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

/** The date on which the payer's account was debited; undefined if the message names none. */
export const debitDateOf = (message: PaymentWebhook, policy: ReadingPolicy) => {
  const named = message.instruction?.value_date
  return named === undefined ? undefined : civilDate(toInstant(named), policy.sepaZone)
}
