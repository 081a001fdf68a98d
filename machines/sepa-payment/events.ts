/** The lifecycle of a SEPA payment: its events, each with its identity and phase. */
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import {
  ChargebackReversed,
  PaymentCanceled,
  PaymentCaptured,
  PaymentChargeback,
  PaymentDeclined,
  PaymentPending,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from '../payment/events.ts'

/** The lifecycle. Its phases: pending, the ends, captured, then refunds and disputes by time. */
export const sepaPaymentEvents = {
  payment_pending: kind(PaymentPending, 'once', 0),
  payment_declined: kind(PaymentDeclined, 'once', 2),
  payment_canceled: kind(PaymentCanceled, 'once', 2),
  payment_captured: kind(PaymentCaptured, 'capture', 3),
  refund_requested: kind(RefundRequested, 'refund', 4),
  payment_refund_pending: kind(PaymentRefundPending, 'refund', 4),
  payment_refunded: kind(PaymentRefunded, 'refund', 4),
  payment_refund_declined: kind(PaymentRefundDeclined, 'refund', 4),
  payment_chargeback: kind(PaymentChargeback, 'chargeback', 4, 'beginning'),
  chargeback_reversed: kind(ChargebackReversed, 'reversal', 4, 'undoing'),
} as const satisfies Lifecycle

/** Every event of a SEPA payment. */
export type SepaPaymentEvent = EventIn<typeof sepaPaymentEvents>
