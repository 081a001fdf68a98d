/** The time zone of SEPA's civil dates: a policy value that payments and mandates share. */
import { Zone } from '../../src/words/calendar.ts'
import { policyField } from '../../src/words/policy.ts'

/** The time zone in which SEPA's civil dates are read. */
export const sepaZone = policyField(Zone, 'Europe/Brussels' as Zone)
