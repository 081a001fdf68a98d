/** The policy of a SEPA payment: how long each of its windows is. */
import { integer } from '../../src/words/data/codec.ts'
import { lengthField, type PolicyOf, policyField } from '../../src/words/policy.ts'
import { Exposed, Length, Rolling } from '../../src/words/time/length.ts'
import { paymentPolicy, sepaZone } from '../payment/policy.ts'

/** The policy values for SEPA payments. */
export const policy = {
  /** How long after the debit we may ask for a refund. */
  refundWindow: lengthField(Length, { weeks: 8 }),
  /** How long after the debit the payer's bank may return the money by itself. */
  bankReturnWindow: lengthField(Exposed, { bankDays: 5, processing: { bankDays: 2 } }),
  /** How long after the debit the payer may ask the bank for the money, without a reason. */
  payerRefundWindow: lengthField(Exposed, { weeks: 8, processing: { bankDays: 2 } }),
  /** How long after the debit the payer may say that nobody agreed to it. */
  chargebackWindow: lengthField(Exposed, {
    months: 13,
    enquiry: { days: 30 },
    processing: { bankDays: 2 },
  }),
  /** The earliest debit, counted from the submission. */
  debitFrom: lengthField(Length, { days: 1 }),
  /** The latest debit, counted from the submission. */
  debitWithin: lengthField(Rolling, { days: 2 }),
  /** How far a value date may be from the day of its report to be believed, in days. */
  valueDateDays: policyField(integer('whole days from 0 to 60', 0, 60), 5),
  ...paymentPolicy,
  sepaZone,
}

/** The values that a SEPA payment is judged by. */
export type SepaPaymentPolicy = PolicyOf<typeof policy>
