/** What each event changes in the context, for the events that payments of every method share. */
import { castDraft, type Draft } from 'immer'
import type { Recipes } from '../../src/contract/definition.ts'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import { put } from '../../src/contract/running-sum.ts'
import {
  type DomainEvent,
  occurredAt,
  type Timestamp,
  timestampOf,
} from '../../src/event/envelope.ts'
import type { EventIn } from '../../src/event/lifecycle.ts'
import { sortedBy } from '../../src/words/data/lists.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import type { Currency, Minor } from '../../src/words/money.ts'
import { earlier, later } from '../../src/words/time/instant.ts'
import type {
  ChargebackReversed,
  moneyEvents,
  PaymentCaptured,
  PaymentChargeback,
  PaymentPending,
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

type Shared = PaymentPending | PaymentCaptured | RefundRequested

type PaymentReport = Occurred<DomainEvent<string, Shared['data'] | ChargebackReversed['data']>>

/** The first value of a field remains. */
export const applyCommon = (context: Draft<Payment>, { data }: { data: Shared['data'] }): void => {
  context.paymentId ??= data.paymentId
  context.customerId ??= data.customerId ?? null
  context.sourceId ??= data.sourceId ?? null
}

const amountIn = (
  own: Currency,
  { amount, currency = own }: PaymentReport['data'],
): Minor | null => (amount === undefined || amount === 0 || currency !== own ? null : amount)

/** The greatest amount in the payment's currency that the reports of an event name; null if none does. */
export const amountOf = ({ currency: own }: Payment, event: PaymentReport): Minor | null => {
  if (event.reports === undefined) return amountIn(own, event.data)
  let most: Minor | null = null
  for (const { data } of event.reports) {
    const amount = amountIn(own, data)
    if (amount !== null && (most === null || amount > most)) most = amount
  }
  return most
}

const stageIn = (context: Payment, event: PaymentReport): Stage => {
  const { at, timed } = timestampOf(event)
  const amount = amountOf(context, event)
  if (event.reports === undefined) return { at, timed, amount }
  const times = reportsOf(event).flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const until = times.reduce(later, at)
  const since = times.reduce(earlier, at)
  const bounds = { ...(until > at ? { until } : {}), ...(since < at ? { since } : {}) }
  return { at, timed, ...bounds, amount }
}

const captureReport = (report: PaymentCaptured): CaptureReport => {
  const { at, timed } = timestampOf(report)
  const { debitDate } = report.data
  return debitDate === undefined ? { at, timed } : { at, timed, debitDate }
}

const nameOf = ({ at, timed, debitDate }: CaptureReport): string => `${at} ${timed} ${debitDate}`

const onceEach = (all: readonly CaptureReport[]): readonly CaptureReport[] =>
  sortedBy([...new Map(all.map((each) => [nameOf(each), each])).values()], nameOf)

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
    refund[stage] = castDraft(stageIn(context, event))
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
  const stage = castDraft(stageIn(context, event))
  const isReceipt = !stage.timed && event.metadata.source === 'report'
  context.presented = isReceipt ? { ...stage, isReceipt } : stage
}

/** The recipes that SEPA and ticket payments share. */
export const sharedRecipes: Recipes<Payment, Occurred<EventIn<typeof moneyEvents>>> = {
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
