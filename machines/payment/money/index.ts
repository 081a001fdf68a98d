/** The captures and refunds of a payment, and what its sums are of. */
export { type Captures, capturesOf } from './captures.ts'
export { doubtExcess, type Refunds, refundsOf, type SettledRefund } from './refunds.ts'
export {
  capturedOf,
  chargedBackOf,
  exposedSums,
  hasChargedBack,
  hasRefunded,
  type PaymentSums,
  paymentSums,
  refundAmount,
  refundedOf,
  refundedStatus,
  refundStatus,
  sums,
} from './sums.ts'
