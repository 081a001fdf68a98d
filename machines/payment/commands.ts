/** The command that SEPA and ticket payments share, and the requests that look a payment up. */
import type { CommandDescriptor } from '../../src/contract/command.ts'
import type { Subject } from '../../src/contract/machine-record.ts'
import { check, closedRecord } from '../../src/words/data/codec.ts'
import { Currency, LARGEST, Minor } from '../../src/words/money.ts'
import { Reference } from '../../src/words/text/plain-text.ts'
import { PaymentId } from '../words/payment-names.ts'

const AmountOrAll = check<Minor | 'all', number | 'all'>(
  `an amount in minor units, from 1 to ${LARGEST}, or 'all'`,
  (input): input is Minor | 'all' => input === 'all' || Minor.is(input),
)

/** The kinds of actions that are surely no refund. A payout, or a kind that is not known, may be one. */
const OTHERS = /^(capture|authori[sz]ation|void|return|card.?verification)$/i

/** Requests a refund of at most the amount that is left. Without a reference, its id is one. */
export const requestRefund = {
  event: 'refund_requested',
  window: null,
  request: { endpoint: 'requestRefund', param: 'payment_id' },
  bound: 'withinNet',
  data: closedRecord(
    'a refund',
    { paymentId: PaymentId, amount: AmountOrAll },
    { currency: Currency, reference: Reference },
  ),
  body: ({ amount, reference }, commandId) => ({ amount, reference: reference ?? commandId }),
  actions: 'actionId',
  lists: (kind) => !OTHERS.test(String(kind)),
  done: 'payment_refunded',
  failed: 'payment_refund_declined',
} as const satisfies CommandDescriptor

/** What the streams of payments are about, whatever the method of the payment. */
export const subject = {
  prefix: 'payment',
  field: 'paymentId',
  id: PaymentId,
  sample: 'pay_0',
  stated: ['captured', 'refunded', 'chargedBack'],
  lookUp: {
    entity: { endpoint: 'getPayment', param: 'payment_id' },
    actions: { endpoint: 'getPaymentActions', param: 'id' },
  },
} as const satisfies Subject
