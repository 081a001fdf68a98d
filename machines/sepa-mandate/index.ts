/** A SEPA mandate: the permission to collect payments, once or repeatedly. Picture: docs/machines/sepa-mandate.md */
import type { CommandDescriptor } from '../../src/contract/command.ts'
import type { Correlation, Machine, Subject } from '../../src/contract/machine-record.ts'
import { byCommand } from '../../src/merge/correlation.ts'
import { closedRecord, integer } from '../../src/words/data/codec.ts'
import { LARGEST } from '../../src/words/money.ts'
import { Reference } from '../../src/words/text/plain-text.ts'
import { acrossAll } from '../across.ts'
import { observedEvents } from '../observed/events.ts'
import { CustomerId, SourceId } from '../words/payment-names.ts'
import { sepaMandateChart } from './chart.ts'
import { besideMandate, sepaMandateEvents } from './events.ts'
import { findings } from './findings.ts'
import { layout } from './layout.ts'
import { nothingKnown, type SepaMandate, type SepaMandateStatus } from './memory.ts'
import { definition } from './rules.ts'
import { infer } from './snapshot.ts'
import { windows } from './windows.ts'
import { words } from './words.ts'

const Collected = integer(`an amount in minor units, from 1 to ${LARGEST}`, 1, LARGEST)

/** The commands on a mandate. They include `createPayment`, because it uses the mandate. */
const commands = {
  createPayment: {
    event: 'collection_presented',
    window: 'mandate',
    request: { endpoint: 'createPayment', param: null },
    bound: null,
    data: closedRecord(
      'a payment on a mandate',
      { sourceId: SourceId, amount: Collected },
      { customerId: CustomerId, reference: Reference },
    ),
    body: ({ sourceId, amount, reference }, commandId) => ({
      source: { type: 'id', id: sourceId },
      amount,
      currency: 'EUR',
      reference: reference ?? commandId,
    }),
    actions: 'paymentId',
    lists: () => true,
    lookUp: {
      endpoint: 'getPayments',
      params: ({ sourceId, reference }, commandId) => ({
        reference: String(reference ?? commandId),
        source_id: String(sourceId),
      }),
    },
    done: 'collection_captured',
    failed: 'collection_ended',
  },
  cancelMandate: {
    event: 'mandate_cancelled',
    window: null,
    request: { endpoint: 'cancelMandate', param: 'source_id' },
    bound: null,
    data: closedRecord('a mandate to cancel', { sourceId: SourceId }, {}),
    body: () => ({}),
    actions: null,
    done: 'mandate_cancelled',
    failed: null,
    stated: ({ usable }) => (typeof usable === 'boolean' ? !usable : null),
  },
} as const satisfies Readonly<Record<string, CommandDescriptor>>

const getSource = { endpoint: 'getSource', param: 'id' } as const

const subject = {
  prefix: 'mandate',
  field: 'sourceId',
  id: SourceId,
  sample: 'src_0',
  stated: ['usable', 'mandateType'],
  lookUp: { entity: getSource, actions: getSource },
} as const satisfies Subject

/** A collection is identified by the id of its payment. @spec delivery#from-events-to-occurrences */
const correlation = {
  collection: (events, commands) => byCommand(events, 'paymentId', commands),
} as const satisfies Correlation

const made = {
  id: 'sepa-mandate@1',
  chart: sepaMandateChart,
  subject,
  method: null,
  events: sepaMandateEvents,
  informational: { ...observedEvents, ...besideMandate },
  // a payment whose amounts differ says so itself
  momentary: ['amount'],
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
  across: acrossAll,
  consequences: null,
  words,
  layout,
} as const satisfies Machine<SepaMandate, SepaMandateStatus, 'sepa-mandate@1'>

type MandateRecord = typeof made

/** The type of the machine of SEPA mandates, named so that declarations can refer to it. */
export interface SepaMandateMachine extends MandateRecord {}

/** The machine of SEPA mandates. */
export const sepaMandate: SepaMandateMachine = made
