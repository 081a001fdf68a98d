/** The events of a payment of any method; an event has the same shape in every lifecycle. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { Currency, Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { CivilDate } from '../../src/words/time/calendar.ts'
import { TimeText } from '../../src/words/time/instant.ts'
import {
  ActionId,
  Balances,
  CustomerId,
  DisputeId,
  Method,
  PaymentId,
  SourceId,
  Voice,
} from '../words/payment-names.ts'

const common = {
  amount: Minor,
  currency: Currency,
  actionId: ActionId,
  method: Method,
  sourceId: SourceId,
  customerId: CustomerId,
  reference: Reference,
  responseCode: PlainText,
  commandId: CommandId,
  balances: Balances,
}

/** The fields that only a ticket has. The caller keeps its number and barcode; events do not. */
const ticket = {
  providerOrderId: Reference,
  providerPaymentId: Reference,
  integrationType: PlainText,
  ticketExpiresAt: TimeText,
  providerName: PlainText,
  riskFlagged: t.boolean,
}

const entityId = { paymentId: PaymentId }

/** The payment was accepted and money is awaited. */
export const PaymentPending = eventCodec(
  'payment_pending',
  fields(entityId, { ...common, ...ticket }),
)
export type PaymentPending = t.TypeOf<typeof PaymentPending>

/** The acquirer is accepting the payment; it is not yet final. */
export const PaymentCapturePending = eventCodec('payment_capture_pending', fields(entityId, common))

/** The payment was refused, at its creation or later. */
export const PaymentDeclined = eventCodec(
  'payment_declined',
  fields(entityId, { ...common, ...ticket }),
)

/** The payment was canceled before money moved. */
export const PaymentCanceled = eventCodec('payment_canceled', fields(entityId, common))

/** The customer did not pay in time. */
export const PaymentExpired = eventCodec('payment_expired', fields(entityId, common))
export type PaymentExpired = t.TypeOf<typeof PaymentExpired>

/**
 * The money was taken. `debitDate` is the day the payer's account was debited, as the message names
 * it, believed or not. `partlyCaptured` is from a snapshot. Logs of an earlier form may have
 * `refundedSeen`, `partlyRefundedSeen` and `fullyRefundedSeen`, which say nothing.
 */
export const PaymentCaptured = eventCodec(
  'payment_captured',
  fields(entityId, {
    ...common,
    debitDate: CivilDate,
    partlyCaptured: t.boolean,
    refundedSeen: Minor,
    partlyRefundedSeen: t.boolean,
    fullyRefundedSeen: t.boolean,
  }),
)
export type PaymentCaptured = t.TypeOf<typeof PaymentCaptured>

/** We requested a refund. `all`: of all that was left, which the amount then was. */
export const RefundRequested = eventCodec(
  'refund_requested',
  fields(entityId, { ...common, all: t.boolean }),
)
export type RefundRequested = t.TypeOf<typeof RefundRequested>

const PaymentRefundPending = eventCodec('payment_refund_pending', fields(entityId, common))

/** A refund was carried out. */
export const PaymentRefunded = eventCodec('payment_refunded', fields(entityId, common))
export type PaymentRefunded = t.TypeOf<typeof PaymentRefunded>

const PaymentRefundDeclined = eventCodec('payment_refund_declined', fields(entityId, common))

/**
 * The payer's bank took the money back: a chargeback, or a return after success. `reportedAs` is
 * absent for a webhook that says so itself. A message that `movesNothing` names a dispute that
 * took the money, but not of when. `disputeStatus` is the provider's own word for a dispute, such as
 * `lost` or `arbitration_won`.
 */
export const PaymentChargeback = eventCodec(
  'payment_chargeback',
  fields(entityId, {
    ...common,
    disputeId: DisputeId,
    disputeStatus: PlainText,
    reason: PlainText,
    reportedAs: Voice,
    movesNothing: t.boolean,
  }),
)
export type PaymentChargeback = t.TypeOf<typeof PaymentChargeback>

/** A chargeback was undone: won, or withdrawn. */
export const ChargebackReversed = eventCodec(
  'chargeback_reversed',
  fields(entityId, { ...common, disputeId: DisputeId, disputeStatus: PlainText }),
)
export type ChargebackReversed = t.TypeOf<typeof ChargebackReversed>

/** The events from the capture on, which payments of every method have, with identities and phases. */
export const moneyEvents = {
  payment_captured: kind(PaymentCaptured, 'capture', 3),
  refund_requested: kind(RefundRequested, 'refund', 4),
  payment_refund_pending: kind(PaymentRefundPending, 'refund', 4),
  payment_refunded: kind(PaymentRefunded, 'refund', 4),
  payment_refund_declined: kind(PaymentRefundDeclined, 'refund', 4),
  payment_chargeback: kind(PaymentChargeback, 'chargeback', 4, 'beginning'),
  chargeback_reversed: kind(ChargebackReversed, 'reversal', 4, 'undoing'),
} as const satisfies Lifecycle
