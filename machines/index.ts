/** The four machines, and what can be read off their states. */
export type { Capture, End, Payment, Refund } from './memory/payment.ts'
export {
  type Collection,
  expiresAt,
  type SepaMandate,
  type SepaMandateStatus,
} from './memory/sepa-mandate.ts'
export {
  type Chargeback,
  type SepaPayment,
  type SepaPaymentStatus,
  sepaPaymentSums,
} from './memory/sepa-payment.ts'
export {
  mayAuthorize,
  nextActions,
  type Session,
  type SessionState,
  type SessionStatus,
} from './memory/session.ts'
export { refundStatus, type Sums } from './memory/sums.ts'
export {
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPaymentSums,
} from './memory/ticket-payment.ts'
export { lastChargebackDay, lastRefundDay } from './rules/sepa-payment.ts'
export { sepaMandate, sepaMandateChart } from './sepa-mandate.ts'
export { sepaPayment, sepaPaymentChart } from './sepa-payment.ts'
export { session, sessionChart } from './session.ts'
export { ticketPayment, ticketPaymentChart } from './ticket-payment.ts'
