/** What each event changes in the context, for the events that payments of every method share. */
import { castDraft, type Draft } from 'immer'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes } from '../../src/fold/definition.ts'
import { put } from '../../src/fold/kept-sum.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { ownAt } from '../../src/words/plain.ts'
import { capturedAt } from './captured-at.ts'
import { chargebackRecipes } from './chargeback-recipes.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentChargeback,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from './events.ts'
import type { Capture, Payment, PaymentEnd, Refund } from './memory.ts'
import { amountsOf, applyCommon, type Report, stageIn, stageOf } from './stages.ts'

const NO_REFUND: Refund = { asked: null, pending: null, refunded: null, declined: null }

const applyStage =
  (stage: keyof Refund) =>
  (context: Draft<Payment>, event: Report): void => {
    applyCommon(context, event)
    const known: Refund = ownAt(context.refunds, event.entityId) ?? NO_REFUND
    if (known[stage] !== null) return
    const { asked, pending, refunded, declined } = known
    const refund = castDraft({ asked, pending, refunded, declined } as Refund)
    refund[stage] = stageOf(context, event)
    put(context.refunds, event.entityId, refund)
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
  if (context.amount === null) context.amount = amountsOf(context, event).amounts[0] ?? null
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
  if (context.presented !== null) return
  const stage = stageOf(context, event)
  const isReceipt = !stage.timed && event.metadata.source === 'report'
  context.presented = isReceipt ? { ...stage, isReceipt } : stage
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
    if (context.captured === null) {
      const isUnknown = data.partlyCaptured === true && data.amount === undefined
      const stage = stageIn(context, event)
      const when = capturedAt(event)
      const { at, timed, amounts, isForeign, until, since } = stage
      const isUsual = when.isOnlyShown === undefined && isForeign === undefined && !isUnknown
      const capture: Capture =
        isUsual && until === undefined && since === undefined
          ? { at, timed, amounts, reports: when.reports }
          : { ...stage, ...(isUnknown ? { isUnknown } : {}), ...when }
      context.captured = castDraft(capture)
    }
    context.refundedSeen ??= data.refundedSeen ?? null
    context.partlyRefundedSeen ||= data.partlyRefundedSeen === true
    context.fullyRefundedSeen ||= data.fullyRefundedSeen === true
  },
  refund_requested: applyStage(REFUND_STAGES.refund_requested),
  payment_refund_pending: applyStage(REFUND_STAGES.payment_refund_pending),
  payment_refunded: applyStage(REFUND_STAGES.payment_refunded),
  payment_refund_declined: applyStage(REFUND_STAGES.payment_refund_declined),
  ...chargebackRecipes,
}
