/** The four machines, the names and types of their messages, and the views of their states. */
export {
  cancelMandate,
  completeSession,
  createPayment,
  requestRefund,
  submitChannelData,
} from './commands.ts'
export type * from './observed/command-events.ts'
export type * from './observed/events.ts'
export type { Overruled } from './observed/findings.ts'
export type { MoneyNotUnderstood, NotUnderstood } from './observed/not-understood.ts'
export type { Doubt, DoubtCode } from './payment/doubts.ts'
export type * from './payment/events.ts'
export type { EndsContradict, NegativeNet, RefundAtRisk } from './payment/findings.ts'
export type {
  Capture,
  Payment,
  PaymentEnd,
  Refund,
  Stage,
  Taking,
} from './payment/memory.ts'
export { type PaymentSums, paymentSums, refundAmount, refundStatus } from './payment/money/index.ts'
export type { OtherReference } from './payment/other-reference.ts'
export type { OtherSource } from './payment/other-source.ts'
export type {
  MoneyAfterEnd,
  SameCurrency,
  Shortage,
  UnknownFact,
} from './payment/rules.ts'
export type * from './sepa-mandate/events.ts'
export { type SepaMandateMachine, sepaMandate } from './sepa-mandate/index.ts'
export type {
  Collection,
  SepaMandate,
  SepaMandateStatus,
} from './sepa-mandate/memory.ts'
export type { RefusedByBank } from './sepa-mandate/refused-by-bank.ts'
export type { MandateUsable, SameCustomer } from './sepa-mandate/rules.ts'
export type { SourceInDoubt } from './sepa-mandate/source-in-doubt.ts'
export { expiresAt } from './sepa-mandate/uses.ts'
export type { SepaPaymentEvent } from './sepa-payment/events.ts'
export type { MandateUnknown } from './sepa-payment/findings.ts'
export { type SepaPaymentMachine, sepaPayment } from './sepa-payment/index.ts'
export type {
  SepaPayment,
  SepaPaymentStatus,
} from './sepa-payment/memory.ts'
export type { ChargebackLate, WindowClosed } from './sepa-payment/rules.ts'
export {
  type Authorization,
  type AuthorizationRequest,
  mayAuthorize,
} from './session/authorize.ts'
export type { Contradiction, FailureUnknown, PriceDiffers } from './session/doubts.ts'
export type * from './session/events.ts'
export type { ContradictsItself } from './session/findings.ts'
export { type SessionMachine, session } from './session/index.ts'
export {
  nextActions,
  type Session,
  type SessionState,
  type SessionStatus,
} from './session/memory.ts'
export type { OutcomeKnown } from './session/rules.ts'
export type { TicketPaymentEvent } from './ticket-payment/events.ts'
export type { ExpiryChanged } from './ticket-payment/findings.ts'
export { type TicketPaymentMachine, ticketPayment } from './ticket-payment/index.ts'
export type {
  TicketPayment,
  TicketPaymentStatus,
} from './ticket-payment/memory.ts'
export type { LateCapture, NotOfTickets } from './ticket-payment/rules.ts'
export { type Exception, type ReasonCode, reasonOf, reasons } from './words/bank-reasons.ts'
export { MandateType, mandateStream } from './words/mandate-names.ts'
export {
  ActionId,
  type Balances,
  CustomerId,
  DisputeId,
  Method,
  PaymentId,
  paymentStream,
  SourceId,
  Voice,
} from './words/payment-names.ts'
export { Channel, Mode, NextAction, SessionId, sessionStream } from './words/session-names.ts'
