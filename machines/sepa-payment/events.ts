/** The lifecycle of a SEPA payment: its events, each with its identity and phase. */
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { moneyEvents, PaymentCanceled, PaymentDeclined, PaymentPending } from '../payment/events.ts'

/** The lifecycle. Its phases: pending, the ends, captured, then refunds and disputes by time. */
export const sepaPaymentEvents = {
  payment_pending: kind(PaymentPending, 'once', 0),
  payment_declined: kind(PaymentDeclined, 'once', 2),
  payment_canceled: kind(PaymentCanceled, 'once', 2),
  ...moneyEvents,
} as const satisfies Lifecycle

/** Every event of a SEPA payment. */
export type SepaPaymentEvent = EventIn<typeof sepaPaymentEvents>
