/** The sums of a payment's money, computed once from what its context keeps by id, and states by them. */
import { summed } from '../../src/contract/running-sum.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { add, type Currency } from '../../src/words/money.ts'
import type { Payment, Refund, Taking } from './memory.ts'

/**
 * The sums of a payment, in minor units of `currency`. `net` is the captured amount minus what was
 * refunded, is being refunded and was charged back; it is below zero where more went back than came in.
 * `refundable` is what a refund may be of: 0 while a doubt is open, and at least 0. `captured`, `net`
 * and `refundable` are null where no message names an amount. @spec decisions#41
 */
export type PaymentSums = {
  readonly currency: Currency
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
  readonly refundable: number | null
}

const titles = {
  amount: { title: 'Amount', text: null },
  captured: { title: 'Captured', text: 'captured' },
  refunded: { title: 'Refunded', text: 'refunded' },
  refunding: { title: 'Being refunded', text: 'refunding' },
  chargedBack: { title: 'Charged back', text: 'charged back' },
  net: { title: 'Left', text: 'net', below: 'lost' },
  refundable: { title: 'Refundable', text: null },
} as const

/** The status of a refund: settling leaves only one end of it. */
export const refundStatus = ({ refunded, declined }: Refund): 'open' | 'refunded' | 'declined' => {
  if (refunded !== null) return 'refunded'
  return declined === null ? 'open' : 'declined'
}

/** The amount of a refund, as its furthest stage names it, or else the command; null if none does. */
export const refundAmount = ({ asked, pending, refunded, declined }: Refund): number | null =>
  refunded?.amount ?? pending?.amount ?? asked?.amount ?? declined?.amount ?? null

/** What was captured, as far as messages say: 0 while no capture is reported, null if none says how much. */
export const capturedOf = ({ captured, furtherCaptures, amount }: Payment): number | null => {
  if (captured === null) return 0
  let sum: number | null = captured.amount ?? amount
  for (const id in furtherCaptures) {
    const further = furtherCaptures[id]?.amount ?? amount
    if (further !== null) sum = add(sum ?? 0, further)
  }
  return sum
}

/** A sum over things: each is added, and taken out again when another comes in its place. */
const sumOver = <T, A>(nothing: () => A, put: (sum: A, thing: T, sign: 1 | -1) => void) =>
  summed<T, A>({
    nothing,
    replace: (sum, _id, thing, before) => {
      put(sum, thing, 1)
      if (before !== undefined) put(sum, before, -1)
    },
  })

const refundsIn = sumOver(
  () => ({ refunded: 0, open: 0, count: 0 }),
  (sums, refund: Refund, sign) => {
    const status = refundStatus(refund)
    if (status === 'declined') return
    sums[status] += sign * (refundAmount(refund) ?? 0)
    if (status === 'refunded') sums.count += sign
  },
)

/** What banks took and did not give back: the known amounts, and how many of all that was captured. */
const takingsIn = sumOver(
  () => ({ known: 0, unknown: 0, count: 0 }),
  (sums, { taken, givenBack }: Taking, sign) => {
    if (taken === null || givenBack !== null) return
    if (taken.amount === null) sums.unknown += sign
    else sums.known += sign * taken.amount
    sums.count += sign
  },
)

const chargedBackOf = (context: Payment): number => {
  const { captured, amount, takings } = context
  const { known, unknown } = takingsIn(takings)
  if (unknown === 0) return add(known, 0)
  return add(known, unknown * ((captured === null ? amount : capturedOf(context)) ?? 0))
}

/** Computes the sums of a payment, without the refund that `except` names. */
export const paymentSums = (context: Payment, isInDoubt = false, except = ''): PaymentSums => {
  const { currency, refunds, ended } = context
  const { refunded: done, open } = refundsIn(refunds)
  const own = except === '' ? undefined : ownAt(refunds, except)
  const ofOwn = (status: ReturnType<typeof refundStatus>): number =>
    own !== undefined && refundStatus(own) === status ? (refundAmount(own) ?? 0) : 0
  const captured = capturedOf(context)
  const refunded = add(done, -ofOwn('refunded'))
  const refunding = add(open, -ofOwn('open'))
  const amount = context.amount ?? ended?.amount ?? null
  const chargedBack = chargedBackOf(context)
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const refundable = isInDoubt ? 0 : net === null ? null : Math.max(0, net)
  return { currency, amount, captured, refunded, refunding, chargedBack, net, refundable }
}

/**
 * How much of a payment may still be taken back; unknown if money went back of which no capture was
 * reported. A refund does not lower it: banks take money back even if it was refunded.
 * @spec sources#adyen-sepa-chargebacks
 */
const exposed = (context: Payment) => {
  const { captured, refunded, chargedBack, currency } = paymentSums(context)
  const isUnknown = captured === null || (context.captured === null && refunded + chargedBack > 0)
  return { amount: isUnknown ? null : Math.max(0, captured - chargedBack), currency }
}

/** How every payment computes its sums, and what they are called. */
export const sums = {
  of: paymentSums,
  since: ({ captured }: Payment) => captured?.at ?? null,
  titles,
} as const

/** The same for payments that a bank can take back. */
export const exposedSums = { ...sums, exposed } as const

/** The status of a captured payment, by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}

// conditions ---------------------------------------------------------------
const isAllOf = (context: Payment, amount: number): boolean => {
  const whole = context.captured === null ? context.amount : capturedOf(context)
  return whole !== null && amount > 0 && amount >= whole
}

const hasRefunded = ({ refunds }: Payment): boolean => refundsIn(refunds).count > 0

const allRefunded = (context: Payment): boolean =>
  isAllOf(context, add(refundsIn(context.refunds).refunded, 0))

/** The conditions that choose the state of a captured payment by the sum of its refunds. */
export const byRefunds = {
  nothingRefunded: (context: Payment) => !hasRefunded(context),
  partRefunded: (context: Payment) => hasRefunded(context) && !allRefunded(context),
  allRefunded,
}

const hasChargedBack = ({ takings }: Payment): boolean => takingsIn(takings).count > 0

const allChargedBack = (context: Payment): boolean => isAllOf(context, chargedBackOf(context))

/** The conditions that choose the state of a captured payment by the sum of its chargebacks. */
export const byChargebacks = {
  nothingChargedBack: (context: Payment) => !hasChargedBack(context),
  partChargedBack: (context: Payment) => hasChargedBack(context) && !allChargedBack(context),
  allChargedBack,
}
