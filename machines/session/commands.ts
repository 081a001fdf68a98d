/** The commands on a session, and the request that looks a session up. */
import type { CommandDescriptor, Subject } from '../../src/fold/machine.ts'
import { SessionId } from './names.ts'

/** The commands on a session. */
export const commands = {
  submitChannelData: {
    event: 'channel_data_submitted',
    window: null,
    request: { endpoint: 'submitChannelData', param: 'session_id' },
    bound: null,
  },
  completeSession: {
    event: 'session_completed',
    window: null,
    request: { endpoint: 'completeSession', param: 'session_id' },
    bound: null,
  },
} as const satisfies Readonly<Record<string, CommandDescriptor>>

const getSession = { endpoint: 'getSession', param: 'session_id' } as const

/** The entity that a session stream describes. */
export const subject = {
  prefix: 'session',
  field: 'sessionId',
  id: SessionId,
  sample: 'sid_0',
  lookUp: { entity: getSession, actions: getSession },
} as const satisfies Subject
