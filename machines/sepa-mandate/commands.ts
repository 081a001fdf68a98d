/** The commands on a mandate, and the request that looks a mandate up. */
import type { CommandDescriptor, Subject } from '../../src/fold/machine.ts'
import { SourceId } from '../payment/names.ts'

/** The commands on a mandate. They include `createPayment`, because it uses the mandate. */
export const commands = {
  createPayment: {
    event: 'collection_presented',
    window: 'mandate',
    request: { endpoint: 'createPayment', param: null },
    bound: null,
  },
  cancelMandate: {
    event: 'mandate_cancelled',
    window: null,
    request: { endpoint: 'cancelMandate', param: 'source_id' },
    bound: null,
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
