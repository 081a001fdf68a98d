/** The sums of a payment's money. */
import type { Decisions } from '../../src/fold/definition.ts'
import type { Instant } from '../../src/words/instant.ts'
import { type Currency, total } from '../../src/words/money.ts'
import { defaultPolicyOf } from '../../src/words/policy.ts'
import { chargedBackOf, hasChargebacks } from './chargebacks.ts'
import type { Payment } from './memory.ts'
import { type PaymentPolicy, paymentPolicy } from './policy.ts'
import { chosen, type Reading } from './reading.ts'
import { beganAt, refundAmount, refundStatus } from './refunds.ts'
import { refundsChargedBack } from './refunds-charged-back.ts'
import { settled } from './settled.ts'

/**
 * The sums of a payment in minor units of `currency`. `net` is the captured amount minus what was
 * refunded, is being refunded and was charged back; it is below zero where more went back than came
 * in. `netAtWorst` takes of every doubt the reading that leaves least: it is what a command may
 * spend. `captured` and both nets are null where no message names an amount. @spec decisions#46
 */
export type PaymentSums = {
  readonly currency: Currency
  readonly amount: number | null
  readonly captured: number | null
  readonly refunded: number
  readonly refunding: number
  readonly chargedBack: number
  readonly net: number | null
  readonly netAtWorst: number | null
}

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

/**
 * The money that came in: the captured amount; the payment's amount where the capture names none,
 * or is believed where money went back without a reported capture; else 0. Null where no message
 * names an amount in the payment's currency, and at worst where no message reports a capture.
 */
export const capturedOf = (context: Payment, reading: Reading = 'believed'): number | null => {
  const { captured, amount, refunds } = context
  if (captured !== null) {
    const named = chosen(captured.amounts, reading, Math.min)
    if (captured.isUnknown === true) return named
    return named ?? (captured.isForeign === true ? null : amountIn(context, reading))
  }
  const wentBack = hasChargebacks(context) || Object.keys(refunds).length > 0
  if (!wentBack) return 0
  return reading === 'believed' && amount !== null ? amountIn(context, reading) : null
}

/** The payment's own amount; at worst, the smallest that a report names. */
const amountIn = ({ amount, presented }: Payment, reading: Reading): number | null =>
  amount === null ? null : (chosen(presented?.amounts ?? [], reading, Math.min) ?? amount)

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
): Omit<PaymentSums, 'netAtWorst'> => {
  const refunds = Object.entries(context.refunds).flatMap(([id, refund]) =>
    refundStatus(refund) === 'declined'
      ? []
      : [{ id, refund, amount: refundAmount(refund, reading), status: refundStatus(refund) }],
  )
  const captured = capturedOf(context, reading)
  const back = (by: Instant | null) =>
    chargedBackOf(context, policy, captured ?? 0, reading, by, count)
  const chargedBack = back(null)
  const returned = refundsChargedBack(context, policy, reading)
  const named = total(refunds.map(({ id, amount }) => (returned.has(id) ? 0 : (amount ?? 0))))
  const nameless = refunds.filter(({ amount }) => amount === null)
  const leftFor = ({ refund }: (typeof nameless)[number]): number =>
    Math.max(0, (captured ?? 0) - named - back(beganAt(refund, reading)))
  const most = Math.max(0, ...nameless.map(leftFor))
  const likely = nameless.find(({ status }) => status === 'refunded') ?? nameless[0]
  const unnamed = reading === 'atWorst' ? nameless.find((each) => leftFor(each) === most) : likely
  const left = unnamed === undefined ? 0 : leftFor(unnamed)
  const of = (counted: 'refunded' | 'open'): number =>
    total(
      refunds.map(({ id, amount, status }) => {
        if (id === except || status !== counted || returned.has(id)) return 0
        return amount ?? (id === unnamed?.id ? left : 0)
      }),
    )
  const [refunded, refunding] = [of('refunded'), of('open')]
  const net = captured === null ? null : captured - refunded - refunding - chargedBack
  const { currency, amount } = context
  return { currency, amount, captured, refunded, refunding, chargedBack, net }
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
  return chargedBackOf(context, policy, unnamed ?? 1, 'believed') > 0
}

/** The status of a captured payment, by the state of its refunds. */
export const refundedStatus = (refunds: string): 'captured' | 'partially_refunded' | 'refunded' => {
  if (refunds === 'all') return 'refunded'
  return refunds === 'some' ? 'partially_refunded' : 'captured'
}
