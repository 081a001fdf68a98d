/** The rule that no wish can meet: something before this event was never told. */
import type { Named } from '../../src/fold/machine.ts'
import type { Refusal } from '../../src/words/refusal.ts'

/** Always broken: an arrow that names it is for reports only, and taking it is a finding. @spec design, 5 */
export const missingPredecessor = (_known: unknown, { type }: Named): readonly Refusal[] => [
  { rule: 'missingPredecessor', event: type },
]
