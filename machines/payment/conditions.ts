/** The conditions that choose the state of a captured payment: how much went back. */
import type { Payment } from './memory.ts'
import { capturedOf, chargedBackOf, hasChargedBack, hasRefunded, refundedOf } from './sums.ts'

/** Whether an amount is all of a payment: what was captured, or its own amount while that is unknown. */
const isAllOf = (context: Payment, amount: number): boolean => {
  const whole = context.captured === null ? context.amount : capturedOf(context)
  return whole !== null && amount > 0 && amount >= whole
}

const allRefunded = (context: Payment): boolean => isAllOf(context, refundedOf(context))

/** The conditions that choose the state of a captured payment by the sum of its refunds. */
export const byRefunds = {
  nothingRefunded: (context: Payment) => !hasRefunded(context),
  partRefunded: (context: Payment) => hasRefunded(context) && !allRefunded(context),
  allRefunded,
}

const allChargedBack = (context: Payment): boolean => isAllOf(context, chargedBackOf(context))

/** The conditions that choose the state of a captured payment by the sum of its chargebacks. */
export const byChargebacks = {
  nothingChargedBack: (context: Payment) => !hasChargedBack(context),
  partChargedBack: (context: Payment) => hasChargedBack(context) && !allChargedBack(context),
  allChargedBack,
}
