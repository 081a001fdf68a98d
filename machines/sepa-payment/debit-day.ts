/** The day on which the payer's account was debited, from which windows are counted. */
import { type CivilDate, civilDate, laterDay, plusDays } from '../../src/words/time/calendar.ts'
import { earlier, type Instant, isAfter } from '../../src/words/time/instant.ts'
import type { Between } from '../../src/words/time/last-day.ts'
import type { Capture, CaptureReport, Payment } from '../payment/memory.ts'
import type { SepaPaymentPolicy } from './policy.ts'

type Counting = Pick<SepaPaymentPolicy, 'sepaZone' | 'valueDateDays' | 'clockToleranceSeconds'>
type Presented = Pick<Payment, 'presented'>

/** The first day of the calendar: before every day of a payment. */
const FIRST = '0000-01-01' as CivilDate

const earlierDay = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? a : b)

/** Whether a value date is near a day: only then is it believed. */
const isNear = (date: CivilDate, day: CivilDate, { valueDateDays }: Counting): boolean =>
  date >= plusDays(day, -valueDateDays) && date <= plusDays(day, valueDateDays)

/** The days by one report, and by the value dates that all of them name. */
const daysBy = (
  { at, timed, debitDate: own }: CaptureReport,
  named: readonly CivilDate[],
  policy: Counting,
): readonly CivilDate[] => {
  const day = civilDate(at, policy.sepaZone)
  if (!timed) return own !== undefined && own <= plusDays(day, policy.valueDateDays) ? [own] : []
  if (own !== undefined && isNear(own, day, policy)) return [own]
  const near = named.filter((date) => isNear(date, day, policy))
  return near.length === 0 ? [day] : near
}

/**
 * The days of the debit by each report: the value date that it names, if that is near its time; else
 * the value dates of other reports that are; else the day of its time. A report without a time was
 * received after the debit, however late: it may name a date, and else says nothing.
 */
const readings = (captured: Capture, policy: Counting): readonly CivilDate[] => {
  const [only, another] = captured.reports
  if (only !== undefined && another === undefined) return daysBy(only, [], policy)
  const known = read.get(captured)
  if (known?.policy === policy) return known.days
  const days = readingsIn(captured, policy)
  read.set(captured, { policy, days })
  return days
}

/** The days that were found last, for speed only: every refund asks for those of its capture. */
const read = new WeakMap<Capture, { readonly policy: Counting; days: readonly CivilDate[] }>()

const readingsIn = ({ reports }: Capture, policy: Counting): readonly CivilDate[] => {
  const named = reports.flatMap(({ debitDate }) => debitDate ?? [])
  return reports.flatMap((each) => daysBy(each, named, policy))
}

/**
 * Whether nothing but a bound shows when the capture was: no report gives a time, or one was received
 * before every time that others give.
 */
const isOnlyBound = (captured: Capture, { clockToleranceSeconds }: Counting): boolean => {
  const { reports, isOnlyShown, since, at } = captured
  const first = since ?? at
  const isBefore = ({ timed, at: received }: CaptureReport): boolean =>
    !timed && isAfter(first, received, clockToleranceSeconds)
  return isOnlyShown === true || reports.some(isBefore)
}

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
  return earlier(presented.since ?? presented.at, at)
}

/** Whether the earliest day is that of the presentation, and not one that a report of the debit says. */
const isSinceBound = (captured: Capture, days: readonly CivilDate[], policy: Counting): boolean =>
  days.length === 0 ||
  (isOnlyBound(captured, policy) && captured.reports.some(({ timed }) => timed))

/** The last of the days; without any, that of the capture. */
const lastIn = (days: readonly CivilDate[], { at }: Capture, { sepaZone }: Counting): CivilDate =>
  days.length === 0 ? civilDate(at, sepaZone) : days.reduce(laterDay)

/** The days on which the account can have been debited; null if no message shows the first. */
export const debitDays = (
  captured: Capture,
  payment: Presented,
  policy: Counting,
): Between | null => {
  const days = readings(captured, policy)
  const last = lastIn(days, captured, policy)
  if (!isSinceBound(captured, days, policy)) return { first: days.reduce(earlierDay), last }
  const at = earliestCapture(captured, payment, policy)
  if (at === null) return null
  return { first: [...days, civilDate(at, policy.sepaZone)].reduce(earlierDay), last }
}

/** The latest day on which the account can have been debited, even if nobody knows the first. */
export const latestDebitDays = (captured: Capture, policy: Counting): Between => {
  const last = lastIn(readings(captured, policy), captured, policy)
  return { first: last, last }
}

/**
 * The days from which an exposure may be counted: from the first of debit and capture to the last.
 * Where no message shows the first, it is any day before.
 * @spec decisions#40; sources#psd2-71
 */
export const exposedDays = (captured: Capture, payment: Presented, policy: Counting): Between => {
  const { sepaZone: zone } = policy
  const at = earliestCapture(captured, payment, policy)
  const days = [captured.at, captured.until ?? captured.at].map((each) => civilDate(each, zone))
  const all = [...readings(captured, policy), ...days]
  const first = at === null ? FIRST : all.reduce(earlierDay, civilDate(at, zone))
  return { first, last: all.reduce(laterDay) }
}

/** When the money came in, at the earliest: from then on, it may go back. */
export const capturedFrom = (captured: Capture, payment: Presented, policy: Counting): Instant =>
  earliestCapture(captured, payment, policy) ?? captured.at
