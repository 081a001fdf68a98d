/** The window of a 3-D Secure session: how long the session is expected to take. */
import type { WindowDefinition } from '../../src/contract/machine-record.ts'
import { spanOfTime } from '../../src/contract/window.ts'
import { integer } from '../../src/words/data/codec.ts'
import { lengthField, type PolicyOf, policyField } from '../../src/words/policy.ts'
import { civilDate, type Zone } from '../../src/words/time/calendar.ts'
import { inForce } from '../../src/words/time/dated-values.ts'
import { shift } from '../../src/words/time/instant.ts'
import { minutes } from '../../src/words/time/length.ts'
import { paymentPolicy } from '../payment/policy.ts'
import type { Session, SessionStatus } from './memory.ts'

/** The policy values for sessions. */
export const policy = {
  readLagSeconds: paymentPolicy.readLagSeconds,
  /** How long a session is expected to take. */
  sessionWindow: lengthField(minutes(1, 1440), { minutes: 15 }),
  /** How old an authentication may be when the payment is authorized, in days. */
  authenticationDays: policyField(integer('whole days from 1 to 3650', 1, 3650), 90),
}

/** The values that a session is judged by. */
export type SessionPolicy = PolicyOf<typeof policy>

/** The zone of the days on which the length of a session may change. */
const UTC = 'UTC' as Zone

/** The window that opens when a session is created. A session with an outcome has no window. */
const session: WindowDefinition<Session, SessionStatus, SessionPolicy> = {
  of: ({ context: { created, outcome } }, { sessionWindow }) => {
    if (created === null || outcome !== null) return []
    const length = inForce(sessionWindow, civilDate(created.at, UTC))
    return [spanOfTime(created.at, shift(created.at, length.minutes * 60))]
  },
  kind: 'expectation',
  countedFrom: 'its creation',
  lengths: ['sessionWindow'],
  allows: 'The cardholder should finish the authentication.',
  source: 'decisions#40; sources#session-timeout',
  lookUp: 'entity',
}

/** The windows of a session. */
export const windows = { session }
