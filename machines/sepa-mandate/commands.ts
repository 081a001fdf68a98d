/** The commands on a mandate, and the request that looks a mandate up. */
import type { CommandDescriptor } from '../../src/contract/command.ts'
import type { Subject } from '../../src/contract/machine-record.ts'
import { closedRecord, integer } from '../../src/words/data/codec.ts'
import { Reference } from '../../src/words/text/plain-text.ts'
import { CustomerId, SourceId } from '../words/payment-names.ts'

/** An amount to collect. */
const Collected = integer('an amount in minor units, at least 1', 1, Number.MAX_SAFE_INTEGER)

/** The commands on a mandate. They include `createPayment`, because it uses the mandate. */
export const commands = {
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
  },
} as const satisfies Readonly<Record<string, CommandDescriptor>>

const getSource = { endpoint: 'getSource', param: 'id' } as const

/** The entity that a mandate stream describes. A mandate is identified by its source's id. */
export const subject = {
  prefix: 'mandate',
  field: 'sourceId',
  id: SourceId,
  sample: 'src_0',
  lookUp: { entity: getSource, actions: getSource },
} as const satisfies Subject
