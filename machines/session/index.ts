/** A 3-D Secure session: the cardholder proves who they are. Picture: docs/machines/session.md */
import type { Machine } from '../../src/contract/machine-record.ts'
import { acrossSessions, sessionRelations } from '../across.ts'
import { observedEvents } from '../observed/events.ts'
import { sessionChart } from './chart.ts'
import { commands, subject } from './commands.ts'
import { sessionEvents } from './events.ts'
import { findings } from './findings.ts'
import { layout } from './layout.ts'
import { nothingKnown, type Session, type SessionStatus, sessionStatus } from './memory.ts'
import { definition } from './rules.ts'
import { settleSession } from './settle.ts'
import { infer } from './snapshot.ts'
import { windows } from './windows.ts'
import { words } from './words.ts'

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
