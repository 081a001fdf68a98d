/** Turns one element of a payment's list of actions into one event. */
import type { ActionObserved } from '../../../machines/observed/events.ts'
import type { PaymentId } from '../../../machines/payment/names.ts'
import { paymentStream } from '../../../machines/payment/names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import type { PaymentAction } from '../wire/payment.ts'
import { type Origin, type StreamEvent, streamEvent } from './stream-event.ts'

/**
 * Whether an action is approved; undefined if undecided. Sometimes only the response code says so.
 */
export const approvalOf = ({ approved, response_code: code }: PaymentAction): boolean | undefined =>
  approved ?? (code === '10000' ? true : undefined)

/** Whether an action moves money of the payment, or ends it. */
export const isOfMoney = ({ type }: PaymentAction): boolean =>
  type === 'capture' || type === 'refund' || type === 'return' || type === 'void'

const refundType = (approved: boolean | undefined): string => {
  if (approved === undefined) return 'payment_refund_pending'
  return approved ? 'payment_refunded' : 'payment_refund_declined'
}

const typeOf = (action: PaymentAction): string | undefined => {
  const approved = approvalOf(action)
  if (action.type === 'refund') return refundType(approved)
  if (action.type === 'return') return approved === false ? undefined : 'payment_chargeback'
  if (action.type === 'void') return approved === true ? 'payment_canceled' : undefined
  return action.type === 'capture' && approved === true ? 'payment_captured' : undefined
}

/**
 * Returns the event of a capture, of a refund at its stage, of a bank's return, or of a void, which
 * ends the payment. All other actions become `action_observed`: unknown ones, captures and voids
 * without approval, and returns that failed. @spec interface#payment-actions; interface#action-types
 */
export const actionEvent = (
  origin: Origin,
  paymentId: PaymentId,
  action: PaymentAction,
): StreamEvent => {
  const type = typeOf(action)
  const stream = paymentStream(paymentId)
  const { id: actionId, amount, response_code: responseCode, reference } = action
  return type === undefined
    ? streamEvent<ActionObserved>(origin, stream, 'action_observed', {
        paymentId,
        actionId,
        action: action.type,
        amount,
        approved: approvalOf(action),
        responseCode,
      })
    : streamEvent<DomainEvent>(origin, stream, type, {
        paymentId,
        actionId,
        // a void may be of what was not captured, which is not the payment's amount
        amount: action.type === 'void' ? undefined : amount,
        reportedAs: action.type === 'return' ? 'return' : undefined,
        reference,
        responseCode,
      })
}
