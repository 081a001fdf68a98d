/** The sums of a payment's money. */
import type { Decisions } from '../../src/fold/definition.ts'
import { total } from '../../src/words/money.ts'
import { ownAt } from '../../src/words/plain.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import { hasOurRequest, keptChargedBack } from './chargeback-sums.ts'
import { chargedBackOf } from './chargebacks.ts'
import type { Payment, Refund } from './memory.ts'
import { type PaymentPolicy, paymentPolicy } from './policy.ts'
import type { Reading } from './reading.ts'
import { keptRefunds } from './refund-sums.ts'
import { beganAt, refundAmount, refundStatus } from './refunds.ts'
import { settled } from './settled.ts'
import { capturedOf, type Totals, totalsAnew } from './totals.ts'

/**
 * The sums of a payment as believed. `netAtWorst` takes of every doubt the reading that leaves least:
 * it is what a command may spend, and null where no message names an amount. @spec decisions#46
 */
export type PaymentSums = Totals & { readonly netAtWorst: number | null }

/** The name of each sum, as a title and within a text. */
const sumTitles = {
  amount: { title: 'Amount', text: null },
  captured: { title: 'Captured', text: 'captured' },
  refunded: { title: 'Refunded', text: 'refunded' },
  refunding: { title: 'Being refunded', text: 'refunding' },
  chargedBack: { title: 'Charged back', text: 'charged back' },
  net: { title: 'Left', text: 'net' },
  netAtWorst: { title: 'Left at worst', text: null },
} as const

/** How much of all that is gone is of one refund, by its status. */
const shareOf = (refund: Refund | undefined, status: 'refunded' | 'open'): number =>
  refund !== undefined && refundStatus(refund) === status ? (refundAmount(refund) ?? 0) : 0

/** What is believed, by the sums that are kept; null where they do not show it. */
const totalsKept = (context: Payment, policy: PaymentPolicy, except: string): Totals | null => {
  const [sums, chargedBack] = [keptRefunds(context), keptChargedBack(context)]
  if (sums === null || chargedBack === null || hasOurRequest(context)) return null
  const { currency, amount, refunds } = context
  const captured = capturedOf(context)
  const { nameless } = sums
  const began = nameless === null ? undefined : ownAt(refunds, nameless.id)
  const left =
    nameless === null || nameless.id === except || began === undefined
      ? 0
      : Math.max(
          0,
          (captured ?? 0) -
            total([sums.refunded, sums.open]) -
            chargedBackOf(context, policy, captured ?? 0, 'believed', beganAt(began)),
        )
  const own = except === '' ? undefined : ownAt(refunds, except)
  const [done, open] = nameless?.isRefunded === true ? [left, 0] : [0, left]
  const refunded = sums.refunded - shareOf(own, 'refunded') + done
  const refunding = sums.open - shareOf(own, 'open') + open
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
}

/**
 * The sums in one reading of the reports, without the refund that `except` names. `count` is the
 * reading by which chargebacks are counted.
 */
export const totals = (
  context: Payment,
  policy: PaymentPolicy,
  reading: Reading,
  except = '',
  count = reading,
): Totals => {
  const isBelieved = reading === 'believed' && count === 'believed'
  const kept = isBelieved ? totalsKept(context, policy, except) : null
  return kept ?? totalsAnew(context, policy, reading, except, count)
}

/** How chargebacks are counted once a person has said whether they are one or several. */
const COUNTS: Readonly<Record<string, Readonly<Record<Reading, Reading>>>> = {
  one: { believed: 'believed', atWorst: 'believed' },
  two: { believed: 'atWorst', atWorst: 'atWorst' },
}

/**
 * Computes the sums of a payment from its context. A refund that names no amount counts as all that
 * was left when it began. Of several such refunds only one counts: the one carried out, else the
 * first. `reviewed` is what persons have decided about doubts. The sums leave out the refund that
 * `except` names, so that a rule can count the others.
 */
export const paymentSums = (
  whole: Payment,
  policy: PaymentPolicy = defaultPolicyOf(paymentPolicy),
  reviewed: Decisions = new Map(),
  except = '',
): PaymentSums => {
  const context = settled(whole, reviewed)
  const counted = reviewed.get('OneOrTwo')?.as
  const counts = COUNTS[counted ?? ''] ?? { believed: 'believed', atWorst: 'atWorst' }
  const believed = totals(context, policy, 'believed', except, counts.believed)
  const { net: worst } = totals(context, policy, 'atWorst', except, counts.atWorst)
  const { net } = believed
  return { ...believed, netAtWorst: net === null || worst === null ? null : Math.min(net, worst) }
}

/** How every payment computes its sums, and what they are called. */
export const sums = {
  of: (context: Payment, policy: PaymentPolicy, reviewed?: Decisions) =>
    paymentSums(context, policy, reviewed),
  titles: sumTitles,
} as const

/** Whether any chargeback has not been reversed in full. */
export const hasChargedBack = (context: Payment, policy: PaymentPolicy): boolean => {
  const unnamed = capturedOf(context)
  // while no amount is known, a chargeback without an amount still counts as one
  const gone = keptChargedBack(context) ?? chargedBackOf(context, policy, unnamed ?? 1, 'believed')
  return gone > 0
}

/** The status of a captured payment, by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}
