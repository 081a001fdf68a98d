/** The requirement that no command can meet: it says that an earlier event was never reported. */
import type { Named, Requirement } from './definition.ts'
import { type MissingPredecessor, REPORTED } from './refusal.ts'

/** The refusal of an event; it is the same for every context. */
export const predecessorMissing = ({ type }: Named): readonly MissingPredecessor[] => [
  { rule: REPORTED, event: type },
]

/**
 * A rule that is always broken. Only a report can take a transition that names this rule, and the
 * report then gets a finding.
 */
export const missingPredecessor: Requirement<object> = {
  breaks: (_context, event) => predecessorMissing(event),
}
