/** What the engine requires of steps in any chart: no doubt holds it, or only reports may take it. */
import type { Named, Requirement } from './definition.ts'
import { type MissingPredecessor, type NotInDoubt, REPORTED } from './refusal.ts'

/** No doubt holds the step. */
export const notInDoubt: Requirement<object> = {
  breaks: (_context, event: Named, { doubts }): readonly NotInDoubt[] => {
    const open = doubts.flatMap(({ holds, ...doubt }) => (holds.includes(event.type) ? doubt : []))
    return open.length === 0 ? [] : [{ rule: 'notInDoubt', doubts: open }]
  },
}

/** The refusal of an event that has to follow another; it is the same for every context. */
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
