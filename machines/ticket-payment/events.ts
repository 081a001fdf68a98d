/** The lifecycle of a ticket payment: its events, each with its identity and phase. */
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import {
  moneyEvents,
  PaymentCapturePending,
  PaymentDeclined,
  PaymentExpired,
  PaymentPending,
} from '../payment/events.ts'

/** The phases: pending, capture pending, the ends, captured, then refunds by time. */
export const ticketPaymentEvents = {
  payment_pending: kind(PaymentPending, 'once', 0),
  payment_capture_pending: kind(PaymentCapturePending, 'once', 1),
  payment_declined: kind(PaymentDeclined, 'once', 2),
  payment_expired: kind(PaymentExpired, 'once', 2),
  ...moneyEvents,
} as const satisfies Lifecycle

/** Every event of a ticket payment. */
export type TicketPaymentEvent = EventIn<typeof ticketPaymentEvents>
