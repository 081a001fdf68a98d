/** What is known of any payment, what the events that all payments share teach, and the sums. */
import type { Draft } from 'immer'
import type { Event } from '../../src/event/envelope.ts'
import { type Moment, momentOf } from '../../src/event/moment.ts'
import type {
  PaymentCaptured,
  PaymentPending,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from '../../src/event/payment.ts'
import type { Recipes } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { CivilDate } from '../../src/words/calendar.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type { CustomerId, PaymentId, SourceId } from '../../src/words/text.ts'

// context ------------------------------------------------------------------
/** The money that came in. `amount` null: the payment's own. `debitDate` null: the capture's day. */
export interface Capture extends Moment {
  readonly amount: Minor | null
  readonly debitDate: CivilDate | null
}

/** How a payment ended without money: the first end told. */
export interface End extends Moment {
  readonly how: 'declined' | 'canceled' | 'expired'
}

/** One refund: what has been told of it, stage by stage. `amount` null until one names it. */
export interface Refund {
  readonly amount: Minor | null
  readonly asked: Moment | null
  readonly pending: Moment | null
  readonly refunded: Moment | null
  readonly declined: Moment | null
}

/** What is known of any payment. Refunds are kept by action id, or by command until it is answered. */
export interface Payment {
  readonly paymentId: PaymentId | null
  readonly customerId: CustomerId | null
  readonly sourceId: SourceId | null
  /** Minor units of `currency`; null until a message tells it. */
  readonly amount: Minor | null
  readonly currency: Currency | null
  readonly presented: Moment | null
  readonly captured: Capture | null
  readonly ended: End | null
  readonly refunds: Readonly<Record<string, Refund>>
  /** The most that any snapshot counted as refunded, in minor units. */
  readonly refundedSeen: Minor | null
  /** A snapshot showed that some, or all, of the money had gone back. */
  readonly partlyRefundedSeen: boolean
  readonly fullyRefundedSeen: boolean
}

/** A payment before anything was told. */
export const noPayment: Payment = {
  paymentId: null,
  customerId: null,
  sourceId: null,
  amount: null,
  currency: null,
  presented: null,
  captured: null,
  ended: null,
  refunds: {},
  refundedSeen: null,
  partlyRefundedSeen: false,
  fullyRefundedSeen: false,
}

// recipes ------------------------------------------------------------------
type Shared = PaymentPending | PaymentCaptured | RefundRequested

/** Learns what any message on a payment may name: what is unknown becomes known once. */
export const learnCommon = (known: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  known.paymentId ??= data.paymentId
  known.customerId ??= data.customerId ?? null
  known.sourceId ??= data.sourceId ?? null
  known.currency ??= data.currency ?? null
}

const NO_REFUND: Refund = {
  amount: null,
  asked: null,
  pending: null,
  refunded: null,
  declined: null,
}

const learnStage =
  (stage: 'asked' | 'pending' | 'refunded' | 'declined') =>
  (known: Draft<Payment>, event: Occurred<Event<string, RefundRequested['data']>>): void => {
    learnCommon(known, event)
    const refund = known.refunds[event.about] ?? { ...NO_REFUND }
    refund.amount ??= event.data.amount ?? null
    refund[stage] ??= momentOf(event)
    known.refunds[event.about] = refund
  }

/** Learns that a payment ended without money; the first end stands. */
export const learnEnd =
  (how: End['how']) =>
  (known: Draft<Payment>, event: Occurred<Event<string, PaymentPending['data']>>): void => {
    learnCommon(known, event)
    known.amount ??= event.data.amount ?? null
    known.ended ??= { how, ...momentOf(event) }
  }

/** The recipes that SEPA and ticket payments share. */
export const sharedRecipes: Recipes<
  Payment,
  | Occurred<PaymentCaptured>
  | Occurred<RefundRequested>
  | Occurred<PaymentRefundPending>
  | Occurred<PaymentRefunded>
  | Occurred<PaymentRefundDeclined>
> = {
  payment_captured: (known, event) => {
    learnCommon(known, event)
    known.captured ??= {
      amount: event.data.amount ?? null,
      debitDate: event.data.debitDate ?? null,
      ...momentOf(event),
    }
    known.refundedSeen ??= event.data.refundedSeen ?? null
    known.partlyRefundedSeen ||= event.data.partlyRefundedSeen === true
    known.fullyRefundedSeen ||= event.data.fullyRefundedSeen === true
  },
  refund_requested: learnStage('asked'),
  payment_refund_pending: learnStage('pending'),
  payment_refunded: learnStage('refunded'),
  payment_refund_declined: learnStage('declined'),
}
