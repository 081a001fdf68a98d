/** What messages say of a payment, whichever its method: one shape for an event wherever it occurs. */
import * as t from 'io-ts'
import { CivilDate } from '../words/calendar.ts'
import { TimeText } from '../words/instant.ts'
import { Currency, Minor } from '../words/money.ts'
import { Method } from '../words/names.ts'
import {
  ActionId,
  CommandId,
  CustomerId,
  DisputeId,
  PaymentId,
  SourceId,
  Text,
} from '../words/text.ts'
import { event, fields } from './envelope.ts'

/** What the provider counts itself, in minor units. @spec wire, 6 Checkout balances */
export const Balances = fields({}, { captured: Minor, refunded: Minor })
export type Balances = t.TypeOf<typeof Balances>

/** What any message on a payment may name beside its own matter. */
const common = {
  amount: Minor,
  currency: Currency,
  actionId: ActionId,
  method: Method,
  sourceId: SourceId,
  customerId: CustomerId,
  reference: Text,
  responseCode: Text,
  commandId: CommandId,
  balances: Balances,
}

/** What only a ticket has. Its number and barcode stay with the caller. */
const ticket = {
  providerOrderId: Text,
  providerPaymentId: Text,
  integrationType: Text,
  ticketExpiresAt: TimeText,
  providerName: Text,
  riskFlagged: t.boolean,
}

const about = { paymentId: PaymentId }

/** The payment was accepted and money is awaited. */
export const PaymentPending = event('payment_pending', fields(about, { ...common, ...ticket }))
export type PaymentPending = t.TypeOf<typeof PaymentPending>

/** The acquirer is accepting the payment; it is not yet final. */
export const PaymentCapturePending = event('payment_capture_pending', fields(about, common))
export type PaymentCapturePending = t.TypeOf<typeof PaymentCapturePending>

/** The payment was refused, at its creation or later. */
export const PaymentDeclined = event('payment_declined', fields(about, { ...common, ...ticket }))
export type PaymentDeclined = t.TypeOf<typeof PaymentDeclined>

/** The payment was called off before money moved. */
export const PaymentCanceled = event('payment_canceled', fields(about, common))
export type PaymentCanceled = t.TypeOf<typeof PaymentCanceled>

/** Nobody paid in time. */
export const PaymentExpired = event('payment_expired', fields(about, common))
export type PaymentExpired = t.TypeOf<typeof PaymentExpired>

/**
 * The money was taken. `debitDate` is the day the payer's account was debited, where the provider
 * names it. `refundedSeen` (the most that any counted), `partlyRefundedSeen` and `fullyRefundedSeen`
 * stem from snapshots only: they show that money had gone back, though not by which refunds.
 */
export const PaymentCaptured = event(
  'payment_captured',
  fields(about, {
    ...common,
    debitDate: CivilDate,
    refundedSeen: Minor,
    partlyRefundedSeen: t.boolean,
    fullyRefundedSeen: t.boolean,
  }),
)
export type PaymentCaptured = t.TypeOf<typeof PaymentCaptured>

/** A refund was asked for, by us. */
export const RefundRequested = event('refund_requested', fields(about, common))
export type RefundRequested = t.TypeOf<typeof RefundRequested>

/** The provider has begun to carry a refund out. */
export const PaymentRefundPending = event('payment_refund_pending', fields(about, common))
export type PaymentRefundPending = t.TypeOf<typeof PaymentRefundPending>

/** A refund was carried out. */
export const PaymentRefunded = event('payment_refunded', fields(about, common))
export type PaymentRefunded = t.TypeOf<typeof PaymentRefunded>

/** A refund was not carried out, or did not last. */
export const PaymentRefundDeclined = event('payment_refund_declined', fields(about, common))
export type PaymentRefundDeclined = t.TypeOf<typeof PaymentRefundDeclined>

/** Money went back against our will: a chargeback, or a bank's return after success. */
export const PaymentChargeback = event(
  'payment_chargeback',
  fields(about, { ...common, disputeId: DisputeId, reason: Text }),
)
export type PaymentChargeback = t.TypeOf<typeof PaymentChargeback>

/** A chargeback was undone: won, or withdrawn. */
export const ChargebackReversed = event(
  'chargeback_reversed',
  fields(about, { ...common, disputeId: DisputeId }),
)
export type ChargebackReversed = t.TypeOf<typeof ChargebackReversed>
