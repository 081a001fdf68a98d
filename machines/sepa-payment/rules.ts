/** The rules of a SEPA payment, and the conditions that choose between targets. */
import type { Definition, Judge, Rule } from '../../src/contract/definition.ts'
import { missingPredecessor, notInDoubt } from '../../src/contract/engine-requirements.ts'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import type { NotKnown } from '../../src/contract/refusal.ts'
import { type DomainEvent, timeOf, timestampOf } from '../../src/event/envelope.ts'
import { sortedBy } from '../../src/words/data/lists.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { type CivilDate, civilDate, endOfDay, type Zone } from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import {
  earlier,
  formatted,
  formattedDuration,
  type Instant,
  isAfter,
  isOver,
} from '../../src/words/time/instant.ts'
import {
  type Counted,
  lastDayExpected,
  lastDayOfRight,
  latestDayOfRight,
} from '../../src/words/time/last-day.ts'
import { type Exposed, lengthInWords } from '../../src/words/time/length.ts'
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
import { byChargebacks, byRefunds } from '../payment/sums.ts'
import { reasonsIn } from '../words/bank-reasons.ts'
import { isStatedId } from '../words/payment-names.ts'
import { sepaPaymentEvents } from './events.ts'
import { capturedFrom, debitDays, lastDayToTake } from './exposures.ts'
import { blank, recipes, type SepaPayment } from './memory.ts'
import { policy, type SepaPaymentPolicy } from './policy.ts'

/** `closedOn` is the last day of all that counts, such as the processing of a refund. */
type WindowClosed<Name extends string> = {
  readonly rule: Name
  readonly from: CivilDate
  readonly lastDay: CivilDate
  /** From the first to the last day, in words. */
  readonly length: string
  readonly closedOn: CivilDate
  readonly zone: Zone
  readonly opensAt: Instant
  readonly closedAt: Instant
  readonly at: Instant
}

/** Money that was taken back after all that its reasons allow; none if no reason is known. */
type ChargebackLate = WindowClosed<'withinChargebackWindow'> & {
  readonly reasonCodes: readonly string[]
}

type Days = Omit<WindowClosed<string>, 'rule' | 'zone' | 'closedAt' | 'at'>

/** Whether a step happened at some time before its receipt. A response comes at once. */
const isOnlyReceipt = (event: DomainEvent): boolean => {
  const { source } = event.metadata
  return !timestampOf(event).timed && source !== 'request' && source !== 'response'
}

/** A step of which it is only known that it was reported too late cannot be judged. */
const outside = <Name extends string>(
  rule: Name,
  event: DomainEvent,
  days: Days,
  { policy: { sepaZone: zone }, toleranceSeconds }: Judge<SepaPaymentPolicy>,
): readonly (WindowClosed<Name> | NotKnown<UnknownFact>)[] => {
  const closedAt = endOfDay(days.closedOn, zone)
  const { at, timed } = timestampOf(event)
  // without a time of its own, the step may have that of a later stage, which may be wrong
  const isBefore = timed && isAfter(days.opensAt, at, toleranceSeconds)
  if (!isBefore && !isOver(closedAt, at, toleranceSeconds)) return []
  return [isOnlyReceipt(event) ? notKnown('times') : { rule, ...days, zone, closedAt, at }]
}

const explainOutside = (
  what: string,
  { from, lastDay, length, closedOn, zone, opensAt, closedAt, at }: WindowClosed<string>,
  countedFrom: string,
): string => {
  const counted = `${what} (${length}), counted from ${countedFrom} on ${from},`
  const came = `this step came at ${formatted(at)}`
  if (at < opensAt) {
    return `${counted} opens at ${formatted(opensAt)}; ${came}, ${formattedDuration(at, opensAt)} too early.`
  }
  const processed = lastDay === closedOn ? '' : `, which is ${lastDay} and the time for processing`
  const late = at === closedAt ? 'just' : formattedDuration(closedAt, at)
  return `${counted} closed at the end of ${closedOn} in ${zone} (${formatted(closedAt)})${processed}; ${came}, ${late} too late.`
}

const isJudged = (
  { refunds }: SepaPayment,
  { type, entityId }: Occurred<RefundRequested>,
): boolean => {
  const { asked, pending, refunded, declined } = ownAt(refunds, entityId) ?? {}
  return type !== 'refund_requested' && [asked, pending, refunded, declined].some((stage) => stage)
}

/**
 * A refund is requested after the capture and within eight weeks of the debit, until the end of the
 * last day. If no message shows the request, the first later stage is judged instead; the window
 * then includes the time that the provider may take to carry the refund out. Between the ends that
 * follow from the earliest and the latest possible debit, the rule cannot be judged: `notKnown`.
 */
const withinRefundWindow: Rule<
  SepaPayment,
  Occurred<RefundRequested>,
  WindowClosed<'withinRefundWindow'>,
  SepaPaymentPolicy
> = {
  breaks: (context, event, judge) => {
    const { captured } = context
    if (isStatedId(event.entityId)) return []
    if (captured === null) return [notKnown('captured amount')]
    if (isJudged(context, event)) return []
    const isRequest = event.type === 'refund_requested'
    const { refundProcessing, refundWindow } = judge.policy
    const { first, last } = debitDays(captured, context, judge.policy)
    const days = { first: first ?? last, last }
    const { at } = timestampOf(event)
    const opensAt = capturedFrom(captured, context, judge.policy)
    const within = ({ from, lastDay }: Counted, begun: CivilDate) => {
      const asked = { first: begun < lastDay ? begun : lastDay, last: lastDay }
      const closedOn = isRequest ? lastDay : lastDayExpected(asked, refundProcessing)
      const length = lengthInWords(inForce(refundWindow, from))
      const of = { from, lastDay, length, closedOn, opensAt }
      return outside('withinRefundWindow', event, of, judge)
    }
    const late = within(latestDayOfRight(days, refundWindow), days.first)
    if (late.length > 0) return first === null && at < opensAt ? [notKnown('times')] : late
    if (first === null) return [notKnown('times')]
    const earliest = lastDayOfRight(days, refundWindow)
    return within(earliest, earliest.lastDay).length > 0 ? [notKnown('times')] : []
  },
  title: 'Refunded outside the refund window',
  explain: (refusal) => explainOutside('The refund window', refusal, 'the debit'),
  severity: 'error',
  errorCode: 410,
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  remedy: {
    asked:
      'Too early: wait, or check your clock. Too late: pay the customer back in another way, because the provider no longer accepts this refund.',
    reported:
      'Ask the provider whether it carries the refund out, and why. Do not pay the customer back in another way unless it fails.',
  },
}

/** A length with where its ends move: all that is needed to count it by hand. */
const exposedInWords = (length: Exposed): string =>
  `${lengthInWords(length)}${length.rolls === false ? '' : '; each end moves to a bank day'}`

/** However late it is reported; without a known reason, the longest time counts. */
const withinChargebackWindow: Rule<
  SepaPayment,
  Occurred<PaymentChargeback>,
  ChargebackLate,
  SepaPaymentPolicy
> = {
  breaks: (payment, event, judge) => {
    const { captured } = payment
    if (isStatedId(event.entityId)) return []
    if (captured === null) return [notKnown('captured amount')]
    // a message that moves nothing says no more than that there is a dispute
    const moving = reportsOf(event).filter(({ data }) => data.movesNothing !== true)
    const [taken] = sortedBy(moving, timeOf)
    if (taken === undefined) return []
    const { at } = timestampOf(taken)
    const reasonCodes = reasonsIn(reportsOf(event))
    const on = civilDate(at, judge.policy.sepaZone)
    const { from, lastDay, length } = lastDayToTake(
      { capture: captured, payment },
      reasonCodes,
      judge.policy,
      on,
    )
    // money that is taken before the capture was reported is found by another rule
    const opensAt = earlier(captured.at, at)
    const days = { from, lastDay, length: exposedInWords(length), closedOn: lastDay, opensAt }
    return outside('withinChargebackWindow', taken, days, judge).map((found) =>
      'from' in found ? { ...found, reasonCodes } : found,
    )
  },
  title: 'Charged back after the chargeback window',
  explain: (refusal) => {
    const { reasonCodes } = refusal
    const of = reasonCodes.length === 0 ? '' : ` of reason ${reasonCodes.join(' or ')}`
    return explainOutside(`The chargeback window${of}`, refusal, 'the later of debit and capture')
  },
  severity: 'warning',
  errorCode: 410,
  source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  remedy: { reported: 'Ask the provider why the bank took the money back.' },
}

/** The rules that the chart names, in order of precedence. */
export const rules = {
  missingPredecessor,
  notInDoubt,
  chargebackFirst,
  sameCurrency,
  withinRefundWindow,
  withinChargebackWindow,
  withinCaptured,
  withinNet,
  moneyAfterEnd,
}

/** With the event applied. */
export const conditions = { ...byRefunds, ...byChargebacks }

/** Everything that the chart refers to. */
export const definition = {
  recipes,
  blank,
  rules,
  conditions,
  policy,
  events: sepaPaymentEvents,
} satisfies Definition<SepaPayment>
