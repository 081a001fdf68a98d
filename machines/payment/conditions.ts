/** The conditions that choose the state of a captured payment: how much went back. */
import type { Condition, Judge } from '../../src/fold/definition.ts'
import type { Payment } from './memory.ts'
import type { PaymentPolicy } from './policy.ts'
import { hasRefunded } from './refund-sums.ts'
import { hasChargedBack, totals } from './sums.ts'

const allRefunded: Condition<Payment, PaymentPolicy> = (context, { policy }) => {
  const { captured, refunded } = totals(context, policy, 'believed')
  return captured !== null && refunded > 0 && refunded >= captured
}

/** The conditions that choose the state of a captured payment by the sum of its refunds. */
export const byRefunds = {
  nothingRefunded: (context: Payment) => !hasRefunded(context),
  partRefunded: (context: Payment, judge: Judge<PaymentPolicy>) =>
    hasRefunded(context) && !allRefunded(context, judge),
  allRefunded,
}

const allChargedBack: Condition<Payment, PaymentPolicy> = (context, { policy }) => {
  const { captured, chargedBack } = totals(context, policy, 'believed')
  return captured !== null && chargedBack > 0 && chargedBack >= captured
}

/** The conditions that choose the state of a captured payment by the sum of its chargebacks. */
export const byChargebacks = {
  nothingChargedBack: (context: Payment, judge: Judge<PaymentPolicy>) =>
    !hasChargedBack(context, judge.policy),
  partChargedBack: (context: Payment, judge: Judge<PaymentPolicy>) =>
    hasChargedBack(context, judge.policy) && !allChargedBack(context, judge),
  allChargedBack,
}
