/**
 * The four machines, and the views and types of their states. The types of events,
 * findings and refusals follow from a machine: `EventOf`, `FindingOf` and `RefusalOf` of
 * `payfold/machine`.
 */
export { observedEvents } from './observed/events.ts'
export type { Capture, Payment, Refund, Taking } from './payment/memory.ts'
export type { PaymentSums } from './payment/sums.ts'
export { type SepaMandateMachine, sepaMandate } from './sepa-mandate/index.ts'
export type { Collection, SepaMandate, SepaMandateStatus } from './sepa-mandate/memory.ts'
export { type SepaPaymentMachine, sepaPayment } from './sepa-payment/index.ts'
export type { SepaPayment, SepaPaymentStatus } from './sepa-payment/memory.ts'
export { type Authorization, mayAuthorize } from './session/authorize.ts'
export { type SessionMachine, session } from './session/index.ts'
export { nextActions, type Session, type SessionStatus } from './session/memory.ts'
export { type TicketPaymentMachine, ticketPayment } from './ticket-payment/index.ts'
export type { TicketPayment, TicketPaymentStatus } from './ticket-payment/memory.ts'
export { reasonOf, reasons } from './words/bank-reasons.ts'
export { MandateType, mandateStream } from './words/mandate-names.ts'
export {
  ActionId,
  CustomerId,
  DisputeId,
  Method,
  PaymentId,
  paymentStream,
  SourceId,
} from './words/payment-names.ts'
export { Channel, Mode, NextAction, SessionId, sessionStream } from './words/session-names.ts'
