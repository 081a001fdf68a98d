/** The window of a 3-D Secure session: how long the session is expected to take. */
import type { WindowDefinition } from '../../src/fold/machine.ts'
import { spanOfTime } from '../../src/fold/window.ts'
import { integer } from '../../src/words/codec.ts'
import { shift } from '../../src/words/instant.ts'
import { type PolicyOf, policyField } from '../../src/words/policy.ts'
import type { Session, SessionStatus } from './memory.ts'

/** The policy values for sessions. */
export const policy = {
  /** How long a session is expected to take, in minutes. */
  sessionMinutes: policyField(integer('whole minutes from 1 to 1440', 1, 1440), 15),
  /** How old an authentication may be when the payment is authorized, in days. */
  authenticationDays: policyField(integer('whole days from 1 to 3650', 1, 3650), 90),
}

/** The values that a session is judged by. */
export type SessionPolicy = PolicyOf<typeof policy>

/** The window that opens when a session is created. A session with an outcome has no window. */
const session: WindowDefinition<Session, SessionStatus, SessionPolicy> = {
  of: ({ context: { created, outcome } }, { sessionMinutes }) =>
    created === null || outcome !== null
      ? []
      : [spanOfTime(created.at, shift(created.at, sessionMinutes * 60))],
  kind: 'expectation',
  allows: 'The session reaches its outcome.',
  source: 'decisions#40; sources#session-timeout',
  lookUp: 'entity',
}

/** The windows of a session. */
export const windows = { session }
