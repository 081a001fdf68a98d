/** The day on which the payer's account was debited, from which windows are counted. */
import { type CivilDate, civilDate, laterDay, plusDays } from '../../src/words/calendar.ts'
import { earlier, type Instant } from '../../src/words/instant.ts'
import type { Capture, Payment } from '../payment/memory.ts'
import type { Policy } from './policy.ts'

type Counting = Pick<Policy, 'sepaZone' | 'valueDateDays'>

/**
 * The value dates that are believed: those near the day of the capture. If nothing but the receipt
 * of a report shows when the capture was, an earlier date may be right, however early it is.
 */
const believed = (
  { debitDates, at, timed }: Capture,
  { sepaZone: zone, valueDateDays }: Counting,
): readonly CivilDate[] => {
  const day = civilDate(at, zone)
  const [first, last] = [plusDays(day, -valueDateDays), plusDays(day, valueDateDays)]
  return debitDates.filter((date) => date <= last && (!timed || date >= first)).toSorted()
}

/** The latest day of the debit: as a believed value date names it, else the day of the capture. */
export const debitDate = (capture: Capture, policy: Counting): CivilDate =>
  believed(capture, policy).at(-1) ?? civilDate(capture.at, policy.sepaZone)

/** When the capture can have been at the earliest; null if no message shows it. */
const earliestCapture = (
  captured: Capture,
  { presented }: Pick<Payment, 'presented'>,
): Instant | null => {
  if (!captured.isOnlyShown) return captured.at
  if (presented === null || (!presented.timed && presented.at >= captured.at)) return null
  return earlier(presented.at, captured.at)
}

/**
 * The earliest day on which the account can have been debited; null if no message shows one. A
 * capture that only snapshots show came after the payment was presented. Where the payment itself is
 * known from the same snapshot, without a time of its own, nothing says since when. @spec
 * decisions#50
 */
export const earliestDebit = (
  captured: Capture,
  payment: Pick<Payment, 'presented'>,
  policy: Counting,
): CivilDate | null => {
  const [named] = believed(captured, policy)
  if (named !== undefined) return named
  const at = earliestCapture(captured, payment)
  return at === null ? null : civilDate(at, policy.sepaZone)
}

/**
 * The day from which an exposure is counted: the later of debit and capture.
 * @spec decisions#40; sources#psd2-71
 */
export const exposedFrom = (capture: Capture, policy: Counting): CivilDate =>
  laterDay(debitDate(capture, policy), civilDate(capture.at, policy.sepaZone))

/** The time from which on refunds may be asked for: when the money came in, at the earliest. */
export const refundsFrom = (captured: Capture, payment: Pick<Payment, 'presented'>): Instant =>
  earliestCapture(captured, payment) ?? captured.at
