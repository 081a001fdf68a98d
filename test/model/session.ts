/**
 * An independent model of a session: its facts decide, without a chart. Written from the interface
 * and the sources.
 */
import type { SessionHistory } from '../../src/testing/generators/history.ts'

/** The state of a session. */
export interface SessionEnd {
  readonly status: string
  readonly isCompleted: boolean
  readonly mayAuthorize: string
}

/** The latest fact first: it says most about the state of a session. */
const STANDINGS: readonly (readonly [type: string, status: string])[] = [
  ['session_approved', 'approved'],
  ['session_attempted', 'attempted'],
  ['session_unavailable', 'unavailable'],
  ['session_declined', 'declined'],
  ['session_rejected', 'rejected'],
  ['challenge_abandoned', 'challenge_abandoned'],
  ['session_expired', 'expired'],
  ['session_challenged', 'challenged'],
  ['channel_data_submitted', 'processing'],
  ['session_created', 'pending'],
]

const AUTHORIZE: Readonly<Record<string, string>> = {
  approved: 'yes',
  attempted: 'choice',
  unavailable: 'choice',
  pending: 'ask',
  processing: 'ask',
  challenged: 'ask',
}

/** The state of a session after all of these facts. */
export const sessionEnd = ({ facts }: SessionHistory): SessionEnd => {
  const has = (type: string): boolean => facts.some((each) => each.type === type)
  const status = STANDINGS.find(([type]) => has(type))?.[1] ?? 'none'
  return { status, isCompleted: has('session_completed'), mayAuthorize: AUTHORIZE[status] ?? 'no' }
}
