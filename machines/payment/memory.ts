/** What is known of a payment: the context that payments of every method share. */
import type { Timestamp } from '../../src/event/envelope.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import type { PlainText } from '../../src/words/text/plain-text.ts'
import type { CivilDate } from '../../src/words/time/calendar.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import type { CustomerId, DisputeId, PaymentId, SourceId } from '../words/payment-names.ts'

/**
 * A stage that a payment, a refund or a taking has reached: when, and with which amount, in minor units
 * of the payment's currency. Of several amounts, the greatest counts; null if no report names one.
 * `until` is the last time that a report gives, if they give several.
 */
export interface Stage extends Timestamp {
  readonly amount: Minor | null
  readonly until?: Instant
  /** The first time that a report gives, if they give several. */
  readonly since?: Instant
  /** Only the receipt of a webhook shows when it was, however late the webhook came. */
  readonly isReceipt?: true
}

/**
 * What a report of a capture says: when it was, or only when the report was received, and the value
 * date that it names, believed or not.
 */
export interface CaptureReport extends Timestamp {
  readonly debitDate?: CivilDate
}

/**
 * The money that came in. Where its reports name no amount, the payment's own amount counts. `reports`
 * are what its messages say of its time. Where `isOnlyShown`, the capture is known from snapshots
 * alone: it happened at the latest when the first of them was received.
 */
export interface Capture extends Stage {
  readonly isOnlyShown?: true
  readonly reports: readonly CaptureReport[]
}

/** How a payment ended without money: the first end that was reported. */
export interface PaymentEnd extends Timestamp {
  readonly how: 'declined' | 'canceled' | 'expired'
  /** The amount that the end names: the payment's own where no other message names it. */
  readonly amount: Minor | null
}

/** One refund: when it reached each stage, and with which amount. */
export interface Refund {
  readonly asked: Stage | null
  readonly pending: Stage | null
  readonly refunded: Stage | null
  readonly declined: Stage | null
}

/** Money that the payer's bank took, and gave back. An unknown amount is all that was captured. */
export interface Taking {
  readonly disputeId: DisputeId | null
  readonly reason: PlainText | null
  readonly taken: Stage | null
  readonly givenBack: Stage | null
}

/**
 * The context of any payment. Refunds are keyed by action id, or by command id until the response;
 * takings by dispute id, else by action id, else by `event:` and the id of their first event. Captures
 * after the first are keyed by action id.
 */
export interface Payment {
  readonly paymentId: PaymentId | null
  readonly customerId: CustomerId | null
  readonly sourceId: SourceId | null
  /** Minor units of `currency`; null until a message names it. */
  readonly amount: Minor | null
  /** The currency of the method; money in any other is never added. */
  readonly currency: Currency
  readonly presented: Stage | null
  readonly captured: Capture | null
  readonly furtherCaptures: Readonly<Record<string, Stage>>
  readonly ended: PaymentEnd | null
  /** The last of several ends; one without a provider's time may always be the last. */
  readonly endedLast: PaymentEnd | null
  readonly refunds: Readonly<Record<string, Refund>>
  readonly takings: Readonly<Record<string, Taking>>
}

/**
 * The context of a payment in a currency before its first event, with the fields of its method. It
 * is a new one each time, and all have one shape, which engines are fast to read.
 */
export const noPayment = <A extends object>(currency: string, own: A): Payment & A => ({
  paymentId: null,
  customerId: null,
  sourceId: null,
  amount: null,
  currency: currency as Currency,
  presented: null,
  captured: null,
  furtherCaptures: {},
  ended: null,
  endedLast: null,
  refunds: {},
  takings: {},
  ...own,
})
