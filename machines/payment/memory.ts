/** The context that payments of every method share, and the recipes of the events they share. */
import type { Draft } from 'immer'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { type Timestamp, timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import type { CivilDate } from '../../src/words/calendar.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type {
  PaymentCaptured,
  PaymentPending,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from './events.ts'
import type { CustomerId, PaymentId, SourceId } from './names.ts'

// context ------------------------------------------------------------------
/**
 * The money that came in. Where `amount` is null, the payment's own amount counts; where
 * `debitDate` is null, the day of the capture.
 */
export interface Capture extends Timestamp {
  readonly amount: Minor | null
  readonly debitDate: CivilDate | null
}

/** How a payment ended without money: the first end that was reported. */
export interface PaymentEnd extends Timestamp {
  readonly how: 'declined' | 'canceled' | 'expired'
}

/** One refund: when it reached each stage. `amount` is null until an event names it. */
export interface Refund {
  readonly amount: Minor | null
  readonly asked: Timestamp | null
  readonly pending: Timestamp | null
  readonly refunded: Timestamp | null
  readonly declined: Timestamp | null
}

/**
 * The context of any payment. Refunds are keyed by action id, or by command id until the response.
 */
export interface Payment {
  readonly paymentId: PaymentId | null
  readonly customerId: CustomerId | null
  readonly sourceId: SourceId | null
  /** Minor units of `currency`; null until a message names it. */
  readonly amount: Minor | null
  readonly currency: Currency | null
  readonly presented: Timestamp | null
  readonly captured: Capture | null
  readonly ended: PaymentEnd | null
  readonly refunds: Readonly<Record<string, Refund>>
  /** The highest refunded amount that any snapshot counted, in minor units. */
  readonly refundedSeen: Minor | null
  /** Whether a snapshot showed that part, or all, of the money had been refunded. */
  readonly partlyRefundedSeen: boolean
  readonly fullyRefundedSeen: boolean
}

/** The context of a payment before its first event. */
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

/**
 * Applies the fields that every event of a payment may have. The first value of a field remains.
 */
export const applyCommon = (context: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  context.paymentId ??= data.paymentId
  context.customerId ??= data.customerId ?? null
  context.sourceId ??= data.sourceId ?? null
  context.currency ??= data.currency ?? null
}

const NO_REFUND: Refund = {
  amount: null,
  asked: null,
  pending: null,
  refunded: null,
  declined: null,
}

const applyStage =
  (stage: 'asked' | 'pending' | 'refunded' | 'declined') =>
  (
    context: Draft<Payment>,
    event: Occurred<DomainEvent<string, RefundRequested['data']>>,
  ): void => {
    applyCommon(context, event)
    const refund = context.refunds[event.entityId] ?? { ...NO_REFUND }
    refund.amount ??= event.data.amount ?? null
    refund[stage] ??= timestampOf(event)
    context.refunds[event.entityId] = refund
  }

/** Applies an end without money. The first end remains. */
export const applyEnd =
  (how: PaymentEnd['how']) =>
  (context: Draft<Payment>, event: Occurred<DomainEvent<string, PaymentPending['data']>>): void => {
    applyCommon(context, event)
    context.amount ??= event.data.amount ?? null
    context.ended ??= { how, ...timestampOf(event) }
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
  payment_captured: (context, event) => {
    applyCommon(context, event)
    context.captured ??= {
      amount: event.data.amount ?? null,
      debitDate: event.data.debitDate ?? null,
      ...timestampOf(event),
    }
    context.refundedSeen ??= event.data.refundedSeen ?? null
    context.partlyRefundedSeen ||= event.data.partlyRefundedSeen === true
    context.fullyRefundedSeen ||= event.data.fullyRefundedSeen === true
  },
  refund_requested: applyStage('asked'),
  payment_refund_pending: applyStage('pending'),
  payment_refunded: applyStage('refunded'),
  payment_refund_declined: applyStage('declined'),
}
