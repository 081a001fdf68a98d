/** The lifecycle of a ticket payment: its events, each with its identity and phase. */
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import {
  ChargebackReversed,
  PaymentCaptured,
  PaymentCapturePending,
  PaymentChargeback,
  PaymentDeclined,
  PaymentExpired,
  PaymentPending,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from '../payment/events.ts'

/**
 * The lifecycle. Its phases: pending, capture pending, the ends, captured, then refunds by time.
 */
export const ticketPaymentEvents = {
  payment_pending: kind(PaymentPending, 'once', 0),
  payment_capture_pending: kind(PaymentCapturePending, 'once', 1),
  payment_declined: kind(PaymentDeclined, 'once', 2),
  payment_expired: kind(PaymentExpired, 'once', 2),
  payment_captured: kind(PaymentCaptured, 'capture', 3),
  refund_requested: kind(RefundRequested, 'refund', 4),
  payment_refund_pending: kind(PaymentRefundPending, 'refund', 4),
  payment_refunded: kind(PaymentRefunded, 'refund', 4),
  payment_refund_declined: kind(PaymentRefundDeclined, 'refund', 4),
  payment_chargeback: kind(PaymentChargeback, 'chargeback', 4, 'beginning'),
  chargeback_reversed: kind(ChargebackReversed, 'reversal', 4, 'undoing'),
} as const satisfies Lifecycle

/** Every event of a ticket payment. */
export type TicketPaymentEvent = EventIn<typeof ticketPaymentEvents>
