/** The rules of a SEPA payment, and the conditions that choose between targets. */

import type { DomainEvent } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Definition, Judge, Rule } from '../../src/fold/definition.ts'
import { notHeld } from '../../src/fold/holds.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import type { NotKnown } from '../../src/fold/refusal.ts'
import { missingPredecessor } from '../../src/fold/reported.ts'
import { rolled } from '../../src/words/bank-days.ts'
import { type CivilDate, endOfDay, plusDays } from '../../src/words/calendar.ts'
import { formatted, formattedDuration, type Instant, isOver } from '../../src/words/instant.ts'
import { ownAt } from '../../src/words/plain.ts'
import { byChargebacks, byRefunds } from '../payment/conditions.ts'
import type { PaymentChargeback, RefundRequested } from '../payment/events.ts'
import {
  chargebackFirst,
  moneyAfterEnd,
  notKnown,
  sameCurrency,
  type UnknownFact,
  withinCaptured,
  withinNet,
} from '../payment/rules.ts'
import { recipes, type SepaPayment } from './memory.ts'
import {
  chargebackFrom,
  debitDate,
  earliestDebit,
  lastChargebackDay,
  type Policy,
  policy,
  refundDayFrom,
} from './windows.ts'

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

/**
 * Whether the time of a step is only the receipt of a report about it, however late that is: the
 * step happened at some time before. A response comes at once, so its receipt is good enough.
 */
const isOnlyReceipt = (event: DomainEvent): boolean => {
  const { source } = event.metadata
  return !timestampOf(event).timed && source !== 'request' && source !== 'response'
}

/**
 * Refuses a step once the last day of its window, and the days allowed after it, are over. If it is
 * not known when the step happened, but only that it was reported too late, the window cannot be
 * judged.
 */
const closed = <Name extends string>(
  rule: Name,
  event: DomainEvent,
  { from, lastDay, allowedDays }: Pick<WindowClosed<Name>, 'from' | 'lastDay' | 'allowedDays'>,
  { policy, toleranceSeconds }: Judge<Policy>,
  isBound = isOnlyReceipt(event),
): readonly (WindowClosed<Name> | NotKnown<UnknownFact>)[] => {
  const processed = plusDays(lastDay, allowedDays)
  // a right never moves; what the provider may take for processing ends on a bank day
  const closedAt = endOfDay(allowedDays === 0 ? processed : rolled(processed), policy.sepaZone)
  const { at } = timestampOf(event)
  if (!isOver(closedAt, at, toleranceSeconds)) return []
  return [isBound ? notKnown('times') : { rule, from, lastDay, allowedDays, closedAt, at }]
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
 * time that the provider may take to carry the refund out. Between the ends that follow from the
 * earliest and the latest possible debit, the rule cannot be judged: `notKnown`.
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
    const refund = ownAt(context.refunds, event.entityId)
    const isRequest = event.type === 'refund_requested'
    if (!isRequest && (refund?.asked ?? refund?.pending ?? refund?.refunded ?? refund?.declined)) {
      return []
    }
    const allowedDays = isRequest ? 0 : judge.policy.refundProcessingDays
    const countedFrom = (from: CivilDate) => {
      const lastDay = refundDayFrom(from, judge.policy)
      return closed('withinRefundWindow', event, { from, lastDay, allowedDays }, judge)
    }
    const late = countedFrom(debitDate(captured, judge.policy))
    const earliest = earliestDebit(captured, context, judge.policy)
    if (late.length > 0) return late
    return earliest === null || countedFrom(earliest).length > 0 ? [notKnown('times')] : []
  },
  explain: (refusal) => closure('The refund window', refusal),
  severity: 'error',
  errorCode: 410,
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  remedy: 'Pay the customer back in another way: the provider no longer accepts this refund.',
}

/** A chargeback comes within thirteen months of the debit, however late it is reported. */
const withinChargebackWindow: Rule<
  SepaPayment,
  Occurred<PaymentChargeback>,
  WindowClosed<'withinChargebackWindow'>,
  Policy
> = {
  breaks: ({ captured }, event, judge) => {
    if (captured === null) return [notKnown('captured amount')]
    const lastDay = lastChargebackDay(captured, judge.policy)
    const from = chargebackFrom(captured, judge.policy)
    const counted = { from, lastDay, allowedDays: 0 }
    // a message that only names a dispute has the time of its own step, not of the taking
    const isBound = reportsOf(event).every(({ data }) => data.movesNothing === true)
    return closed('withinChargebackWindow', event, counted, judge, isBound || isOnlyReceipt(event))
  },
  explain: (refusal) => closure('The chargeback window', refusal),
  severity: 'warning',
  errorCode: 410,
  source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  remedy: 'Ask the provider why the bank took the money back.',
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  notHeld,
  chargebackFirst,
  sameCurrency,
  withinRefundWindow,
  withinChargebackWindow,
  withinCaptured,
  withinNet,
  moneyAfterEnd,
}

/**
 * The conditions that the chart names: how much is refunded and charged back with the event
 * applied.
 */
export const conditions = { ...byRefunds, ...byChargebacks }

/** Everything that the chart refers to. */
export const definition = { recipes, rules, conditions, policy } satisfies Definition<SepaPayment>
