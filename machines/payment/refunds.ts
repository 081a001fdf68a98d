/** What the reports of one refund say: its status, its amount, and when it began. */
import { type Instant, isAfter } from '../../src/words/instant.ts'
import { total } from '../../src/words/money.ts'
import type { Payment, Refund, Stage } from './memory.ts'
import { chosen, type Reading } from './reading.ts'

const lastOf = ({ at, until = at }: Stage): Instant => until

/**
 * The status of a refund. The later of refunded and declined counts, by the last report of each; at
 * the same time, declined.
 */
export const refundStatus = (refund: Refund): 'open' | 'refunded' | 'declined' => {
  const { refunded, declined } = refund
  if (declined === null) return refunded === null ? 'open' : 'refunded'
  return refunded !== null && lastOf(refunded) > lastOf(declined) ? 'refunded' : 'declined'
}

/** Whether a refund that failed may have succeeded afterwards: its reports do not show the order. */
export const mayHaveSucceeded = (refund: Refund, toleranceSeconds: number): boolean => {
  const { refunded, declined } = refund
  if (refunded === null || declined === null || refundStatus(refund) !== 'declined') return false
  return !(declined.timed && isAfter(lastOf(declined), lastOf(refunded), toleranceSeconds))
}

/**
 * The furthest stage of a refund whose reports name an amount. A request in another currency decides
 * nothing once the provider has reported a stage.
 */
const decisive = ({ asked, pending, refunded, declined }: Refund): Stage | undefined => {
  const reported = [refunded, declined, pending].filter((stage) => stage !== null)
  const named = [...reported, ...(asked === null ? [] : [asked])].find(
    (stage) => stage.amounts.length > 0 || (stage.isForeign === true && stage !== asked),
  )
  return named ?? (reported.length === 0 && asked?.isForeign === true ? asked : undefined)
}

/**
 * The amount of a refund, as its furthest stage names it: null if no report names one, 0 if they
 * name only another currency.
 */
export const refundAmount = (refund: Refund, reading: Reading = 'believed'): number | null => {
  const stage = decisive(refund)
  return stage === undefined ? null : (chosen(stage.amounts, reading, Math.max) ?? 0)
}

/** Earlier than every message. */
const BEFORE_ALL = '0000-01-01T00:00:00.0000000Z' as Instant

/**
 * When a refund began: chargebacks before this time left less money for it. A request has the time
 * at which we made it. A report without a time may come long after: at worst the refund began at
 * any time before.
 */
export const beganAt = (
  { asked, pending, refunded }: Refund,
  reading: Reading = 'believed',
): Instant | null => {
  const first = asked ?? pending ?? refunded
  if (first === null) return null
  return reading === 'atWorst' && first !== asked && !first.timed ? BEFORE_ALL : first.at
}

/** The sum of all refunds that ever succeeded: a snapshot may show those that failed later, too. */
export const everRefunded = ({ refunds }: Payment, captured: number | null): number =>
  total(
    Object.values(refunds).map((each) =>
      each.refunded === null ? 0 : (refundAmount(each) ?? captured ?? 0),
    ),
  )

const GONE: ReadonlySet<string> = new Set([
  'refund_requested',
  'payment_refund_pending',
  'payment_refunded',
])

/** Whether an occurrence, by its type or key, sends money back. */
export const isGone = (key: string): boolean => GONE.has(key.split(':', 1)[0] ?? '')

/** The amount that a message names in the payment's currency; null if it names none. */
export const amountNamed = (data: object, { currency: own }: Payment): number | null => {
  const { amount, currency = own } = data as {
    readonly amount?: number
    readonly currency?: string
  }
  return amount === undefined || currency !== own ? null : amount
}
