/** What each event changes in the context, for the events that payments of every method share. */
import { castDraft, type Draft } from 'immer'
import type { Recipes } from '../../src/contract/definition.ts'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import { put } from '../../src/contract/running-sum.ts'
import { type Timestamp, timestampOf } from '../../src/event/timestamp.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import type {
  ChargebackReversed,
  PaymentCaptured,
  PaymentChargeback,
  PaymentRefundDeclined,
  PaymentRefunded,
  PaymentRefundPending,
  RefundRequested,
} from './events.ts'
import type {
  Capture,
  CaptureReport,
  Payment,
  PaymentEnd,
  Refund,
  Stage,
  Taking,
} from './memory.ts'
import { amountOf, applyCommon, type PaymentReport, stageIn, stageOf } from './stages.ts'

/** What one report of a capture says of its time. */
const captureReport = (report: PaymentCaptured): CaptureReport => {
  const { at, timed } = timestampOf(report)
  const { debitDate } = report.data
  return debitDate === undefined ? { at, timed } : { at, timed, debitDate }
}

/** Each once, in an order of their own. */
const onceEach = (all: readonly CaptureReport[]): readonly CaptureReport[] => {
  const named = all.map((each) => [`${each.at} ${each.timed} ${each.debitDate}`, each] as const)
  const once = new Map(named)
  return [...once.keys()].sort().flatMap((name) => once.get(name) ?? [])
}

/** A capture: its stage, and what each report of it says of its time, once and in an order of their own. */
const captureIn = (stage: Stage, event: Occurred<PaymentCaptured>): Capture => {
  const reports =
    event.reports === undefined
      ? [captureReport(event)]
      : onceEach(event.reports.map(captureReport))
  const isShown = !reports.some(({ timed }) => timed)
  if (isShown || event.reports !== undefined) {
    return { ...stage, reports, ...(isShown ? { isOnlyShown: true } : {}) }
  }
  // most captures have one report, and engines are fast to read what a literal makes
  const { at, timed, amount } = stage
  return { at, timed, amount, reports }
}

const NO_REFUND: Refund = { asked: null, pending: null, refunded: null, declined: null }

const applyStage =
  (stage: keyof Refund) =>
  (context: Draft<Payment>, event: PaymentReport): void => {
    applyCommon(context, event)
    const known: Refund = ownAt(context.refunds, event.entityId) ?? NO_REFUND
    if (known[stage] !== null) return
    const { asked, pending, refunded, declined } = known
    const refund = castDraft({ asked, pending, refunded, declined } as Refund)
    refund[stage] = stageOf(context, event)
    put(context.refunds, event.entityId, refund)
  }

const NO_TAKING: Taking = { disputeId: null, reason: null, taken: null, givenBack: null }

/** When the money was taken: a message that moves nothing came at some time after that. */
const takenAt = (event: Occurred<PaymentChargeback>): Timestamp => {
  const moving = reportsOf(event).filter(({ data }) => data.movesNothing !== true)
  const [first] = moving.length < reportsOf(event).length ? moving : [event]
  return first === undefined ? { ...timestampOf(event), timed: false } : timestampOf(first)
}

const applyTaking = (
  context: Draft<Payment>,
  event: Occurred<PaymentChargeback> | Occurred<ChargebackReversed>,
  found: Partial<Taking>,
): void => {
  applyCommon(context, event)
  const known: Taking = ownAt(context.takings, event.entityId) ?? NO_TAKING
  const taking: Taking = {
    disputeId: known.disputeId ?? event.data.disputeId ?? null,
    reason: known.reason ?? found.reason ?? null,
    taken: known.taken ?? found.taken ?? null,
    givenBack: known.givenBack ?? found.givenBack ?? null,
  }
  put(context.takings, event.entityId, castDraft(taking))
}

/** Applies an end without money. The first end remains; ends come in the order of time. */
export const applyEnd =
  (how: PaymentEnd['how']) =>
  (context: Draft<Payment>, event: PaymentReport): void => {
    applyCommon(context, event)
    const { at, timed } = timestampOf(event)
    const end = { how, at, timed, amount: amountOf(context, event) }
    context.ended ??= end
    if (context.endedLast?.timed !== false) context.endedLast = end
  }

/** Applies the beginning of a payment: from now on, money is awaited. */
export const applyPending = (context: Draft<Payment>, event: PaymentReport): void => {
  applyCommon(context, event)
  context.amount ??= amountOf(context, event)
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
    const stage = stageIn(context, event)
    if (event.entityId !== '') context.furtherCaptures[event.entityId] = castDraft(stage)
    else context.captured ??= castDraft(captureIn(stage, event))
  },
  refund_requested: applyStage('asked'),
  payment_refund_pending: applyStage('pending'),
  payment_refunded: applyStage('refunded'),
  payment_refund_declined: applyStage('declined'),
  payment_chargeback: (context, event) =>
    applyTaking(context, event, {
      reason: event.data.reason ?? null,
      taken: { ...stageIn(context, event), ...takenAt(event) },
    }),
  chargeback_reversed: (context, event) =>
    applyTaking(context, event, { givenBack: stageIn(context, event) }),
}
