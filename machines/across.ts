/** The relations that an audit follows between streams: a payment's mandate, and its session. */
import type { Relation } from '../src/contract/machine-record.ts'
import type { Payment } from './payment/memory.ts'
import type { Session } from './session/memory.ts'
import { mandateStream } from './words/mandate-names.ts'
import { paymentStream } from './words/payment-names.ts'

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

/** The payment that a session authenticates: only the webhooks about its outcome name it. */
const payment: Relation<Session> = {
  name: 'payment',
  phrase: 'for',
  by: 'context',
  streamOf: ({ paymentId }) => (paymentId === null ? null : paymentStream(paymentId)),
}

/** The relations of a session to other streams. */
export const sessionRelations = [payment] as const
