/** The command that SEPA and ticket payments share, and the requests that look a payment up. */
import type { CommandDescriptor, Subject } from '../../src/fold/machine.ts'
import { PaymentId } from './names.ts'

/** Requests a refund of at most the amount that is left. */
export const requestRefund = {
  event: 'refund_requested',
  window: null,
  request: { endpoint: 'requestRefund', param: 'payment_id' },
  bound: 'withinNet',
} as const satisfies CommandDescriptor

/** What the streams of payments are about, whatever the method of the payment. */
export const subject = {
  prefix: 'payment',
  field: 'paymentId',
  id: PaymentId,
  sample: 'pay_0',
  lookUp: {
    entity: { endpoint: 'getPayment', param: 'payment_id' },
    actions: { endpoint: 'getPaymentActions', param: 'id' },
  },
} as const satisfies Subject
