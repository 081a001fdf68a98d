/** Compares the balances that the provider reports with the sums of its messages. */

import type { Judge } from '../../src/fold/definition.ts'
import type { FindingBase } from '../../src/fold/finding.ts'
import type { FindingDefinition, FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, shift } from '../../src/words/instant.ts'
import { type Currency, money, total } from '../../src/words/money.ts'
import { Balances } from './events.ts'
import type { Payment, Refund } from './memory.ts'
import { type PaymentSums, refundStatus } from './sums.ts'

/** The amount of the refund that names none: our sums minus the refunds that name an amount. */
const unnamedOf = (refunds: readonly Refund[], { refunded, refunding }: PaymentSums): number => {
  const lasting = refunds.filter((refund) => refundStatus(refund) !== 'declined')
  return refunded + refunding - total(lasting.map(({ amount }) => amount ?? 0))
}

/** The money refunded by a timestamp; with `open`, refunds that had only begun count too. */
const refundedBy = (refunds: readonly Refund[], left: number, by: Instant, open: boolean): number =>
  total(
    refunds.map(({ amount, asked, pending, refunded, declined }) => {
      const undone = declined !== null && declined.at <= by && (refunded?.at ?? '') <= declined.at
      const begun = [refunded, ...(open ? [asked, pending] : [])]
      const counts = begun.some((stage) => stage !== null && stage.at <= by)
      return counts && !undone ? (amount ?? left) : 0
    }),
  )

/** The provider's balance (`theirs`) differs from our sum of its messages (`ours`); minor units. */
export interface BalanceMismatch extends FindingBase {
  readonly code: 'BalanceMismatch'
  readonly what: 'captured' | 'refunded'
  readonly theirs: number
  readonly ours: number
  readonly currency: Currency | null
}

/** Compares the provider's balances with ours as of the message, within the clock tolerance. */
const mismatches = (
  { context }: FoldedStream<Payment, string>,
  sums: PaymentSums,
  occurrence: Occurrence,
  { toleranceSeconds }: Judge,
): readonly BalanceMismatch[] => {
  const { currency, captured } = sums
  const balances = occurrence.data['balances']
  if (!Balances.is(balances) || captured === null) return []
  const [early, late] = [
    shift(occurrence.at, -toleranceSeconds),
    shift(occurrence.at, toleranceSeconds),
  ]
  const refunds = Object.values(context.refunds)
  const left = unnamedOf(refunds, sums)
  const capturedBy = (by: Instant): number =>
    context.captured !== null && context.captured.at <= by ? captured : 0
  const compare = (
    what: 'captured' | 'refunded',
    low: number,
    high: number,
  ): readonly BalanceMismatch[] => {
    const theirs = balances[what]
    if (theirs === undefined || (theirs >= Math.min(low, high) && theirs <= Math.max(low, high))) {
      return []
    }
    const { key, at } = occurrence
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

/** Finds balances that differ from what the provider's messages add up to. */
export const balanceMismatch = <P extends Payment>(
  sumsOf: (context: P) => PaymentSums,
): FindingDefinition<P, string, BalanceMismatch> => ({
  find: (whole, judge) => {
    const occurrence = whole.occurrences.filter(
      (each) =>
        each.data['balances'] !== undefined &&
        (each.disposition === 'chart' || each.type === 'state_observed'),
    )
    if (occurrence.length === 0) return []
    const sums = sumsOf(whole.context)
    return occurrence.flatMap((each) => mismatches(whole, sums, each, judge))
  },
  explain: ({ theirs, ours, what, currency }) =>
    `The provider counts ${money(theirs, currency)} ${what}, ` +
    `but its messages add up to ${money(ours, currency)}.`,
  severity: 'warning',
  source: 'decisions#4',
  remedy: 'Ask the provider for the actions of the payment.',
  lookUp: 'actions',
  formerly: ({ theirs, ours, what, currency }) =>
    `The provider counts ${money(theirs, currency)} ${what}, ` +
    `the messages add up to ${money(ours, currency)}.`,
})
