/** The finding that something else counts in the place of a message. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import { isInferred } from '../../src/event/inferred.ts'

/** Messages that a statement or a person has replaced: they are kept, and count for nothing. */
type Overruled = FindingBase & {
  readonly code: 'Overruled'
}

/** Finds what was overruled, but for what look-ups had implied. */
export const overruled: FindingDefinition<object, string, Overruled> = {
  find: ({ occurrences }) =>
    occurrences
      .filter(({ disposition, events }) => disposition === 'overruled' && !events.every(isInferred))
      .map(({ key, at }) => ({ code: 'Overruled', key, at })),
  title: 'Replaced by what counts in its place',
  explain: ({ key }) =>
    `${key} counts for nothing: another message, a statement or a person counts in its place.`,
  severity: 'notice',
  source: 'decisions#41',
  remedy: { reported: 'None needed.' },
}
