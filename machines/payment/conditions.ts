/** The conditions that choose the state of a captured payment: how much went back. */
import type { Payment } from './memory.ts'
import { hasChargedBack, hasRefunded, paymentSums } from './sums.ts'

/** What a payment is all of: what was captured, or its own amount while no capture is known. */
const wholeOf = (context: Payment): number | null =>
  context.captured === null ? context.amount : paymentSums(context).captured

const isAllOf = (context: Payment, amount: number): boolean => {
  const whole = wholeOf(context)
  return whole !== null && amount > 0 && amount >= whole
}

const allRefunded = (context: Payment): boolean => isAllOf(context, paymentSums(context).refunded)

/** The conditions that choose the state of a captured payment by the sum of its refunds. */
export const byRefunds = {
  nothingRefunded: (context: Payment) => !hasRefunded(context),
  partRefunded: (context: Payment) => hasRefunded(context) && !allRefunded(context),
  allRefunded,
}

const allChargedBack = (context: Payment): boolean =>
  isAllOf(context, paymentSums(context).chargedBack)

/** The conditions that choose the state of a captured payment by the sum of its chargebacks. */
export const byChargebacks = {
  nothingChargedBack: (context: Payment) => !hasChargedBack(context),
  partChargedBack: (context: Payment) => hasChargedBack(context) && !allChargedBack(context),
  allChargedBack,
}
