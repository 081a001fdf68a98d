/** The commands on a session, and the request that looks a session up. */
import type { CommandDescriptor } from '../../src/contract/command.ts'
import type { Subject } from '../../src/contract/machine-record.ts'
import { closedRecord } from '../../src/words/data/codec.ts'
import { SessionId } from '../words/session-names.ts'

/** The commands on a session. */
export const commands = {
  submitChannelData: {
    event: 'channel_data_submitted',
    window: null,
    request: { endpoint: 'submitChannelData', param: 'session_id' },
    bound: null,
    data: closedRecord('channel data to submit', { sessionId: SessionId }, {}),
    body: () => null,
    actions: null,
    done: 'channel_data_submitted',
    failed: null,
    isUndone: ({ status }) => status === 'pending',
    // it expires with or without channel data
    isTooLate: ({ status }) => status === 'expired',
  },
  completeSession: {
    event: 'session_completed',
    window: null,
    request: { endpoint: 'completeSession', param: 'session_id' },
    bound: null,
    data: closedRecord('a session to complete', { sessionId: SessionId }, {}),
    body: () => ({}),
    actions: null,
    done: 'session_completed',
    failed: null,
    isUndone: ({ completed }) => completed === false,
  },
} as const satisfies Readonly<Record<string, CommandDescriptor>>

const getSession = { endpoint: 'getSession', param: 'session_id' } as const

/** The entity that a session stream describes. */
export const subject = {
  prefix: 'session',
  field: 'sessionId',
  id: SessionId,
  sample: 'sid_0',
  stated: ['outcome'],
  lookUp: { entity: getSession, actions: getSession },
} as const satisfies Subject
