/** The four machines, the names and types of their messages, and the views of their states. */
export type * from './observed/events.ts'
export type { SnapshotContradicts } from './observed/findings.ts'
export type { BalanceMismatch } from './payment/balances.ts'
export type * from './payment/events.ts'
export type { NegativeNet, RefundReversed, Superseded } from './payment/findings.ts'
export type { Capture, Payment, PaymentEnd, Refund } from './payment/memory.ts'
export {
  ActionId,
  CustomerId,
  DisputeId,
  Method,
  PaymentId,
  paymentStream,
  SourceId,
} from './payment/names.ts'
export type {
  LateCapture,
  MoneyAfterEnd,
  OtherCurrency,
  Shortage,
  UnknownFact,
} from './payment/rules.ts'
export { type PaymentSums, refundStatus } from './payment/sums.ts'
export type * from './sepa-mandate/events.ts'
export { type SepaMandateMachine, sepaMandate } from './sepa-mandate/index.ts'
export {
  type Collection,
  expiresAt,
  type SepaMandate,
  type SepaMandateStatus,
} from './sepa-mandate/memory.ts'
export { MandateType, mandateStream } from './sepa-mandate/names.ts'
export type { MandateUsable, SameCustomer } from './sepa-mandate/rules.ts'
export type { SepaPaymentEvent } from './sepa-payment/events.ts'
export { type SepaPaymentMachine, sepaPayment } from './sepa-payment/index.ts'
export {
  type Chargeback,
  type SepaPayment,
  type SepaPaymentStatus,
  sepaPaymentSums,
} from './sepa-payment/memory.ts'
export type { WindowClosed } from './sepa-payment/rules.ts'
export { lastChargebackDay, lastRefundDay } from './sepa-payment/windows.ts'
export type * from './session/events.ts'
export type { Contradiction } from './session/findings.ts'
export { type SessionMachine, session } from './session/index.ts'
export {
  mayAuthorize,
  nextActions,
  type Session,
  type SessionState,
  type SessionStatus,
} from './session/memory.ts'
export { Channel, Mode, NextAction, SessionId, sessionStream } from './session/names.ts'
export type { OutcomeKnown } from './session/rules.ts'
export type { TicketPaymentEvent } from './ticket-payment/events.ts'
export { type TicketPaymentMachine, ticketPayment } from './ticket-payment/index.ts'
export {
  type TicketPayment,
  type TicketPaymentStatus,
  ticketPaymentSums,
} from './ticket-payment/memory.ts'
