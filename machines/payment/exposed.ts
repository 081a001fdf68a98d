/** How much of a payment's money may still be taken back. */
import { total } from '../../src/words/money.ts'
import { hasChargebacks } from './chargeback-sums.ts'
import { chargedBackOf } from './chargebacks.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { capturedOf } from './totals.ts'

/** The most that was captured; 0 if nothing was, and null if nobody knows. */
const mostCaptured = (context: Payment): number | null => {
  const { captured, amount, presented, refunds } = context
  if (captured === null) {
    const wentBack = hasChargebacks(context) || Object.keys(refunds).length > 0
    return wentBack ? null : 0
  }
  if (captured.amounts.length > 0) return Math.max(...captured.amounts)
  const likely = capturedOf(context)
  return likely === null ? null : Math.max(likely, amount ?? 0, ...(presented?.amounts ?? []))
}

/**
 * The least that was charged back and not given back: of each chargeback the smallest amount that a
 * report names, without the greatest that came back. One without an amount may be of nothing.
 */
const leastChargedBack = (context: Payment, policy: PaymentPolicy, most: number): number => {
  const each = Object.values(context.chargebacks).map(({ chargedBack, reversed }) => {
    const taken = chargedBack?.amounts ?? []
    const back = reversed === null ? [0] : reversed.amounts
    // a reversal without an amount is of everything
    if (taken.length === 0 || back.length === 0) return 0
    return Math.max(0, Math.min(...taken) - Math.max(...back))
  })
  return Math.min(total(each), chargedBackOf(context, policy, most, 'believed'))
}

/**
 * How much of a payment may be taken back: the most that was captured, without the least that was
 * charged back. A refund does not lower it: banks take money back even if it was refunded.
 * @spec sources#adyen-sepa-chargebacks
 */
export const exposedIn = (context: Payment, policy: PaymentPolicy) => {
  const most = mostCaptured(context)
  const amount = most === null ? null : Math.max(0, most - leastChargedBack(context, policy, most))
  return { amount, currency: context.currency }
}
