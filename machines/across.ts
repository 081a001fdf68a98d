/** The relations that an audit follows between streams: a payment's mandate and its session. */
import type { Relation } from '../src/fold/machine.ts'
import type { Payment } from './payment/memory.ts'
import { mandateStream } from './sepa-mandate/names.ts'

/** The mandate that a payment was made on. */
const mandate: Relation<Payment> = {
  name: 'mandate',
  phrase: 'on',
  by: 'context',
  streamOf: ({ sourceId }) => (sourceId === null ? null : mandateStream(sourceId)),
}

/** The session with the same reference as the payment. */
const session: Relation = { name: 'session', phrase: 'after', by: 'reference', prefix: 'session' }

/** The relations of a payment to other streams. */
export const paymentRelations = [mandate, session] as const
