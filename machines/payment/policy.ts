/** The policy values that payments of every method, or payments and mandates, share. */
import { integer } from '../../src/words/data/codec.ts'
import { lengthField, type Policy, policyField } from '../../src/words/policy.ts'
import { Zone } from '../../src/words/time/calendar.ts'
import { Rolling } from '../../src/words/time/length.ts'

/** The time zone in which SEPA's civil dates are read. */
export const sepaZone = policyField(Zone, 'Europe/Brussels' as Zone)

/** The policy values of payments of every method. */
export const paymentPolicy = {
  /** How long a look-up may show an older state, in seconds; it includes how far apart the clocks of the hosts are. */
  readLagSeconds: policyField(integer('whole seconds from 0 to 86400', 0, 86_400), 300),
  /** How long the provider may take to carry a refund out. */
  refundProcessing: lengthField(Rolling, { days: 4 }),
  /** How long a payment may be pending before it is overdue; a ticket, if nobody knows its expiry. */
  overdueAfter: lengthField(Rolling, { days: 7 }),
}

/** The values by which the money of any payment is judged. */
export type PaymentPolicy = Policy & {
  readonly readLagSeconds: number
}
