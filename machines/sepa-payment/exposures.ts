/** How long the payer or the payer's bank may take the money of a SEPA payment back. */
import type { FoldedStream, WindowDefinition } from '../../src/fold/machine.ts'
import { type Span, spanExposed } from '../../src/fold/window.ts'
import type { CivilDate } from '../../src/words/calendar.ts'
import { lastDaysExposed } from '../../src/words/length.ts'
import type { Capture } from '../payment/memory.ts'
import { exposedFrom } from './debit-day.ts'
import type { SepaPayment, SepaPaymentStatus } from './memory.ts'
import type { Policy } from './policy.ts'
import { type Exception, reasonIn, reasonOf } from './reasons.ts'

type Window = WindowDefinition<SepaPayment, SepaPaymentStatus, Policy>
type Folded = FoldedStream<SepaPayment, SepaPaymentStatus>

/** The length of the policy that each exception has. A reject moves no money. */
const LENGTHS = {
  return: 'bankReturnWindow',
  refund: 'payerRefundWindow',
  unauthorised: 'chargebackWindow',
} as const satisfies Partial<Record<Exception, keyof Policy>>

/** The exceptions that take money back. */
type Taking = keyof typeof LENGTHS

const EVERY = Object.keys(LENGTHS) as readonly Taking[]

/** The exceptions by which money may be taken for a reason: every one, if the reason is unknown. */
const takingsFor = (code: string | null): readonly Taking[] => {
  const comes = reasonOf(code)?.comes ?? EVERY
  const own = EVERY.filter((taking) => comes.includes(taking))
  // a code of payments that were never collected says nothing of money that was
  return own.length === 0 ? EVERY : own
}

/**
 * The last day on which money may be taken back for a reason, as far as it is in force on a day: the
 * latest that any exception allows by which it may be taken.
 */
export const lastDayToTake = (
  capture: Capture,
  code: string | null,
  policy: Policy,
  on: CivilDate,
): CivilDate => {
  const from = exposedFrom(capture, policy)
  const days = takingsFor(code).flatMap((taking) =>
    lastDaysExposed(from, policy[LENGTHS[taking]]).flatMap(({ since, lastDay }) =>
      since === null || since <= on ? [lastDay] : [],
    ),
  )
  return days.reduce((last, day) => (day > last ? day : last), from)
}

/**
 * Whether an exception may still come. Once all the money is taken back for known reasons, only
 * their own windows are of interest; before, nobody knows the reason.
 */
const mayCome = ({ status, occurrences }: Folded, taking: Taking): boolean => {
  if (status !== 'charged_back') return true
  const codes = occurrences.flatMap(({ type, disposition, data }) =>
    type === 'payment_chargeback' && disposition === 'chart' ? [reasonIn(data)] : [],
  )
  return codes.some((code) => takingsFor(code).includes(taking))
}

const spans = (folded: Folded, taking: Taking, policy: Policy): readonly Span[] => {
  const { captured } = folded.context
  if (folded.status === 'pending' || captured === null || !mayCome(folded, taking)) return []
  const from = exposedFrom(captured, policy)
  const days = lastDaysExposed(from, policy[LENGTHS[taking]])
  return [spanExposed(captured.at, from, days, policy.sepaZone)]
}

const exposure = (
  taking: Taking,
  { allows, source }: Pick<Window, 'allows' | 'source'>,
): Window => ({
  of: (folded, policy) => spans(folded, taking, policy),
  kind: 'exposure',
  allows,
  countedFrom: 'the later of debit and capture',
  lengths: [LENGTHS[taking]],
  source,
  lookUp: 'entity',
})

/** The windows in which money may be taken back, the shortest first. */
export const exposures = {
  bankReturn: exposure('return', {
    allows: "The payer's bank may return the money.",
    source: 'sources#abn-amro-timelines; decisions#40',
  }),
  payerRefund: exposure('refund', {
    allows: 'The payer may take the money back without a reason.',
    source: 'sources#psd2-76; sources#psd2-77; decisions#40',
  }),
  chargeback: exposure('unauthorised', {
    allows: 'As an unauthorized debit, the money may be charged back.',
    source: 'interface#chargeback-window; sources#psd2-71; decisions#40',
  }),
}
