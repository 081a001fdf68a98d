/** The window of a 3-D Secure session: how long it is expected to take. */
import type { Whole } from '../../src/fold/machine.ts'
import { shift } from '../../src/words/instant.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { Window } from '../../src/words/window.ts'
import type { Session, SessionStatus } from '../memory/session.ts'

/** None once it has come to an outcome. */
export const sessionWindows = (
  { context: { created, outcome } }: Whole<Session, SessionStatus>,
  { sessionMinutes }: Policy,
): readonly Window[] => {
  if (created === null || outcome !== null) return []
  const { at: opensAt } = created
  const closesAt = shift(opensAt, sessionMinutes * 60)
  const days = { from: null, lastDay: null, zone: null }
  return [{ name: 'session', about: '', opensAt, closesAt, ...days }]
}
