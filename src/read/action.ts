/** One element of a payment's actions list to one event. */
import type { ActionObserved } from '../event/beside.ts'
import type { Event } from '../event/envelope.ts'
import type { PaymentAction } from '../wire/payment.ts'
import { paymentStream } from '../words/stream.ts'
import type { PaymentId } from '../words/text.ts'
import { type Origin, type Told, tell } from './told.ts'

/** Approved, not approved, or not decided yet. An action may say so by its response code alone. */
const approvalOf = ({ approved, response_code: code }: PaymentAction): boolean | undefined =>
  approved ?? (code === '10000' ? true : undefined)

const refundType = (approved: boolean | undefined): string => {
  if (approved === undefined) return 'payment_refund_pending'
  return approved ? 'payment_refunded' : 'payment_refund_declined'
}

const typeOf = (action: PaymentAction): string | undefined => {
  const approved = approvalOf(action)
  if (action.type === 'refund') return refundType(approved)
  if (action.type === 'return') return approved === false ? undefined : 'payment_chargeback'
  return action.type === 'capture' && approved === true ? 'payment_captured' : undefined
}

/**
 * A capture, a refund at its stage, or a bank's return; every other action, unknown ones, captures
 * without approval and returns that failed too, is `action_observed`. @spec interface, Payment action; wire, 3.2
 */
export const actionTold = (origin: Origin, paymentId: PaymentId, action: PaymentAction): Told => {
  const type = typeOf(action)
  const stream = paymentStream(paymentId)
  const { id: actionId, amount, response_code: responseCode, reference } = action
  return type === undefined
    ? tell<ActionObserved>(origin, stream, 'action_observed', {
        paymentId,
        actionId,
        action: action.type,
        amount,
        approved: approvalOf(action),
        responseCode,
      })
    : tell<Event>(origin, stream, type, { paymentId, actionId, amount, reference, responseCode })
}
