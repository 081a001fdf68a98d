/** The policy of a SEPA mandate: how long it remains valid if nobody uses it. */
import { lengthField, type PolicyOf } from '../../src/words/policy.ts'
import { lengthBy } from '../../src/words/time/length.ts'
import { sepaZone } from '../payment/policy.ts'

/** The policy values for mandates. */
export const policy = {
  /**
   * How long a SEPA mandate remains valid without a collection. A mandate of a type that it names
   * has the length of that type.
   */
  mandateDormancy: lengthField(lengthBy(['single', 'recurring']), { months: 36 }),
  sepaZone,
}

/** The values that a mandate is judged by. */
export type MandatePolicy = PolicyOf<typeof policy>
