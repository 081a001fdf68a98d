/** The policy values that payments of every method, or payments and mandates, share. */
import { integer } from '../../src/words/data/codec.ts'
import { type Policy, policyField } from '../../src/words/policy.ts'
import { Zone } from '../../src/words/time/calendar.ts'

/** The time zone in which SEPA's civil dates are read. */
export const sepaZone = policyField(Zone, 'Europe/Brussels' as Zone)

/** The policy values of payments of every method. */
export const paymentPolicy = {
  /** How long a look-up may show an older state, in seconds. */
  readLagSeconds: policyField(integer('whole seconds up to 86400', 0, 86_400), 300),
}

/** The values by which the money of any payment is judged. */
export type PaymentPolicy = Policy & {
  readonly readLagSeconds: number
}
