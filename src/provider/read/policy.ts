/**
 * The policy values that readers need: the clock tolerance, and the time zone in which dates are
 * read.
 */
import { sepaZone } from '../../../machines/payment/policy.ts'
import type { Zone } from '../../words/calendar.ts'
import { defaultPolicyOf, type Policy } from '../../words/policy.ts'

/** The policy values that readers need. The policy of a root with these machines contains them. */
export interface ReadingPolicy extends Policy {
  readonly sepaZone: Zone
}

/** The default policy for readers. */
export const readingPolicy: ReadingPolicy = defaultPolicyOf({ sepaZone })
