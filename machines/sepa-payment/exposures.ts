/** How long the payer or the payer's bank may take the money of a SEPA payment back. */
import type { FoldedStream, WindowDefinition } from '../../src/contract/machine-record.ts'
import { type Span, spanExposed } from '../../src/contract/window.ts'
import type { CivilDate } from '../../src/words/time/calendar.ts'
import { type Counted, lastDaysExposed } from '../../src/words/time/last-day.ts'
import type { Capture } from '../payment/memory.ts'
import { exposedSums } from '../payment/money/index.ts'
import { type Exception, reasonOf, reasonsIn } from '../words/bank-reasons.ts'
import { capturedFrom, exposedDays } from './debit-day.ts'
import type { SepaPayment, SepaPaymentStatus } from './memory.ts'
import type { SepaPaymentPolicy } from './policy.ts'

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

/** The exceptions that take money back. */
type ExposureException = keyof typeof LENGTHS

const EVERY = Object.keys(LENGTHS) as readonly ExposureException[]

/** The exceptions by which money may be taken for some reasons: every one, if none is known. */
const takingsFor = (codes: readonly string[]): readonly ExposureException[] => {
  const comes = codes.flatMap((code) => reasonOf(code)?.comes ?? [])
  const own = EVERY.filter((taking) => comes.includes(taking))
  // a code of payments that were never collected says nothing of money that was
  return own.length === 0 ? EVERY : own
}

/**
 * The last day on which money may be taken back for some reasons, as far as it is in force on a day,
 * and the day from which it is counted: the latest that any exception allows by which it may be
 * taken.
 */
export const lastDayToTake = (
  { capture, payment }: { readonly capture: Capture; readonly payment: SepaPayment },
  codes: readonly string[],
  policy: SepaPaymentPolicy,
  on: CivilDate,
): Counted =>
  takingsFor(codes)
    .flatMap((taking) => {
      const { from, days } = lastDaysExposed(
        exposedDays(capture, payment, policy),
        policy[LENGTHS[taking]],
      )
      return days.flatMap(({ since, lastDay }) =>
        since === null || since <= on ? [{ from, lastDay }] : [],
      )
    })
    .reduce((last, each) => (each.lastDay > last.lastDay ? each : last))

/** The reasons of a payment's chargebacks, as any of their reports names them. */
const codesIn = ({ occurrences }: SepaPaymentStream): readonly string[] =>
  occurrences.flatMap(({ type, disposition, events }) =>
    type === 'payment_chargeback' && disposition === 'chart' ? reasonsIn(events) : [],
  )

/**
 * Whether an exception may still come. Once all the money is taken back for known reasons, only
 * their own windows are of interest; before, nobody knows the reason.
 */
const mayCome = (folded: SepaPaymentStream, taking: ExposureException): boolean =>
  exposedSums.exposed(folded.context).amount !== 0 || takingsFor(codesIn(folded)).includes(taking)

const spans = (
  folded: SepaPaymentStream,
  taking: ExposureException,
  policy: SepaPaymentPolicy,
): readonly Span[] => {
  const { captured } = folded.context
  if (folded.status === 'pending' || captured === null || !mayCome(folded, taking)) {
    return []
  }
  const days = lastDaysExposed(
    exposedDays(captured, folded.context, policy),
    policy[LENGTHS[taking]],
  )
  const opensAt = capturedFrom(captured, folded.context, policy)
  return [spanExposed(opensAt, days, policy.sepaZone)]
}

const exposure = (
  taking: ExposureException,
  { allows, source }: Pick<SepaPaymentWindow, 'allows' | 'source'>,
): SepaPaymentWindow => ({
  of: (folded, policy) => spans(folded, taking, policy),
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
