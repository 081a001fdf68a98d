/** The doubts about a session that settling finds, and what each says: `mayAuthorize` answers `ask`. */
import type { FindingBase } from '../../src/contract/finding.ts'
import type { FindingDefinition } from '../../src/contract/machine-record.ts'

/** What a doubt about a session holds. */
export const HELD: readonly string[] = ['authorization']

/** What settles a doubt about a session. */
const ASK_AGAIN =
  'Get the session: one look-up settles it, or a second one; or state its outcome (`reviewed`).'

/** Messages, look-ups or persons do not agree on the outcome. */
export interface Contradiction extends FindingBase {
  readonly code: 'Contradiction'
  readonly outcomes: readonly string[]
}

/** The authentication failed, and no message says how. */
export interface FailureUnknown extends FindingBase {
  readonly code: 'FailureUnknown'
}

/** Messages name different amounts or currencies that the cardholder was asked about. */
export interface PriceDiffers extends FindingBase {
  readonly code: 'PriceDiffers'
  readonly field: 'amount' | 'currency'
}

const doubtful = <F extends FindingBase>(
  title: string,
  explain: (finding: F) => string,
): FindingDefinition<object, string, F> => ({
  find: () => [],
  causes: [],
  title,
  explain,
  severity: 'warning',
  source: 'decisions#42',
  remedy: { reported: ASK_AGAIN },
  holds: HELD,
})

/** The doubts that settling finds. */
export const doubts = {
  Contradiction: doubtful<Contradiction>('Outcomes disagree', ({ outcomes }) =>
    outcomes.length === 1
      ? `Messages report that the session is ${outcomes[0]}, and a look-up shows no outcome.`
      : `Messages report different outcomes: ${outcomes.join(', ')}.`,
  ),
  FailureUnknown: doubtful<FailureUnknown>(
    'Failed in an unknown way',
    () => 'The authentication failed, but no message says how.',
  ),
  PriceDiffers: doubtful<PriceDiffers>(
    'Price disagrees',
    ({ field }) => `Messages do not agree on the ${field} that the cardholder was asked about.`,
  ),
}
