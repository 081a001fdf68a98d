/** Identifiers and enumerations in messages about payments, and the name of a payment's stream. */
import * as t from 'io-ts'
import { fields } from '../../src/event/envelope.ts'
import { standard } from '../../src/words/data/codec.ts'
import { Minor } from '../../src/words/money.ts'
import { type Stream, streamOf } from '../../src/words/stream.ts'
import { id } from '../../src/words/text/plain-text.ts'

/** Names a payment. */
export const PaymentId = id('pay')
export type PaymentId = t.TypeOf<typeof PaymentId>
/** Names one action on a payment: a capture, one refund, one chargeback. */
export const ActionId = id('act')
export type ActionId = t.TypeOf<typeof ActionId>
/** Names a dispute about a payment. */
export const DisputeId = id('dsp')
export type DisputeId = t.TypeOf<typeof DisputeId>
/** Names a source and with it the mandate that was created for it. */
export const SourceId = id('src')
export type SourceId = t.TypeOf<typeof SourceId>
/** Names a customer. */
export const CustomerId = id('cus')
export type CustomerId = t.TypeOf<typeof CustomerId>

/**
 * The method of a payment, where a message names it: `sepa`, `ticket`, or `other` for a method that
 * has no lifecycle here, such as a card.
 */
export const Method = standard(
  t.keyof({ sepa: null, ticket: null, other: null }, 'sepa, ticket or other'),
)
export type Method = t.TypeOf<typeof Method>

/**
 * The kind of message that reports a chargeback. Each kind reports a chargeback once, and two kinds
 * may report the same one.
 */
export const Voice = standard(
  t.keyof({ chargeback: null, return: null, dispute: null }, 'chargeback, return or dispute'),
)
export type Voice = t.TypeOf<typeof Voice>

/** The stream of a payment. */
export const paymentStream = (id: PaymentId): Stream => streamOf('payment', id)

const STATED = 'stated'

/** The entity of each part of what a person has stated; no id in a message begins so. */
export const statedId = (index: number): string => (index === 0 ? STATED : `${STATED}:${index + 1}`)

/** Whether a person has stated it: it was done by some steps, and no rule judges when. */
export const isStatedId = (entityId: string): boolean => entityId.startsWith(STATED)

/** The provider's own balances, in minor units. @spec interface#balances */
export const Balances = fields({}, { captured: Minor, refunded: Minor })
export type Balances = t.TypeOf<typeof Balances>
