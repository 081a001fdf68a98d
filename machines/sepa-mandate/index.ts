/** A SEPA mandate: the permission to collect payments, once or repeatedly. Picture: docs/machines/sepa-mandate.md */
import type { Machine } from '../../src/contract/machine-record.ts'
import { observedEvents } from '../observed/events.ts'
import { sepaMandateChart } from './chart.ts'
import { commands, subject } from './commands.ts'
import { correlation } from './correlation.ts'
import { besideMandate, sepaMandateEvents } from './events.ts'
import { findings } from './findings.ts'
import { nothingKnown, type SepaMandate, type SepaMandateStatus } from './memory.ts'
import { definition } from './rules.ts'
import { infer } from './snapshot.ts'
import { windows } from './windows.ts'

const made = {
  id: 'sepa-mandate@1',
  chart: sepaMandateChart,
  subject,
  method: null,
  events: sepaMandateEvents,
  informational: { ...observedEvents, ...besideMandate },
  momentary: [],
  constant: [],
  context: nothingKnown,
  definition,
  status: (value) => value as SepaMandateStatus,
  correlation,
  infer,
  findings,
  windows,
  commands,
  sums: null,
  relations: [],
  consequences: null,
} as const satisfies Machine<SepaMandate, SepaMandateStatus, 'sepa-mandate@1'>

type MandateRecord = typeof made

/** The type of the machine of SEPA mandates, named so that declarations can refer to it. */
export interface SepaMandateMachine extends MandateRecord {}

/** The machine of SEPA mandates. */
export const sepaMandate: SepaMandateMachine = made
