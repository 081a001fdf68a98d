/** What a step on a SEPA mandate must meet, and what chooses between its targets. */
import type { Book, Judge, Rule } from '../../src/fold/machine.ts'
import { type Instant, isOver } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import {
  collectionsOf,
  expiresAt,
  type Heard,
  isOpen,
  recipes,
  type SepaMandate,
} from '../memory/sepa-mandate.ts'
import { missingPredecessor } from './missing-predecessor.ts'

const whyUnusable = (known: SepaMandate, policy: Policy): readonly [string, Instant | null] => {
  if (known.cancelledAt !== null) return ['cancelled', known.cancelledAt]
  const collections = collectionsOf(known)
  if (known.mandateType === 'single') {
    const captured = collections.find(({ capturedAt }) => capturedAt !== null)
    if (captured !== undefined) return ['consumed', captured.capturedAt]
    const open = collections.find(isOpen)
    if (open !== undefined) return ['reserved', open.presentedAt]
  }
  return ['expired', expiresAt(known, policy)]
}

/** A mandate that is reserved, consumed, cancelled or expired takes no payment. @spec domain, 2.4 */
const mandateUsable: Rule<SepaMandate, Heard> = (known, _event, { policy }) => {
  const [because, since] = whyUnusable(known, policy)
  return [{ rule: 'mandateUsable', because, since }]
}

/** A source belongs to one customer and cannot be shared. @spec interface, SEPA source */
const sameCustomer: Rule<SepaMandate, Extract<Heard, { type: 'collection_presented' }>> = (
  { customerId: expected },
  { data: { customerId: actual } },
) =>
  expected === null || actual === undefined || actual === expected
    ? []
    : [{ rule: 'sameCustomer', expected, actual }]

/** A mandate may be used once or often: until its type is told, nobody can know. @spec design, 5 */
const typeKnown: Rule<SepaMandate, Heard> = ({ mandateType }) =>
  mandateType === null ? [{ rule: 'notKnown', what: 'mandate type' }] : []

const isReserved = (known: SepaMandate): boolean =>
  known.mandateType === 'single' && collectionsOf(known).some(isOpen)

const isConsumed = (known: SepaMandate): boolean =>
  known.mandateType === 'single' && collectionsOf(known).some(({ capturedAt }) => capturedAt)

/** The rules that the chart names. */
export const rules = { missingPredecessor, mandateUsable, sameCustomer, typeKnown }

/** The conditions that the chart names. */
export const conditions = {
  /** A single mandate with a payment under way. */
  reserved: (known: SepaMandate) => isReserved(known),
  /** No payment under way, or one of many. */
  free: (known: SepaMandate) => !isReserved(known),
  /** A single mandate that has been collected on. */
  consumed: (known: SepaMandate) => isConsumed(known),
  /** One that may be collected on again. */
  reusable: (known: SepaMandate) => !isConsumed(known),
  /** Its last day is over. */
  dormant: (known: SepaMandate, { policy, toleranceSeconds }: Judge) => {
    const end = expiresAt(known, policy)
    return end !== null && known.now !== null && isOver(end, known.now, toleranceSeconds)
  },
}
/** All that the chart refers to. */
export const book: Book<SepaMandate> = { recipes, rules, conditions }
