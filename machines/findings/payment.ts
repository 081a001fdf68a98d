/** What an auditor should look at in a payment as a whole. */
import { impliedByPayment } from '../../src/event/implied.ts'
import type { Moment } from '../../src/event/moment.ts'
import { Balances } from '../../src/event/payment.ts'
import type { Finding } from '../../src/fold/finding.ts'
import type { Judge, Whole } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, isAfter, shift } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { Payment, Refund } from '../memory/payment.ts'
import { refundStatus, type Sums } from '../memory/sums.ts'

type Folded = Whole<Payment, string>

const ENDS: ReadonlySet<string> = new Set([
  'payment_declined',
  'payment_canceled',
  'payment_expired',
])

/** An end told although the money had come, or may have come, before it. */
const superseded = ({ context, occurrences }: Folded, judge: Judge): readonly Finding[] => {
  const { captured } = context
  if (captured === null) return []
  const ends = occurrences.filter(({ type, place }) => ENDS.has(type) && place === 'chart')
  return ends.flatMap(({ type, key, at, timed }) => {
    const isBefore = timed && captured.timed && isAfter(captured.at, at, judge.toleranceSeconds)
    return isBefore
      ? []
      : [{ code: 'Superseded', key, at, event: type, capturedAt: captured.at } as const]
  })
}

const reversedRefunds = ({ context: { refunds } }: Folded): readonly Finding[] =>
  Object.entries(refunds).flatMap(([refund, told]) =>
    told.refunded !== null && told.declined !== null && refundStatus(told) === 'declined'
      ? [
          {
            code: 'RefundReversed',
            key: `payment_refund_declined:${refund}`,
            at: told.declined.at,
            refund,
          },
        ]
      : [],
  )

const MONEY_BACK: ReadonlySet<string> = new Set(['payment_refunded', 'payment_chargeback'])

/** The last of what happened; of those that clocks cannot tell apart, the one whose key is greatest. */
const lastOf = (all: readonly Occurrence[], toleranceSeconds: number): Occurrence | undefined => {
  const end = all[all.length - 1]
  if (end === undefined) return undefined
  const near = all.filter(({ at }) => at >= shift(end.at, -toleranceSeconds))
  return near.reduce((a, b) => (b.key > a.key ? b : a), end)
}

/** Below zero more money went back than came in. Reported refunds count only; it stands at the last. */
const negativeNet = (
  { occurrences }: Folded,
  sums: Sums,
  { toleranceSeconds }: Judge,
): readonly Finding[] => {
  if (sums.captured === null) return []
  const net = sums.captured - sums.refunded - sums.chargedBack
  if (net >= 0) return []
  const back = occurrences.filter(({ type, place }) => MONEY_BACK.has(type) && place === 'chart')
  const { key, at } = lastOf(back, toleranceSeconds) ?? {}
  if (key === undefined || at === undefined) return []
  return [{ code: 'NegativeNet', key, at, net, currency: sums.currency }]
}

/** What a refund that names no amount is of: what our sums count beyond those that name one. */
const unnamedOf = (refunds: readonly Refund[], { refunded, refunding }: Sums): number => {
  const standing = refunds.filter((refund) => refundStatus(refund) !== 'declined')
  return refunded + refunding - total(standing.map(({ amount }) => amount ?? 0))
}

/** What had been refunded by a moment; what was still open counts on top where it may. */
const refundedBy = (refunds: readonly Refund[], left: number, by: Instant, open: boolean): number =>
  total(
    refunds.map(({ amount, asked, pending, refunded, declined }) => {
      const undone = declined !== null && declined.at <= by && (refunded?.at ?? '') <= declined.at
      const begun = [refunded, ...(open ? [asked, pending] : [])]
      const counts = begun.some((moment) => moment !== null && moment.at <= by)
      return counts && !undone ? (amount ?? left) : 0
    }),
  )

/** The provider's own counts, compared with ours as of the message, the tolerance allowed for. */
const mismatches = (
  { context }: Folded,
  sums: Sums,
  told: Occurrence,
  { toleranceSeconds }: Judge,
): readonly Finding[] => {
  const { currency, captured } = sums
  const balances = told.data['balances']
  if (balances === undefined) return []
  if (!Balances.is(balances) || captured === null) return []
  const [early, late] = [shift(told.at, -toleranceSeconds), shift(told.at, toleranceSeconds)]
  const refunds = Object.values(context.refunds)
  const left = unnamedOf(refunds, sums)
  const capturedBy = (by: Instant): number =>
    context.captured !== null && context.captured.at <= by ? captured : 0
  const compare = (
    what: 'captured' | 'refunded',
    low: number,
    high: number,
  ): readonly Finding[] => {
    const theirs = balances[what]
    if (theirs === undefined || (theirs >= Math.min(low, high) && theirs <= Math.max(low, high))) {
      return []
    }
    const { key, at } = told
    return [{ code: 'BalanceMismatch', key, at, what, theirs, ours: high, currency }]
  }
  return [
    ...compare('captured', capturedBy(early), capturedBy(late)),
    ...compare(
      'refunded',
      refundedBy(refunds, left, early, false),
      refundedBy(refunds, left, late, true),
    ),
  ]
}

/** How far a payment had come by a moment: what has no time may have been there already. */
const reachedBy = ({ captured, ended }: Payment, by: Instant) => {
  const had = ({ timed, at }: Moment): boolean => !timed || at <= by
  if (captured !== null && had(captured)) return { ...captured, how: 'captured' }
  return ended !== null && had(ended) ? ended : null
}

/** A snapshot that shows an end although money came, another end, or nothing of what had long been told. */
const contradicted = (
  { context }: Folded,
  snapshot: Occurrence,
  { toleranceSeconds }: Judge,
): readonly Finding[] => {
  const { amount } = context
  const { status, amount: shownAmount } = snapshot.data
  const { key, at } = snapshot
  const code = 'SnapshotContradicts' as const
  if (typeof shownAmount === 'number' && amount !== null && shownAmount !== amount) {
    return [{ code, key, at, shown: 'another amount', known: 'the amount of the payment' }]
  }
  if (typeof status !== 'string') return []
  const reached = reachedBy(context, shift(at, toleranceSeconds))
  if (reached === null) return []
  const shown = impliedByPayment(status)
    .map((type) => type.replace('payment_', ''))
    .at(-1)
  const long = reached.timed && isAfter(at, reached.at, toleranceSeconds)
  const differs = shown === 'pending' ? status === 'pending' && long : shown !== reached.how
  const isAhead = shown === 'captured'
  return differs && !isAhead ? [{ code, key, at, shown: status, known: reached.how }] : []
}

/** What messages and snapshots show, compared with what is known. */
const compared = (whole: Folded, sums: Sums, judge: Judge): readonly Finding[] => {
  const found: Finding[] = []
  for (const told of whole.occurrences) {
    const isSnapshot = told.type === 'state_observed'
    if (told.place === 'chart' || isSnapshot) found.push(...mismatches(whole, sums, told, judge))
    if (isSnapshot) found.push(...contradicted(whole, told, judge))
  }
  return found
}

/** All of them. @spec design, 4 and 5 */
export const paymentFindings =
  <P extends Payment>(sumsOf: (known: P) => Sums) =>
  (whole: Whole<P, string>, judge: Judge): readonly Finding[] => {
    const sums = sumsOf(whole.context)
    return [
      ...superseded(whole, judge),
      ...reversedRefunds(whole),
      ...negativeNet(whole, sums, judge),
      ...compared(whole, sums, judge),
    ]
  }
