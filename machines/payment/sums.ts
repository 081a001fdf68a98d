/** The sums of a payment's money. */
import type { Instant } from '../../src/words/instant.ts'
import { type Currency, total } from '../../src/words/money.ts'
import type { Payment, Refund } from './memory.ts'

/**
 * The sums of a payment in minor units of `currency`. `net` is the captured amount minus what was
 * refunded, is being refunded and was charged back; it is below zero where more went back than came
 * in. `captured` and `net` are null where no message names an amount.
 */
export type PaymentSums = {
  readonly currency: Currency | null
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
}

/** The name of each sum, as a title and within a text. */
export const sumTitles = {
  amount: { title: 'Amount', text: null },
  captured: { title: 'Captured', text: 'captured' },
  refunded: { title: 'Refunded', text: 'refunded' },
  refunding: { title: 'Being refunded', text: 'refunding' },
  chargedBack: { title: 'Charged back', text: 'charged back' },
  net: { title: 'Left', text: 'net' },
} as const

/**
 * The status of a refund. The later of refunded and declined counts; at the same time, declined.
 */
export const refundStatus = (refund: Refund): 'open' | 'refunded' | 'declined' => {
  const { refunded, declined } = refund
  if (declined === null) return refunded === null ? 'open' : 'refunded'
  return refunded !== null && refunded.at > declined.at ? 'refunded' : 'declined'
}

/**
 * The money that came in: the captured amount; the payment's amount if the capture names none, or
 * if money went back without a reported capture; otherwise 0. Null if no message names an amount.
 */
export const capturedOf = (context: Payment, wentBack: boolean): number | null => {
  if (context.captured !== null) return context.captured.amount ?? context.amount
  return wentBack || Object.keys(context.refunds).length > 0 ? context.amount : 0
}

/** When a refund began: chargebacks before this time left less money for it. */
const beganAt = ({ asked, pending, refunded }: Refund): Instant | null =>
  (asked ?? pending ?? refunded)?.at ?? null

/**
 * Computes the sums of a payment from its context. A refund that names no amount counts as all that
 * was left when it began. Of several such refunds only one counts: the one carried out, otherwise
 * the first. The sums leave out the refund that `except` names, so that a rule can count the
 * others.
 */
export const sumsOf = (
  context: Payment,
  chargedBackBy: (by: Instant | null) => number,
  except = '',
): PaymentSums => {
  const refunds = Object.entries(context.refunds).filter(
    ([, each]) => refundStatus(each) !== 'declined',
  )
  const chargedBack = chargedBackBy(null)
  const captured = capturedOf(context, chargedBack > 0)
  const named = total(refunds.map(([, { amount }]) => amount ?? 0))
  const nameless = refunds.filter(([, { amount }]) => amount === null)
  const unnamed = nameless.find(([, each]) => refundStatus(each) === 'refunded') ?? nameless[0]
  const before = unnamed === undefined ? 0 : chargedBackBy(beganAt(unnamed[1]))
  const left = Math.max(0, (captured ?? 0) - named - before)
  const of = (status: 'refunded' | 'open'): number =>
    total(
      refunds.map(([id, each]) => {
        if (id === except || refundStatus(each) !== status) return 0
        return each.amount ?? (id === unnamed?.[0] ? left : 0)
      }),
    )
  const [refunded, refunding] = [of('refunded'), of('open')]
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const { currency, amount } = context
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
}

/** Whether any refund has succeeded, and not failed since, with an amount other than zero. */
export const hasRefunded = ({ refunds }: Payment): boolean =>
  Object.values(refunds).some((each) => refundStatus(each) === 'refunded' && each.amount !== 0)

/** The sum of all refunds that ever succeeded: a snapshot may show those that failed later, too. */
export const everRefunded = ({ refunds }: Payment, captured: number | null): number =>
  total(
    Object.values(refunds).map(({ amount, refunded }) =>
      refunded === null ? 0 : (amount ?? captured ?? 0),
    ),
  )

/** Whether snapshots showed more money refunded than the reported refunds add up to. */
export const seenMoreRefunded = (context: Payment, { captured }: PaymentSums): boolean => {
  const ever = everRefunded(context, captured)
  return (
    (context.fullyRefundedSeen && (captured === null || ever < captured)) ||
    (context.partlyRefundedSeen && ever === 0) ||
    (context.refundedSeen !== null && ever < context.refundedSeen)
  )
}

/** The status of a captured payment, by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}
