/** The rules of a SEPA payment, and the conditions that choose between targets. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Definition, Judge, Requirement, Rule } from '../../src/fold/definition.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { missingPredecessor, predecessorMissing } from '../../src/fold/reported.ts'
import { type CivilDate, endOfDay, plusDays } from '../../src/words/calendar.ts'
import { formatted, formattedDuration, type Instant, isOver } from '../../src/words/instant.ts'
import type { ChargebackReversed, PaymentChargeback, RefundRequested } from '../payment/events.ts'
import {
  byRefunds,
  moneyAfterEnd,
  notKnown,
  sameCurrency,
  withinCaptured,
  withinNet,
} from '../payment/rules.ts'
import { capturedOf } from '../payment/sums.ts'
import {
  chargedBackOf,
  hasChargedBack,
  recipes,
  type SepaPayment,
  sepaPaymentSums,
} from './memory.ts'
import { debitDate, lastChargebackDay, lastRefundDay, type Policy, policy } from './windows.ts'

// windows ------------------------------------------------------------------
/**
 * A window that had closed: the day it is counted from, its last day, and the time at which it
 * closed. `allowedDays` is how many days were added because only a later stage was reported, not
 * the request; `closedAt` includes them.
 */
export interface WindowClosed<Name extends string> {
  readonly rule: Name
  readonly from: CivilDate
  readonly lastDay: CivilDate
  readonly allowedDays: number
  readonly closedAt: Instant
  readonly at: Instant
}

/** Refuses a step once the last day of its window, and the days allowed after it, are over. */
const closed = <Name extends string>(
  rule: Name,
  event: DomainEvent,
  { from, lastDay, allowedDays }: Pick<WindowClosed<Name>, 'from' | 'lastDay' | 'allowedDays'>,
  { policy, toleranceSeconds }: Judge<Policy>,
): readonly WindowClosed<Name>[] => {
  const closedAt = endOfDay(plusDays(lastDay, allowedDays), policy.sepaZone)
  const { at } = timestampOf(event)
  return isOver(closedAt, at, toleranceSeconds)
    ? [{ rule, from, lastDay, allowedDays, closedAt, at }]
    : []
}

const closure = (
  what: string,
  { from, lastDay, allowedDays, closedAt, at }: WindowClosed<string>,
): string => {
  const allowed = allowedDays === 0 ? '' : `, plus ${allowedDays} days for processing`
  const late = at === closedAt ? 'just' : formattedDuration(closedAt, at)
  return (
    `${what}, counted from ${from}, closed at ${formatted(closedAt)} ` +
    `(last day ${lastDay}${allowed}); this step came at ${formatted(at)}, ${late} too late.`
  )
}

/**
 * A refund is requested within eight weeks of the debit, until the end of the last day. If no
 * message shows the request, the first later stage is judged instead; the window then includes the
 * time that the provider may take to carry the refund out.
 */
const withinRefundWindow: Rule<
  SepaPayment,
  Occurred<RefundRequested>,
  WindowClosed<'withinRefundWindow'>,
  Policy
> = {
  breaks: (context, event, judge) => {
    const { captured } = context
    if (captured === null) return [notKnown('captured amount')]
    const refund = context.refunds[event.entityId]
    const isRequest = event.type === 'refund_requested'
    if (!isRequest && (refund?.asked ?? refund?.pending ?? refund?.refunded ?? refund?.declined)) {
      return []
    }
    const allowedDays = isRequest ? 0 : judge.policy.refundProcessingDays
    const lastDay = lastRefundDay(captured, judge.policy)
    const from = debitDate(captured, judge.policy)
    return closed('withinRefundWindow', event, { from, lastDay, allowedDays }, judge)
  },
  explain: (refusal) => closure('The refund window', refusal),
  severity: 'error',
  errorCode: 410,
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  remedy: 'Pay the customer back in another way: the provider no longer accepts this refund.',
}

/** A chargeback comes within thirteen months of the debit. */
const withinChargebackWindow: Rule<
  SepaPayment,
  Occurred<PaymentChargeback>,
  WindowClosed<'withinChargebackWindow'>,
  Policy
> = {
  breaks: ({ captured }, event, judge) => {
    if (captured === null) return [notKnown('captured amount')]
    const lastDay = lastChargebackDay(captured, judge.policy)
    const from = debitDate(captured, judge.policy)
    return closed('withinChargebackWindow', event, { from, lastDay, allowedDays: 0 }, judge)
  },
  explain: (refusal) => closure('The chargeback window', refusal),
  severity: 'warning',
  errorCode: 410,
  source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  remedy: 'Ask the provider why the bank took the money back.',
}

/** A chargeback is reversed only after it was made. */
const chargebackFirst: Requirement<SepaPayment, Occurred<ChargebackReversed>> = {
  breaks: (context, event) =>
    (context.chargebacks[event.entityId]?.chargedBack ?? null) === null
      ? predecessorMissing(event)
      : [],
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  chargebackFirst,
  sameCurrency,
  withinRefundWindow,
  withinChargebackWindow,
  withinCaptured: withinCaptured(sepaPaymentSums),
  withinNet: withinNet(sepaPaymentSums),
  moneyAfterEnd,
}

const allChargedBack = (context: SepaPayment): boolean => {
  const captured = capturedOf(context, true)
  const chargedBack = chargedBackOf(context)
  return captured !== null && chargedBack > 0 && chargedBack >= captured
}

/**
 * The conditions that the chart names: how much is refunded and charged back with the event
 * applied.
 */
export const conditions = {
  ...byRefunds(sepaPaymentSums),
  nothingChargedBack: (context: SepaPayment) => !hasChargedBack(context),
  partChargedBack: (context: SepaPayment) => hasChargedBack(context) && !allChargedBack(context),
  allChargedBack,
}

/** Everything that the chart refers to. */
export const definition = { recipes, rules, conditions, policy } satisfies Definition<SepaPayment>
