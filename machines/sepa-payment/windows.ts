/** The windows of a SEPA payment, from submission to the last chargeback day, and their policy. */
import type { FoldedStream, WindowDefinition } from '../../src/fold/machine.ts'
import { type Span, spanOfTime } from '../../src/fold/window.ts'
import { rolled } from '../../src/words/bank-days.ts'
import {
  type CivilDate,
  civilDate,
  endOfDay,
  laterDay,
  plusDays,
  plusMonths,
  startOfDay,
} from '../../src/words/calendar.ts'
import { integer } from '../../src/words/codec.ts'
import { earlier, type Instant, shift } from '../../src/words/instant.ts'
import { type PolicyOf, policyField } from '../../src/words/policy.ts'
import type { Capture, Payment } from '../payment/memory.ts'
import { paymentPolicy, sepaZone } from '../payment/policy.ts'
import { refundStatus } from '../payment/refunds.ts'
import type { SepaPayment, SepaPaymentStatus } from './memory.ts'

// policy -------------------------------------------------------------------
/** The policy values for SEPA payments. */
export const policy = {
  /** How long after its debit date a SEPA payment may be refunded, in weeks. */
  refundWindowWeeks: policyField(integer('whole weeks from 1 to 520', 1, 520), 8),
  /** How long the provider may take to carry a refund out, in days. */
  refundProcessingDays: policyField(integer('whole days up to 60', 0, 60), 4),
  /** How long after its debit date a SEPA payment may be charged back, in months. */
  chargebackWindowMonths: policyField(integer('whole months from 1 to 120', 1, 120), 13),
  /** The earliest debit of a SEPA payment, in days after its submission. */
  debitFromDays: policyField(integer('whole days up to 60', 0, 60), 1),
  /** The latest debit of a SEPA payment, in days after its submission. */
  debitWithinDays: policyField(integer('whole days up to 60', 0, 60), 2),
  /** How long a SEPA payment may be pending before it is overdue, in days. */
  overdueAfterDays: policyField(integer('whole days from 1 to 365', 1, 365), 7),
  ...paymentPolicy,
  sepaZone,
}

/** The values that a SEPA payment is judged by. */
export type Policy = PolicyOf<typeof policy>

// days ---------------------------------------------------------------------
/** The day the payer's account was debited: as a message names it, else the day of the capture. */
export const debitDate = (
  { debitDate: named, at }: Capture,
  { sepaZone: zone }: Pick<Policy, 'sepaZone'>,
): CivilDate => named ?? civilDate(at, zone)

/**
 * The last day on which a refund may be requested, counted from the latest possible debit.
 * @spec interface#refund-window
 */
export const lastRefundDay = (capture: Capture, policy: Policy): CivilDate =>
  refundDayFrom(debitDate(capture, policy), policy)

/**
 * The earliest day on which the account can have been debited; null if no message shows one. A
 * capture that only snapshots show came after the payment was presented. Where the payment itself is
 * known from the same snapshot, without a time of its own, nothing says since when. @spec
 * decisions#50
 */
export const earliestDebit = (
  captured: Capture,
  { presented }: Pick<Payment, 'presented'>,
  policy: Pick<Policy, 'sepaZone'>,
): CivilDate | null => {
  if (!captured.isOnlyShown || captured.debitDate !== null) return debitDate(captured, policy)
  if (presented === null || (!presented.timed && presented.at >= captured.at)) return null
  return civilDate(earlier(presented.at, captured.at), policy.sepaZone)
}

/** The last day on which a refund may be requested, counted from a day of the debit. */
export const refundDayFrom = (debited: CivilDate, policy: Policy): CivilDate =>
  plusDays(debited, policy.refundWindowWeeks * 7)

/** The day from which a chargeback's months are counted: the later of debit and capture. */
export const chargebackFrom = (capture: Capture, policy: Pick<Policy, 'sepaZone'>): CivilDate =>
  laterDay(debitDate(capture, policy), civilDate(capture.at, policy.sepaZone))

/**
 * The last day on which a chargeback is expected: a bank day, because what is asked for on a day on
 * which banks are closed is done on the next one. @spec decisions#40; sources#psd2-71
 */
export const lastChargebackDay = (capture: Capture, policy: Policy): CivilDate =>
  rolled(plusMonths(chargebackFrom(capture, policy), policy.chargebackWindowMonths))

// windows ------------------------------------------------------------------
type Window = WindowDefinition<SepaPayment, SepaPaymentStatus, Policy>
type Folded = FoldedStream<SepaPayment, SepaPaymentStatus>

const DAY = 86_400

/** When a pending payment was presented; null where the payment is not pending. */
const awaitedSince = ({ status, context: { presented } }: Folded) =>
  status === 'pending' ? (presented?.at ?? null) : null

/** The capture of a payment; null while the payment is pending. */
const capturedIn = ({ status, context }: Folded): Capture | null =>
  status === 'pending' ? null : context.captured

/** No bank debits on a day on which banks are closed: the last day is the next bank day. */
const debit: Window = {
  of: (folded, { sepaZone: zone, debitFromDays, debitWithinDays }) => {
    const since = awaitedSince(folded)
    if (since === null) return []
    const from = civilDate(since, zone)
    const opensAt = startOfDay(plusDays(from, debitFromDays), zone)
    const lastDay = rolled(plusDays(from, debitWithinDays))
    return [{ entityId: '', opensAt, closesAt: endOfDay(lastDay, zone), from, lastDay, zone }]
  },
  kind: 'expectation',
  allows: "The funds are debited from the payer's account.",
  source: 'interface#debit-delay',
  lookUp: 'entity',
}

const settlement: Window = {
  of: (folded, { overdueAfterDays }) => {
    const since = awaitedSince(folded)
    return since === null ? [] : [spanOfTime(since, shift(since, overdueAfterDays * DAY))]
  },
  kind: 'expectation',
  allows: 'The payment is captured, or ends.',
  source: 'decisions#40',
  lookUp: 'entity',
}

const counted = (
  opensAt: Instant,
  from: CivilDate,
  lastDay: CivilDate,
  { sepaZone: zone }: Pick<Policy, 'sepaZone'>,
): Span => ({ entityId: '', opensAt, closesAt: endOfDay(lastDay, zone), from, lastDay, zone })

/** A right ends with the earliest possible debit: nobody may count on more. */
const refund: Window = {
  of: (folded, policy) => {
    const captured = capturedIn(folded)
    const from = captured === null ? null : earliestDebit(captured, folded.context, policy)
    if (captured === null || from === null) return []
    const { presented } = folded.context
    const opensAt = captured.isOnlyShown ? (presented?.at ?? captured.at) : captured.at
    return [counted(opensAt, from, refundDayFrom(from, policy), policy)]
  },
  kind: 'right',
  allows: 'A refund may be requested.',
  source: 'interface#refund-window; sources#psd2-77; decisions#40',
  lookUp: 'entity',
}

/** The windows of refunds that were requested or have begun, and are still open. */
const processing = ({ refunds }: Payment, policy: Policy): readonly Span[] =>
  Object.entries(refunds).flatMap(([entityId, refund]) => {
    const begun = refund.asked ?? refund.pending
    if (begun === null || refundStatus(refund) !== 'open') return []
    const { sepaZone: zone } = policy
    const from = civilDate(begun.at, zone)
    const lastDay = rolled(plusDays(from, policy.refundProcessingDays))
    const closesAt = endOfDay(lastDay, zone)
    return [{ entityId, opensAt: begun.at, closesAt, from, lastDay, zone }]
  })

const refundProcessing: Window = {
  of: (folded, policy) => (capturedIn(folded) === null ? [] : processing(folded.context, policy)),
  kind: 'expectation',
  allows: 'The refund is carried out.',
  source: 'interface#refund-processing-time',
  lookUp: 'actions',
}

/** An exposure ends with the latest possible debit. */
const chargeback: Window = {
  of: (folded, policy) => {
    const captured = capturedIn(folded)
    if (captured === null) return []
    const lastDay = lastChargebackDay(captured, policy)
    return [counted(captured.at, chargebackFrom(captured, policy), lastDay, policy)]
  },
  kind: 'exposure',
  allows: 'The money may be charged back.',
  source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  lookUp: 'entity',
}

/** Every window, in the order in which they are listed. */
export const windows = { debit, settlement, refund, refundProcessing, chargeback }
