/** What each event changes in the context, for the events that payments of every method share. */

import { castDraft, type Draft } from 'immer'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { ownAt } from '../../src/words/plain.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentChargeback,
  PaymentPending,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from './events.ts'
import type {
  Amounts,
  Chargeback,
  ChargebackReport,
  Payment,
  PaymentEnd,
  Refund,
  Stage,
} from './memory.ts'

type Shared = PaymentPending | PaymentCaptured | RefundRequested

/** Any event of a payment, as its chart receives it. */
type Report = Occurred<DomainEvent<string, Shared['data'] | ChargebackReversed['data']>>

/**
 * Applies the fields that every event of a payment may have. The first value of a field remains.
 */
export const applyCommon = (context: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  context.paymentId ??= data.paymentId
  context.customerId ??= data.customerId ?? null
  context.sourceId ??= data.sourceId ?? null
}

/** The amounts that an event's reports name. */
export const amountsOf = ({ currency: own }: Payment, event: Report): Amounts => {
  const named = reportsOf(event).filter(({ data }) => data.amount !== undefined)
  const ours = named.filter(({ data: { currency = own } }) => currency === own)
  const amounts = new Set(ours.flatMap(({ data: { amount } }) => amount ?? []))
  return { amounts: [...amounts], ...(ours.length < named.length ? { isForeign: true } : {}) }
}

/** The stage that an event reports. */
const stageOf = (context: Draft<Payment>, event: Report): Draft<Stage> =>
  castDraft({ ...timestampOf(event), ...amountsOf(context, event) })

const NO_REFUND: Draft<Refund> = { asked: null, pending: null, refunded: null, declined: null }

const applyStage =
  (stage: keyof Refund) =>
  (context: Draft<Payment>, event: Report): void => {
    applyCommon(context, event)
    const refund = ownAt(context.refunds, event.entityId) ?? { ...NO_REFUND }
    refund[stage] ??= stageOf(context, event)
    context.refunds[event.entityId] = refund
  }

/** Applies the amount that an event names for the payment itself. */
const applyAmount = (context: Draft<Payment>, event: Report): void => {
  context.amount ??= amountsOf(context, event).amounts[0] ?? null
}

/** Applies an end without money. The first end remains; ends come in the order of time. */
export const applyEnd =
  (how: PaymentEnd['how']) =>
  (context: Draft<Payment>, event: Report): void => {
    applyCommon(context, event)
    applyAmount(context, event)
    const end = { how, ...timestampOf(event) }
    context.ended ??= end
    if (context.endedLast?.timed !== false) context.endedLast = end
  }

/** Applies the beginning of a payment: from now on, money is awaited. */
export const applyPending = (context: Draft<Payment>, event: Report): void => {
  applyCommon(context, event)
  applyAmount(context, event)
  context.presented ??= stageOf(context, event)
}

const NO_CHARGEBACK: Chargeback = {
  reports: [],
  disputeId: null,
  reason: null,
  chargedBack: null,
  reversed: null,
}

const chargebackReports = (event: Occurred<PaymentChargeback>): readonly ChargebackReport[] =>
  reportsOf(event).map((report) => ({
    voice: report.data.reportedAs ?? 'chargeback',
    actionId: report.data.actionId ?? null,
    ...timestampOf(report),
  }))

const applyChargeback = (
  context: Draft<Payment>,
  event: Occurred<PaymentChargeback> | Occurred<ChargebackReversed>,
  found: Partial<Chargeback>,
): void => {
  applyCommon(context, event)
  const { disputeId = null } = event.data
  const known: Chargeback = ownAt(context.chargebacks, event.entityId) ?? NO_CHARGEBACK
  const names = { disputeId: known.disputeId ?? disputeId }
  context.chargebacks[event.entityId] = castDraft({ ...known, ...names, ...found })
}

/** The recipes that SEPA and ticket payments share. */
export const sharedRecipes: Recipes<
  Payment,
  | Occurred<PaymentCaptured>
  | Occurred<RefundRequested>
  | Occurred<PaymentRefundPending>
  | Occurred<PaymentRefunded>
  | Occurred<PaymentRefundDeclined>
  | Occurred<PaymentChargeback>
  | Occurred<ChargebackReversed>
> = {
  payment_captured: (context, event) => {
    applyCommon(context, event)
    const { data } = event
    context.captured ??= castDraft({
      ...stageOf(context, event),
      ...(data.partlyCaptured === true && data.amount === undefined ? { isUnknown: true } : {}),
      ...(event.metadata.source === 'inferred' ? { isOnlyShown: true } : {}),
      debitDate: data.debitDate ?? null,
    })
    context.refundedSeen ??= data.refundedSeen ?? null
    context.partlyRefundedSeen ||= data.partlyRefundedSeen === true
    context.fullyRefundedSeen ||= data.fullyRefundedSeen === true
  },
  refund_requested: applyStage('asked'),
  payment_refund_pending: applyStage('pending'),
  payment_refunded: applyStage('refunded'),
  payment_refund_declined: applyStage('declined'),
  payment_chargeback: (context, event) =>
    applyChargeback(context, event, {
      reports: chargebackReports(event),
      reason: event.data.reason ?? null,
      chargedBack: stageOf(context, event),
    }),
  chargeback_reversed: (context, event) =>
    applyChargeback(context, event, { reversed: stageOf(context, event) }),
}
