/** What the money of a payment adds up to. */
import type { Instant } from '../../src/words/instant.ts'
import { type Sums, total } from '../../src/words/money.ts'
import type { Payment, Refund } from './payment.ts'

export type { Sums }

/** Where a refund stands: of refunded and declined the later counts; at one time, declined. */
export const refundStatus = (refund: Refund): 'open' | 'refunded' | 'declined' => {
  const { refunded, declined } = refund
  if (declined === null) return refunded === null ? 'open' : 'refunded'
  return refunded !== null && refunded.at > declined.at ? 'refunded' : 'declined'
}

/**
 * The money that came in: what was captured, the payment's amount where the capture names none or was
 * never told although money went back, 0 while none came, null where nobody named an amount.
 */
export const capturedOf = (known: Payment, wentBack: boolean): number | null => {
  if (known.captured !== null) return known.captured.amount ?? known.amount
  return wentBack || Object.keys(known.refunds).length > 0 ? known.amount : 0
}

/** When a refund first took its money: before that, what was charged back had left less. */
const beganAt = ({ asked, pending, refunded }: Refund): Instant | null =>
  (asked ?? pending ?? refunded)?.at ?? null

/**
 * Adds a payment up: computed from what is known, never counted along. A refund that names no amount
 * is of all that was left when it began; of several, the one carried out. One refund is left out of the sums when it is named: a rule
 * counts the others.
 */
export const sumsOf = (
  known: Payment,
  chargedBackBy: (by: Instant | null) => number,
  besides = '',
): Sums => {
  const refunds = Object.entries(known.refunds).filter(
    ([, each]) => refundStatus(each) !== 'declined',
  )
  const chargedBack = chargedBackBy(null)
  const captured = capturedOf(known, chargedBack > 0)
  const named = total(refunds.map(([, { amount }]) => amount ?? 0))
  const nameless = refunds.filter(([, { amount }]) => amount === null)
  const unnamed = nameless.find(([, each]) => refundStatus(each) === 'refunded') ?? nameless[0]
  const before = unnamed === undefined ? 0 : chargedBackBy(beganAt(unnamed[1]))
  const left = Math.max(0, (captured ?? 0) - named - before)
  const of = (status: 'refunded' | 'open'): number =>
    total(
      refunds.map(([id, each]) => {
        if (id === besides || refundStatus(each) !== status) return 0
        return each.amount ?? (id === unnamed?.[0] ? left : 0)
      }),
    )
  const [refunded, refunding] = [of('refunded'), of('open')]
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const { currency, amount } = known
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
}

/** Whether any refund stands that gave money back. */
export const hasRefunded = ({ refunds }: Payment): boolean =>
  Object.values(refunds).some((each) => refundStatus(each) === 'refunded' && each.amount !== 0)

/** What refunds have ever given back, those that failed later too: what a snapshot may have seen. */
export const everRefunded = ({ refunds }: Payment, captured: number | null): number =>
  total(
    Object.values(refunds).map(({ amount, refunded }) =>
      refunded === null ? 0 : (amount ?? captured ?? 0),
    ),
  )

/** Whether snapshots showed more refunded than refunds were ever known for. */
export const seenMoreRefunded = (known: Payment, { captured }: Sums): boolean => {
  const ever = everRefunded(known, captured)
  return (
    (known.fullyRefundedSeen && (captured === null || ever < captured)) ||
    (known.partlyRefundedSeen && ever === 0) ||
    (known.refundedSeen !== null && ever < known.refundedSeen)
  )
}

/** What a captured payment is called by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}
