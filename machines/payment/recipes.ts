/** What each event changes in the context, for the events that payments of every method share. */

import { castDraft, type Draft } from 'immer'
import { type DomainEvent, occurredAt } from '../../src/event/envelope.ts'
import { type Timestamp, timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import { put } from '../../src/fold/kept-sum.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { earlier, later } from '../../src/words/instant.ts'
import { ownAt } from '../../src/words/plain.ts'
import { capturedAt } from './captured-at.ts'
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
export type Report = Occurred<DomainEvent<string, Shared['data'] | ChargebackReversed['data']>>

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
const stageIn = (context: Payment, event: Report): Stage => {
  const { at, timed } = timestampOf(event)
  const times = reportsOf(event).flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const until = times.reduce(later, at)
  const since = times.reduce(earlier, at)
  const bounds = { ...(until > at ? { until } : {}), ...(since < at ? { since } : {}) }
  return { at, timed, ...bounds, ...amountsOf(context, event) }
}

const stageOf = (context: Draft<Payment>, event: Report): Draft<Stage> =>
  castDraft(stageIn(context, event))

const NO_REFUND: Refund = { asked: null, pending: null, refunded: null, declined: null }

const applyStage =
  (stage: keyof Refund) =>
  (context: Draft<Payment>, event: Report): void => {
    applyCommon(context, event)
    const known: Refund = ownAt(context.refunds, event.entityId) ?? NO_REFUND
    if (known[stage] !== null) return
    const refund = { ...known, [stage]: stageIn(context, event) }
    put(context.refunds, event.entityId, castDraft(refund))
  }

/** The stage of a refund that each event reports. */
export const REFUND_STAGES = {
  refund_requested: 'asked',
  payment_refund_pending: 'pending',
  payment_refunded: 'refunded',
  payment_refund_declined: 'declined',
} as const satisfies Readonly<Record<string, keyof Refund>>

/** The refund that some events report, by their types; undefined if none of them is about one. */
export const refundFrom = (context: Payment, events: readonly Report[]): Refund | undefined => {
  const stages = events.flatMap((event) =>
    Object.hasOwn(REFUND_STAGES, event.type)
      ? [[REFUND_STAGES[event.type as keyof typeof REFUND_STAGES], stageIn(context, event)]]
      : [],
  )
  return stages.length === 0 ? undefined : { ...NO_REFUND, ...Object.fromEntries(stages) }
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
  const isReceipt = !timestampOf(event).timed && event.metadata.source === 'report'
  context.presented ??= { ...stageOf(context, event), ...(isReceipt ? { isReceipt } : {}) }
}

const NO_CHARGEBACK: Chargeback = {
  reports: [],
  disputeId: null,
  reason: null,
  chargedBack: null,
  reversed: null,
}

/** When the money was taken: a message that moves nothing came at some time after that. */
const takenAt = (
  event: PaymentChargeback & { readonly reports?: readonly PaymentChargeback[] },
): Timestamp => {
  const moving = reportsOf(event).filter(({ data }) => data.movesNothing !== true)
  const [first] = moving.length < reportsOf(event).length ? moving : [event]
  return first === undefined ? { ...timestampOf(event), timed: false } : timestampOf(first)
}

const chargebackReports = (event: Occurred<PaymentChargeback>): readonly ChargebackReport[] =>
  reportsOf(event).map((report) => ({
    voice: report.data.reportedAs ?? 'chargeback',
    actionId: report.data.actionId ?? null,
    ...takenAt(report),
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
  put(context.chargebacks, event.entityId, castDraft({ ...known, ...names, ...found }))
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
      ...capturedAt(event),
    })
    context.refundedSeen ??= data.refundedSeen ?? null
    context.partlyRefundedSeen ||= data.partlyRefundedSeen === true
    context.fullyRefundedSeen ||= data.fullyRefundedSeen === true
  },
  refund_requested: applyStage(REFUND_STAGES.refund_requested),
  payment_refund_pending: applyStage(REFUND_STAGES.payment_refund_pending),
  payment_refunded: applyStage(REFUND_STAGES.payment_refunded),
  payment_refund_declined: applyStage(REFUND_STAGES.payment_refund_declined),
  payment_chargeback: (context, event) =>
    applyChargeback(context, event, {
      reports: chargebackReports(event),
      reason: event.data.reason ?? null,
      chargedBack: castDraft({ ...stageIn(context, event), ...takenAt(event) }),
    }),
  chargeback_reversed: (context, event) =>
    applyChargeback(context, event, { reversed: stageOf(context, event) }),
}
