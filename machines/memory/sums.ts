/** What the money of a payment adds up to. */
import { type Currency, total } from '../../src/words/money.ts'
import type { Payment, Refund } from './payment.ts'

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

/**
 * The money of a payment in minor units of `currency`. `net` is what is left of the captured amount
 * after what was refunded, is being refunded and was charged back; below zero more went back than
 * came in. `captured` and `net` are null where nobody named an amount.
 */
export interface Sums {
  readonly currency: Currency | null
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
}

/**
 * Adds a payment up: computed from what is known, never counted along. A refund that names no amount
 * is of all that was left. One refund is left out when it is named: a rule counts the others.
 */
export const sumsOf = (known: Payment, chargedBack: number, besides = ''): Sums => {
  const captured = capturedOf(known, chargedBack > 0)
  const others = Object.entries(known.refunds).filter(([id]) => id !== besides)
  const of = (status: ReturnType<typeof refundStatus>) => {
    const refunds = others.flatMap(([, each]) => (refundStatus(each) === status ? [each] : []))
    const named = total(refunds.map(({ amount }) => amount ?? 0))
    return { named, unnamed: refunds.some(({ amount }) => amount === null) }
  }
  const [done, open] = [of('refunded'), of('open')]
  const left = Math.max(0, (captured ?? 0) - done.named - open.named - chargedBack)
  const refunded = done.named + (done.unnamed ? left : 0)
  const refunding = open.named + (open.unnamed && !done.unnamed ? left : 0)
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const { currency, amount } = known
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
}

/** Whether any refund stands that gave money back. */
export const hasRefunded = ({ refunds }: Payment): boolean =>
  Object.values(refunds).some((each) => refundStatus(each) === 'refunded' && each.amount !== 0)

/** Whether snapshots showed more refunded than refunds are known for. */
export const seenMoreRefunded = (known: Payment, { refunded, captured }: Sums): boolean =>
  (known.fullyRefundedSeen && (captured === null || refunded < captured)) ||
  (known.partlyRefundedSeen && refunded === 0)

/** What a captured payment is called by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}
