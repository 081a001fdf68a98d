/** What a step on a SEPA payment must meet, and what chooses between its targets. */
import type { Event } from '../../src/event/envelope.ts'
import { momentOf } from '../../src/event/moment.ts'
import type {
  ChargebackReversed,
  PaymentChargeback,
  RefundRequested,
} from '../../src/event/payment.ts'
import type { Book, Judge, Rule } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import {
  type CivilDate,
  civilDate,
  endOfDay,
  laterDay,
  plusDays,
  plusMonths,
} from '../../src/words/calendar.ts'
import { isOver } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { Capture } from '../memory/payment.ts'
import {
  chargedBackOf,
  hasChargedBack,
  recipes,
  type SepaPayment,
  sepaPaymentSums,
} from '../memory/sepa-payment.ts'
import { capturedOf } from '../memory/sums.ts'
import { missingPredecessor } from './missing-predecessor.ts'
import { byRefunds, moneyAfterEnd, sameCurrency, withinCaptured, withinNet } from './payment.ts'

/** The day the payer's account was debited: as named, else the day of the capture. */
export const debitDate = ({ debitDate: named, at }: Capture, policy: Policy): CivilDate =>
  named ?? civilDate(at, policy.sepaZone)

/** The last day a refund may be asked for. @spec interface, Limits (refund claim window) */
export const lastRefundDay = (capture: Capture, policy: Policy): CivilDate =>
  plusDays(debitDate(capture, policy), policy.refundWindowWeeks * 7)

/** The last day a chargeback is expected on, from the later of debit and capture. @spec domain, 1.3 T3 */
export const lastChargebackDay = (capture: Capture, policy: Policy): CivilDate => {
  const captured = civilDate(capture.at, policy.sepaZone)
  const debited = debitDate(capture, policy)
  return plusMonths(laterDay(debited, captured), policy.chargebackWindowMonths)
}

/** The refusal of a window, where its last day and the days allowed on top are over. */
const closed = (
  rule: 'withinRefundWindow' | 'withinChargebackWindow',
  event: Event,
  { from, lastDay, allowedDays }: { from: CivilDate; lastDay: CivilDate; allowedDays: number },
  { policy, toleranceSeconds }: Judge,
) => {
  const closedAt = endOfDay(plusDays(lastDay, allowedDays), policy.sepaZone)
  const { at } = momentOf(event)
  return isOver(closedAt, at, toleranceSeconds)
    ? [{ rule, from, lastDay, allowedDays, closedAt, at }]
    : []
}

/**
 * A refund is asked for within eight weeks of the debit; the last day is open until it ends. Where the
 * asking was never seen, its first sign is judged, and the time the provider may take to carry it out
 * is allowed for. @spec interface, Limits; domain, 1.3 T1 and T8
 */
const withinRefundWindow: Rule<SepaPayment, Occurred<RefundRequested>> = (known, event, judge) => {
  const { captured } = known
  if (captured === null) return [{ rule: 'notKnown', what: 'captured amount' }]
  const refund = known.refunds[event.about]
  const asks = event.type === 'refund_requested'
  if (!asks && (refund?.asked ?? refund?.pending ?? refund?.refunded ?? refund?.declined)) return []
  const allowedDays = asks ? 0 : judge.policy.refundProcessingDays
  const lastDay = lastRefundDay(captured, judge.policy)
  const from = debitDate(captured, judge.policy)
  return closed('withinRefundWindow', event, { from, lastDay, allowedDays }, judge)
}

/** A chargeback comes within thirteen months of the debit. @spec interface, Limits; domain, 1.3 T3 */
const withinChargebackWindow: Rule<SepaPayment, Occurred<PaymentChargeback>> = (
  { captured },
  event,
  judge,
) => {
  if (captured === null) return [{ rule: 'notKnown', what: 'captured amount' }]
  const lastDay = lastChargebackDay(captured, judge.policy)
  const from = debitDate(captured, judge.policy)
  return closed('withinChargebackWindow', event, { from, lastDay, allowedDays: 0 }, judge)
}

/** A chargeback is undone after it was made. @spec interface, States and transitions */
const chargebackFirst: Rule<SepaPayment, Occurred<ChargebackReversed>> = (known, event) =>
  (known.chargebacks[event.about]?.chargedBack ?? null) === null
    ? missingPredecessor(known, event)
    : []

/** The rules that the chart names. */
export const rules = {
  chargebackFirst,
  missingPredecessor,
  moneyAfterEnd,
  sameCurrency,
  withinCaptured: withinCaptured(sepaPaymentSums),
  withinChargebackWindow,
  withinNet: withinNet(sepaPaymentSums),
  withinRefundWindow,
}

const allChargedBack = (known: SepaPayment): boolean => {
  const captured = capturedOf(known, true)
  const chargedBack = chargedBackOf(known)
  return captured !== null && chargedBack > 0 && chargedBack >= captured
}

/** The conditions that the chart names: what stands refunded and charged back once the event is learnt. */
export const conditions = {
  ...byRefunds(sepaPaymentSums),
  nothingChargedBack: (known: SepaPayment) => !hasChargedBack(known),
  partChargedBack: (known: SepaPayment) => hasChargedBack(known) && !allChargedBack(known),
  allChargedBack,
}

/** All that the chart refers to. */
export const book: Book<SepaPayment> = { recipes, rules, conditions }
