/** When a SEPA payment's money was debited, and how long the payer or the bank may take it back. */
import type { FoldedStream, WindowDefinition } from '../../src/contract/machine-record.ts'
import { spanExposed } from '../../src/contract/window.ts'
import { rememberingOf } from '../../src/words/data/result-cache.ts'
import { type CivilDate, civilDate, laterDay, plusDays } from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import { earlier, type Instant, isAfter } from '../../src/words/time/instant.ts'
import { type Between, type Counted, lastDaysExposed } from '../../src/words/time/last-day.ts'
import type { Exposed } from '../../src/words/time/length.ts'
import type { Capture, CaptureReport, Payment } from '../payment/memory.ts'
import { exposedSums } from '../payment/sums.ts'
import { type Exception, reasonOf, reasonsIn } from '../words/bank-reasons.ts'
import type { SepaPayment, SepaPaymentStatus } from './memory.ts'
import type { SepaPaymentPolicy } from './policy.ts'

/** The first day of the calendar: before every day of a payment. */
const FIRST = '0000-01-01' as CivilDate

const earlierDay = (a: CivilDate, b: CivilDate): CivilDate => (a < b ? a : b)

/** The days by one report, and by the value dates that all of them name: believed if near its time. */
const daysBy = (
  { at, timed, debitDate: own }: CaptureReport,
  named: readonly CivilDate[],
  { sepaZone, valueDateDays }: SepaPaymentPolicy,
): readonly CivilDate[] => {
  const day = civilDate(at, sepaZone)
  const isByThen = (date: CivilDate): boolean => date <= plusDays(day, valueDateDays)
  if (!timed) return own !== undefined && isByThen(own) ? [own] : []
  const isNear = (date: CivilDate): boolean =>
    date >= plusDays(day, -valueDateDays) && isByThen(date)
  if (own !== undefined && isNear(own)) return [own]
  const near = named.filter(isNear)
  return near.length === 0 ? [day] : near
}

/**
 * The days of the debit by each report. One without a time was received after the debit, however late: it
 * may name a date, and else says nothing.
 */
const readings = (captured: Capture, policy: SepaPaymentPolicy): readonly CivilDate[] => {
  const [only, another] = captured.reports
  return only !== undefined && another === undefined
    ? daysBy(only, [], policy)
    : readingsUnder(policy)(captured)
}

const readingsUnder = rememberingOf((policy: SepaPaymentPolicy) =>
  rememberingOf(({ reports }: Capture): readonly CivilDate[] => {
    const named = reports.flatMap(({ debitDate }) => debitDate ?? [])
    return reports.flatMap((each) => daysBy(each, named, policy))
  }),
)

/** Whether no report gives a time, or one was received before every time that others give. */
const isOnlyBound = (captured: Capture, { clockToleranceSeconds }: SepaPaymentPolicy): boolean => {
  const { reports, isOnlyShown, since, at } = captured
  const first = since ?? at
  const isBefore = ({ timed, at: received }: CaptureReport): boolean =>
    !timed && isAfter(first, received, clockToleranceSeconds)
  return isOnlyShown === true || reports.some(isBefore)
}

/**
 * When the capture can have been at the earliest; null if no message shows it. With only a bound, that is
 * the presentation, if its time is known from elsewhere. @spec decisions#50
 */
const earliestCapture = (
  captured: Capture,
  { presented }: Payment,
  policy: SepaPaymentPolicy,
): Instant | null => {
  const at = captured.since ?? captured.at
  if (!isOnlyBound(captured, policy)) return at
  if (presented === null || presented.isReceipt === true) return null
  if (!presented.timed && presented.at >= captured.at) return null
  return earlier(presented.since ?? presented.at, at)
}

/** The first is null if no message shows it; it is that of the presentation if no report says more. */
export const debitDays = (captured: Capture, payment: Payment, policy: SepaPaymentPolicy) => {
  const { sepaZone: zone } = policy
  const days = readings(captured, policy)
  const last = days.length === 0 ? civilDate(captured.at, zone) : days.reduce(laterDay)
  const isBound = isOnlyBound(captured, policy) && captured.reports.some(({ timed }) => timed)
  if (days.length > 0 && !isBound) return { first: days.reduce(earlierDay), last }
  const at = earliestCapture(captured, payment, policy)
  return { first: at === null ? null : days.reduce(earlierDay, civilDate(at, zone)), last }
}

/**
 * From the first of debit and capture to the last, or to the submission, if a message says that it was
 * later still: one of the two is wrong. @spec decisions#40; sources#psd2-71
 */
const exposedDays = (captured: Capture, payment: Payment, policy: SepaPaymentPolicy): Between => {
  const { sepaZone: zone } = policy
  const at = earliestCapture(captured, payment, policy)
  const submitted = payment.presented?.timed === true ? payment.presented.at : captured.at
  const times = [captured.at, captured.until ?? captured.at, submitted]
  const days = times.map((each) => civilDate(each, zone))
  const all = [...readings(captured, policy), ...days]
  const first = at === null ? FIRST : all.reduce(earlierDay, civilDate(at, zone))
  return { first, last: all.reduce(laterDay) }
}

/** When the money came in, at the earliest: from then on, it may go back. */
export const capturedFrom = (
  captured: Capture,
  payment: Payment,
  policy: SepaPaymentPolicy,
): Instant => earliestCapture(captured, payment, policy) ?? captured.at

/** A window of a SEPA payment. */
export type SepaPaymentWindow = WindowDefinition<SepaPayment, SepaPaymentStatus, SepaPaymentPolicy>
/** The folded stream of a SEPA payment. */
export type SepaPaymentStream = FoldedStream<SepaPayment, SepaPaymentStatus>

/** The length of the policy that each exception has. A reject moves no money. */
const LENGTHS = {
  return: 'bankReturnWindow',
  refund: 'payerRefundWindow',
  unauthorised: 'chargebackWindow',
} as const satisfies Partial<Record<Exception, keyof SepaPaymentPolicy>>

type ExposureException = keyof typeof LENGTHS

const EVERY = Object.keys(LENGTHS) as readonly ExposureException[]

/** The exceptions by which money may be taken for some reasons: every one, if none is known. */
const takingsFor = (codes: readonly string[]): readonly ExposureException[] => {
  const comes = codes.flatMap((code) => reasonOf(code)?.comes ?? [])
  const own = EVERY.filter((taking) => comes.includes(taking))
  // a code of payments that were never collected says nothing of money that was
  return own.length === 0 ? EVERY : own
}

/** Of all exceptions by which money may be taken, the latest end that is in force on a day, and its length. */
export const lastDayToTake = (
  { capture, payment }: { readonly capture: Capture; readonly payment: SepaPayment },
  codes: readonly string[],
  policy: SepaPaymentPolicy,
  on: CivilDate,
): Counted & { readonly length: Exposed } =>
  takingsFor(codes)
    .flatMap((taking) => {
      const lengths = policy[LENGTHS[taking]]
      const { from, days } = lastDaysExposed(exposedDays(capture, payment, policy), lengths)
      return days.flatMap(({ since, lastDay }) =>
        since === null || since <= on
          ? [{ from, lastDay, length: inForce(lengths, since ?? from) }]
          : [],
      )
    })
    .reduce((last, each) => (each.lastDay > last.lastDay ? each : last))

const codesIn = ({ occurrences }: SepaPaymentStream): readonly string[] =>
  occurrences.flatMap(({ type, disposition, events }) =>
    type === 'payment_chargeback' && disposition === 'chart' ? reasonsIn(events) : [],
  )

/** Once all is taken back for known reasons, only their windows are of interest. */
const mayCome = (folded: SepaPaymentStream, taking: ExposureException): boolean =>
  exposedSums.exposed(folded.context).amount !== 0 || takingsFor(codesIn(folded)).includes(taking)

const exposure = (
  taking: ExposureException,
  { allows, source }: Pick<SepaPaymentWindow, 'allows' | 'source'>,
): SepaPaymentWindow => ({
  of: (folded, policy) => {
    const { status, context } = folded
    const { captured } = context
    if (status === 'pending' || captured === null || !mayCome(folded, taking)) return []
    const days = lastDaysExposed(exposedDays(captured, context, policy), policy[LENGTHS[taking]])
    return [spanExposed(capturedFrom(captured, context, policy), days, policy.sepaZone)]
  },
  kind: 'exposure',
  allows,
  countedFrom: 'the debit or the capture, whichever came later',
  lengths: [LENGTHS[taking]],
  source,
  lookUp: 'entity',
})

/** The windows in which money may be taken back, the shortest first. */
export const exposures = {
  bankReturn: exposure('return', {
    allows: "The payer's bank may take the money back by itself.",
    source: 'sources#abn-amro-timelines; decisions#40',
  }),
  payerRefund: exposure('refund', {
    allows: 'The payer may take the money back without giving a reason.',
    source: 'sources#psd2-76; sources#psd2-77; decisions#40',
  }),
  chargeback: exposure('unauthorised', {
    allows: 'The payer may take the money back by saying that nobody authorized the debit.',
    source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  }),
}
