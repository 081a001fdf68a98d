/** A 3-D Secure session: the cardholder proves who they are. Picture: docs/machines/session.md */
import type { CommandDescriptor } from '../../src/contract/command.ts'
import type { Machine, Subject } from '../../src/contract/machine-record.ts'
import { closedRecord } from '../../src/words/data/codec.ts'
import { acrossSessions, sessionRelations } from '../across.ts'
import { observedEvents } from '../observed/events.ts'
import { SessionId } from '../words/session-names.ts'
import { sessionChart } from './chart.ts'
import { sessionEvents } from './events.ts'
import { findings } from './findings.ts'
import { layout } from './layout.ts'
import { nothingKnown, type Session, type SessionStatus, sessionStatus } from './memory.ts'
import { definition } from './rules.ts'
import { settleSession } from './settle.ts'
import { infer } from './snapshot.ts'
import { windows } from './windows.ts'
import { words } from './words.ts'

const commands = {
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

const subject = {
  prefix: 'session',
  field: 'sessionId',
  id: SessionId,
  sample: 'sid_0',
  stated: ['outcome'],
  lookUp: { entity: getSession, actions: getSession },
} as const satisfies Subject

const made = {
  id: 'session@1',
  chart: sessionChart,
  subject,
  method: null,
  events: sessionEvents,
  informational: observedEvents,
  momentary: ['nextActions'],
  constant: [],
  context: nothingKnown,
  definition,
  status: sessionStatus,
  correlation: {},
  infer,
  settle: settleSession,
  findings,
  windows,
  commands,
  sums: null,
  relations: sessionRelations,
  across: acrossSessions,
  consequences: null,
  words,
  layout,
} as const satisfies Machine<Session, SessionStatus, 'session@1'>

type SessionRecord = typeof made

/** The type of the machine of 3-D Secure sessions, named so that declarations can refer to it. */
export interface SessionMachine extends SessionRecord {}

/** The machine of 3-D Secure sessions. */
export const session: SessionMachine = made
