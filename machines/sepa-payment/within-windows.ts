/** The rules about the windows of a SEPA payment: when money may go back. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Judge, Rule } from '../../src/fold/definition.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import type { NotKnown } from '../../src/fold/refusal.ts'
import { type CivilDate, civilDate, endOfDay, type Zone } from '../../src/words/calendar.ts'
import {
  earlier,
  formatted,
  formattedDuration,
  type Instant,
  isAfter,
  isOver,
} from '../../src/words/instant.ts'
import { lastDayExpected, lastDayOfRight } from '../../src/words/length.ts'
import { ownAt } from '../../src/words/plain.ts'
import type { PaymentChargeback, RefundRequested } from '../payment/events.ts'
import { notKnown, type UnknownFact } from '../payment/rules.ts'
import { debitDate, earliestDebit, exposedFrom, refundsFrom } from './debit-day.ts'
import { lastDayToTake } from './exposures.ts'
import type { SepaPayment } from './memory.ts'
import type { Policy } from './policy.ts'
import { reasonIn } from './reasons.ts'

/**
 * A step outside its window: the day from which the window is counted, its last day, and the times
 * between which it is open. `closedOn` is the last day of all that counts, such as the processing of
 * a refund of which only a later stage was reported.
 */
export interface WindowClosed<Name extends string> {
  readonly rule: Name
  readonly from: CivilDate
  readonly lastDay: CivilDate
  readonly closedOn: CivilDate
  readonly zone: Zone
  readonly opensAt: Instant
  readonly closedAt: Instant
  readonly at: Instant
}

/** A chargeback that came after all that its reason allows; null if no reason is known. */
export interface ChargebackLate extends WindowClosed<'withinChargebackWindow'> {
  readonly reasonCode: string | null
}

type Days = Pick<WindowClosed<string>, 'from' | 'lastDay' | 'closedOn' | 'opensAt'>

/**
 * Whether the time of a step is only the receipt of a report about it, however late that is: the
 * step happened at some time before. A response comes at once, so its receipt is good enough.
 */
const isOnlyReceipt = (event: DomainEvent): boolean => {
  const { source } = event.metadata
  return !timestampOf(event).timed && source !== 'request' && source !== 'response'
}

/**
 * Refuses a step outside its window: once the last day of all that counts is over, or before the
 * window opens. If it is not known when the step happened, but only that it was reported too late,
 * the window cannot be judged.
 */
const outside = <Name extends string>(
  rule: Name,
  event: DomainEvent,
  days: Days,
  { policy: { sepaZone: zone }, toleranceSeconds }: Judge<Policy>,
  isBound = isOnlyReceipt(event),
): readonly (WindowClosed<Name> | NotKnown<UnknownFact>)[] => {
  const closedAt = endOfDay(days.closedOn, zone)
  const { at } = timestampOf(event)
  const isEarly = isAfter(days.opensAt, at, toleranceSeconds)
  if (!isEarly && !isOver(closedAt, at, toleranceSeconds)) return []
  return [isBound ? notKnown('times') : { rule, ...days, zone, closedAt, at }]
}

const explainOutside = (
  what: string,
  { from, lastDay, closedOn, zone, opensAt, closedAt, at }: WindowClosed<string>,
  countedFrom: string,
): string => {
  const counted = `${what}, counted from ${countedFrom} on ${from},`
  const came = `this step came at ${formatted(at)}`
  if (at < opensAt) {
    return `${counted} opens at ${formatted(opensAt)}; ${came}, ${formattedDuration(at, opensAt)} too early.`
  }
  const processed = lastDay === closedOn ? '' : `, which is ${lastDay} and the time for processing`
  const late = at === closedAt ? 'just' : formattedDuration(closedAt, at)
  return `${counted} closed at the end of ${closedOn} in ${zone} (${formatted(closedAt)})${processed}; ${came}, ${late} too late.`
}

/**
 * A refund is requested after the capture and within eight weeks of the debit, until the end of the
 * last day. If no message shows the request, the first later stage is judged instead; the window
 * then includes the time that the provider may take to carry the refund out. Between the ends that
 * follow from the earliest and the latest possible debit, the rule cannot be judged: `notKnown`.
 */
export const withinRefundWindow: Rule<
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
    const { refundWindow, refundProcessing } = judge.policy
    // where the capture was only received, it happened at some time before
    const opensAt =
      captured.timed && isRequest ? refundsFrom(captured, context) : timestampOf(event).at
    const countedFrom = (from: CivilDate) => {
      const lastDay = lastDayOfRight(from, refundWindow)
      const closedOn = isRequest ? lastDay : lastDayExpected(lastDay, refundProcessing)
      return outside('withinRefundWindow', event, { from, lastDay, closedOn, opensAt }, judge)
    }
    const late = countedFrom(debitDate(captured, judge.policy))
    const earliest = earliestDebit(captured, context, judge.policy)
    if (late.length > 0) return late
    return earliest === null || countedFrom(earliest).length > 0 ? [notKnown('times')] : []
  },
  explain: (refusal) => explainOutside('The refund window', refusal, 'the debit'),
  severity: 'error',
  errorCode: 410,
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  remedy:
    'Too early: wait, or check your clock. Too late: pay the customer back in another way, because the provider no longer accepts this refund.',
}

/**
 * Money is taken back within the time that its reason allows, or within the longest time if the
 * reason is unknown, however late that is reported.
 */
export const withinChargebackWindow: Rule<
  SepaPayment,
  Occurred<PaymentChargeback>,
  ChargebackLate,
  Policy
> = {
  breaks: ({ captured }, event, judge) => {
    if (captured === null) return [notKnown('captured amount')]
    const { at } = timestampOf(event)
    const reasonCode = reasonIn(event.data)
    const on = civilDate(at, judge.policy.sepaZone)
    const lastDay = lastDayToTake(captured, reasonCode, judge.policy, on)
    const from = exposedFrom(captured, judge.policy)
    // money that is taken before the capture was reported is found by another rule
    const opensAt = earlier(captured.at, at)
    const days = { from, lastDay, closedOn: lastDay, opensAt }
    // a message that only names a dispute has the time of its own step, not of the taking
    const isBound = reportsOf(event).every(({ data }) => data.movesNothing === true)
    return outside(
      'withinChargebackWindow',
      event,
      days,
      judge,
      isBound || isOnlyReceipt(event),
    ).map((found) => ('from' in found ? { ...found, reasonCode } : found))
  },
  explain: (refusal) =>
    explainOutside(
      `The chargeback window${refusal.reasonCode === null ? '' : ` of reason ${refusal.reasonCode}`}`,
      refusal,
      'the later of debit and capture',
    ),
  severity: 'warning',
  errorCode: 410,
  source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  remedy: 'Ask the provider why the bank took the money back.',
}
