/** Turns fields of payment messages into fields of events. */
import type { Method } from '../../../machines/words/payment-names.ts'
import { present } from '../../words/data/plain-data.ts'
import type { Currency } from '../../words/money.ts'
import type { CivilDate } from '../../words/time/calendar.ts'
import type { PaymentWebhook, ReadSource, WireBalances } from '../wire/bodies.ts'
import { FIRST_YEAR, firstKept } from '../wire/tolerant-values.ts'

const TICKETS: ReadonlySet<string> = new Set(['pagofacil', 'pago_facil', 'rapipago'])
const SEPA: ReadonlySet<string> = new Set(['sepa', 'sepav4', 'id'])

/** The types of sources that are known to be neither; of a type in no list, nobody knows what it is. */
const OTHERS: ReadonlySet<string> = new Set([
  ...'ach afterpay alipay alipay_cn alipay_hk alipay_plus baloto bancontact benefit'.split(' '),
  ...'benefitpay boleto card currency_account dana eps fawry gcash giropay ideal'.split(' '),
  ...'kakaopay klarna knet mbway multibanco network_token oxxo p24 paypal poli'.split(' '),
  ...'provider_token qpay sofort tamara tng token truemoney wechatpay'.split(' '),
])

/** The method that the type of a source names; undefined if that is not known. */
export const methodNamed = (type: string): Method | undefined => {
  if (TICKETS.has(type)) return 'ticket'
  if (SEPA.has(type)) return 'sepa'
  return OTHERS.has(type) ? 'other' : undefined
}

/** What of a message shows its payment's method. */
export interface Methodical {
  readonly source?: ReadSource | undefined
  readonly currency?: Currency | undefined
  /** Where the money of a payout goes. */
  readonly destination?: object | undefined
}

/** Whether a ticket is paid in Argentina: those of other countries have the same fields. */
const isArgentine = ({ country, ticket }: ReadSource, currency: Currency | undefined): boolean => {
  const provider = ticket?.provider_name
  if (provider !== undefined && TICKETS.has(provider)) return true
  return country === undefined ? currency === 'ARS' : country === 'ar'
}

/**
 * The payment method that a message shows, if it can be told. A source of type `id` is SEPA. An unknown
 * type may be another name of any method, so it shows none. @spec interface#payment-methods
 */
export const methodOf = ({ source, currency, destination }: Methodical): Method | undefined => {
  if (source === undefined) return destination === undefined ? undefined : 'other'
  const { type, integration_type: integration, ticket } = source
  const method = type === undefined ? undefined : methodNamed(type)
  if (method !== undefined) return method
  const isCash = integration !== undefined || ticket !== undefined
  return isCash && isArgentine(source, currency) ? 'ticket' : undefined
}

/** A time or a day; null if it is an empty date. It may be later than the message. */
const filled = <A extends string>(date: A | undefined): A | null | undefined =>
  date !== undefined && date < FIRST_YEAR ? null : date

/** The fields of a ticket in a source, by the interface's names or else by the processor's. */
export const ticketOf = (source: ReadSource | undefined) => ({
  providerOrderId: firstKept(source?.provider_order_id, source?.dlocal_order_id),
  providerPaymentId: firstKept(source?.provider_payment_id, source?.dlocal_payment_id),
  integrationType: source?.integration_type,
  ticketExpiresAt: filled(source?.ticket?.expiration_date),
  providerName: source?.ticket?.provider_name,
})

/** The provider's own totals; undefined if it gives none. */
export const balancesOf = (balances: WireBalances | undefined) => {
  const { total_captured: captured, total_refunded: refunded } = balances ?? {}
  return captured === undefined && refunded === undefined
    ? undefined
    : present({ captured, refunded })
}

/** The fields that every `payment_*` webhook may have. */
export const commonOf = (message: PaymentWebhook) => ({
  amount: message.amount,
  currency: message.currency,
  actionId: message.action_id,
  method: methodOf(message),
  sourceId: message.source?.id,
  customerId: message.customer?.id ?? message.customer_id,
  reference: message.reference,
  responseCode: message.response_code,
  balances: balancesOf(message.balances),
})

/** The day on which the payer's account was debited, as the bank's zone has it; undefined if none is named. */
export const debitDateOf = ({ instruction }: PaymentWebhook): CivilDate | null | undefined => {
  const [, year, month, day] =
    /^(\d{4})-?(\d{2})-?(\d{2})/.exec(instruction?.value_date ?? '') ?? []
  return year === undefined ? undefined : filled(`${year}-${month}-${day}` as CivilDate)
}
