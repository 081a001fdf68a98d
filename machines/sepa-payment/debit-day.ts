/** The day on which the payer's account was debited, from which windows are counted. */
import { type CivilDate, civilDate, laterDay, plusDays } from '../../src/words/calendar.ts'
import { earlier, type Instant, isAfter, later } from '../../src/words/instant.ts'
import type { Between } from '../../src/words/last-day.ts'
import type { Capture, Payment } from '../payment/memory.ts'
import type { Policy } from './policy.ts'

type Counting = Pick<Policy, 'sepaZone' | 'valueDateDays' | 'clockToleranceSeconds'>
type Presented = Pick<Payment, 'presented'>

/** The latest time of the capture: that of any report, or when the first was received. */
const latestCapture = ({ at, until }: Capture): Instant => later(at, until ?? at)

/**
 * Whether nothing but a bound shows when the capture was: no report gives a time, or a report was
 * received before the time that others give.
 */
const isOnlyBound = (
  { at, since, isOnlyShown, receivedAt }: Capture,
  { clockToleranceSeconds }: Counting,
): boolean =>
  isOnlyShown === true ||
  (receivedAt !== undefined && isAfter(since ?? at, receivedAt, clockToleranceSeconds))

/**
 * When the capture can have been at the earliest; null if no message shows it. A capture of which
 * only a bound is known came after the payment was presented. Where the payment itself is known from
 * the same snapshot, or from a webhook, without a time of its own, nothing says since when.
 * @spec decisions#50
 */
const earliestCapture = (
  captured: Capture,
  { presented }: Presented,
  policy: Counting,
): Instant | null => {
  const at = captured.since ?? captured.at
  if (!isOnlyBound(captured, policy)) return at
  if (presented === null || presented.isReceipt === true) return null
  if (!presented.timed && presented.at >= captured.at) return null
  return earlier(presented.at, at)
}

/**
 * The value dates that are believed: those near a time that a report of the capture gives. Where only
 * a bound of that time is known, an earlier date may be right, however early it is.
 */
const believed = (captured: Capture, policy: Counting): readonly CivilDate[] => {
  const { sepaZone: zone, valueDateDays } = policy
  const first = plusDays(civilDate(captured.since ?? captured.at, zone), -valueDateDays)
  const last = plusDays(civilDate(latestCapture(captured), zone), valueDateDays)
  const isOpen = isOnlyBound(captured, policy)
  return captured.debitDates.filter((date) => date <= last && (isOpen || date >= first)).toSorted()
}

/** The latest day of the debit: as a believed value date names it, else the day of the capture. */
const latestDebit = (captured: Capture, policy: Counting): CivilDate =>
  believed(captured, policy).at(-1) ?? civilDate(latestCapture(captured), policy.sepaZone)

/** The days on which the account can have been debited; null if no message shows the first. */
export const debitDays = (
  captured: Capture,
  payment: Presented,
  policy: Counting,
): Between | null => {
  const [named] = believed(captured, policy)
  const at = earliestCapture(captured, payment, policy)
  const first = named ?? (at === null ? null : civilDate(at, policy.sepaZone))
  return first === null ? null : { first, last: laterDay(first, latestDebit(captured, policy)) }
}

/** The latest day on which the account can have been debited, even if nobody knows the first. */
export const latestDebitDays = (captured: Capture, policy: Counting): Between => {
  const last = latestDebit(captured, policy)
  return { first: last, last }
}

/**
 * The days from which an exposure may be counted: from the first of debit and capture to the last.
 * @spec decisions#40; sources#psd2-71
 */
export const exposedDays = (captured: Capture, policy: Counting): Between => {
  const { sepaZone: zone } = policy
  const [named] = believed(captured, policy)
  const own = civilDate(captured.since ?? captured.at, zone)
  const last = laterDay(latestDebit(captured, policy), civilDate(latestCapture(captured), zone))
  return { first: named === undefined || own < named ? own : named, last }
}

/** The time from which on refunds may be asked for: when the money came in, at the earliest. */
export const refundsFrom = (captured: Capture, payment: Presented, policy: Counting): Instant =>
  earliestCapture(captured, payment, policy) ?? captured.at
