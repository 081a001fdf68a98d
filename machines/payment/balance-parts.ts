/** The amounts that a provider's balance adds up: each surely, perhaps or surely not part of it. */
import type { Judge } from '../../src/fold/definition.ts'
import type { FoldedStream } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { earlier, type Instant } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { Payment, Refund } from './memory.ts'
import { refundAmount, refundStatus } from './refunds.ts'
import { isSurelyLater, isSurelyShown, type ShownTime } from './shown.ts'
import type { Step } from './shown-sums.ts'
import type { PaymentSums } from './sums.ts'

type Folded = FoldedStream<Payment, string>
type Sums = Omit<PaymentSums, 'netAtWorst'>

/** An amount that a balance includes surely, perhaps or surely not. */
export interface Part {
  readonly amount: number
  readonly is: 'sure' | 'perhaps' | 'later'
  /** Whether our own sums count it. */
  readonly counts: boolean
}

/** The occurrences by key: contexts do not say when something was first reported. */
export type ByKey = ReadonlyMap<string, Occurrence>

/** Sorts an amount by the occurrences that begin it and that make it sure. */
const partOf = (
  amount: number,
  begun: readonly Occurrence[],
  done: Occurrence | undefined,
  shown: ShownTime,
  { toleranceSeconds }: Judge,
): Part => {
  const isLater = begun.every((each) => isSurelyLater(each, shown, toleranceSeconds))
  const isSure = done !== undefined && isSurelyShown(done, shown, toleranceSeconds)
  return { amount, is: isLater ? 'later' : isSure ? 'sure' : 'perhaps', counts: !isLater }
}

const BEGUN = ['refund_requested', 'payment_refund_pending', 'payment_refunded']

/**
 * A refund is sure once its success is reported. While it is pending, or if it failed as well, the
 * balance may include it: the provider may book the failure back to before the success. If it never
 * succeeded, the balance may include it only until its failure is reported.
 */
const partOfRefund = (
  [id, refund]: readonly [string, Refund],
  amount: number,
  byKey: ByKey,
  shown: ShownTime,
  judge: Judge,
): Part => {
  const of = (type: string): Occurrence | undefined => byKey.get(`${type}:${id}`)
  const declined = of('payment_refund_declined')
  const refunded = of('payment_refunded')
  const begun = BEGUN.flatMap((type) => of(type) ?? [])
  if (declined === undefined) return partOf(amount, begun, refunded, shown, judge)
  const part = partOf(amount, [...begun, declined], undefined, shown, judge)
  const { toleranceSeconds } = judge
  const isOver = refunded === undefined && isSurelyShown(declined, shown, toleranceSeconds)
  const isUndone =
    refundStatus(refund) === 'declined' && !isSurelyLater(declined, shown, toleranceSeconds)
  return { ...part, is: isOver ? 'later' : part.is, counts: part.counts && !isUndone }
}

/** The amount of the refund that names none: our sums minus the refunds that name an amount. */
const unnamedOf = ({ refunds }: Payment, { refunded, refunding }: Sums): number => {
  const lasting = Object.values(refunds).filter((refund) => refundStatus(refund) !== 'declined')
  return refunded + refunding - total(lasting.map((refund) => refundAmount(refund) ?? 0))
}

/** Chargebacks may be part of what the provider counts as refunded; our sum of refunds has none. */
const partsOfChargebacks = (
  { occurrences }: Folded,
  captured: number,
  shown: ShownTime,
  judge: Judge,
): readonly Part[] =>
  occurrences
    .filter(({ type, disposition }) => type === 'payment_chargeback' && disposition === 'chart')
    .map((each) => {
      const amount = typeof each.data['amount'] === 'number' ? each.data['amount'] : captured
      return { ...partOf(amount, [each], undefined, shown, judge), counts: false }
    })

/** The refunds and chargebacks, as parts of what a balance counts as refunded. */
export const partsOfRefunds = (
  whole: Folded,
  sums: Sums,
  byKey: ByKey,
  shown: ShownTime,
  judge: Judge,
): readonly Part[] => {
  const unnamed = unnamedOf(whole.context, sums)
  return [
    ...Object.entries(whole.context.refunds).map((entry) =>
      partOfRefund(entry, refundAmount(entry[1]) ?? unnamed, byKey, shown, judge),
    ),
    ...partsOfChargebacks(whole, sums.captured ?? 0, shown, judge),
  ]
}

/** The first of some times at which something happened; null if one of them is not known. */
const firstOf = (begun: readonly Occurrence[]): Instant | null =>
  begun.every(({ timed }) => timed) && begun.length > 0
    ? begun.map(({ at }) => at).reduce(earlier)
    : null

/**
 * The refunds and chargebacks as amounts that balances may show, for balances of any time. What
 * never began is in none.
 */
export const stepsOfRefunds = (whole: Folded, sums: Sums, byKey: ByKey): readonly Step[] => {
  const unnamed = unnamedOf(whole.context, sums)
  const refunds = Object.entries(whole.context.refunds).flatMap(([id, refund]): readonly Step[] => {
    const of = (type: string): Occurrence | undefined => byKey.get(`${type}:${id}`)
    const [declined, refunded] = [of('payment_refund_declined'), of('payment_refunded')]
    const all = [
      ...BEGUN.flatMap((type) => of(type) ?? []),
      ...(declined === undefined ? [] : [declined]),
    ]
    const amount = refundAmount(refund) ?? unnamed
    const end = declined === undefined ? refunded : refunded === undefined ? declined : undefined
    const to = end?.reportedAt ?? null
    return all.length === 0
      ? []
      : [{ amount, from: firstOf(all), to, isSure: declined === undefined }]
  })
  const chargebacks = whole.occurrences
    .filter(({ type, disposition }) => type === 'payment_chargeback' && disposition === 'chart')
    .map((each): Step => {
      const { amount } = each.data
      const own = typeof amount === 'number' ? amount : (sums.captured ?? 0)
      return { amount: own, from: firstOf([each]), to: null, isSure: false }
    })
  return [...refunds, ...chargebacks]
}

/** The capture, as the part of what a balance counts as captured. */
export const partsOfCapture = (
  captured: number,
  byKey: ByKey,
  shown: ShownTime,
  judge: Judge,
): readonly Part[] => {
  const capture = byKey.get('payment_captured')
  return capture === undefined ? [] : [partOf(captured, [capture], capture, shown, judge)]
}
