/** The policy value that readers need: the clock tolerance. */
import { defaultPolicyOf, type Policy } from '../../words/policy.ts'

/** The policy value that readers need. Every policy contains it. */
export type ReadingPolicy = Pick<Policy, 'clockToleranceSeconds'>

/** The default policy for readers. */
export const readingPolicy: ReadingPolicy = defaultPolicyOf({})
