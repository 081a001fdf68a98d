/** The lifecycle of a SEPA mandate: its own events, and those that its payments imply. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { MandateType } from '../words/mandate-names.ts'
import { ActionId, CustomerId, DisputeId, PaymentId, SourceId } from '../words/payment-names.ts'

const entityId = { sourceId: SourceId }

/** The source was created, and with it the mandate. */
export const MandateCreated = eventCodec(
  'mandate_created',
  fields(entityId, {
    mandateType: MandateType,
    mandateReference: Reference,
    customerId: CustomerId,
    responseCode: PlainText,
    commandId: CommandId,
  }),
)
export type MandateCreated = t.TypeOf<typeof MandateCreated>

/** The mandate accepts no new payments after this event. */
export const MandateCancelled = eventCodec(
  'mandate_cancelled',
  fields(entityId, { commandId: CommandId }),
)
export type MandateCancelled = t.TypeOf<typeof MandateCancelled>

const collection = fields(entityId, {
  paymentId: PaymentId,
  commandId: CommandId,
  customerId: CustomerId,
  amount: Minor,
  reference: Reference,
})

/** A payment was presented on the mandate. */
export const CollectionPresented = eventCodec('collection_presented', collection)
export type CollectionPresented = t.TypeOf<typeof CollectionPresented>

/** A payment on the mandate ended before any money moved. */
const CollectionEnded = eventCodec('collection_ended', collection)

/** A payment on the mandate was collected. */
const CollectionCaptured = eventCodec('collection_captured', collection)

/**
 * A message names the source or the customer of a payment whose messages do not agree about it. Each
 * mandate that one of them names has an event for each of them. `lookedUp`: a look-up of the payment
 * shows it.
 */
const SourceReported = eventCodec(
  'source_reported',
  fields(
    { ...entityId, paymentId: PaymentId, lookedUp: t.boolean },
    { reportedSource: SourceId, reportedCustomer: CustomerId },
  ),
)

const refusal = { ...entityId, paymentId: PaymentId }

/**
 * The payer's bank refused a payment on the mandate, or took it back, for a reason that ends the
 * mandate or its account. The ids are those by which the message names the chargeback.
 */
const BankRefused = eventCodec(
  'bank_refused',
  fields({ ...refusal, reason: PlainText }, { disputeId: DisputeId, actionId: ActionId }),
)

/** What was taken for such a reason was given back. The ids are those by which it was refused. */
const BankRefusalEnded = eventCodec(
  'bank_refusal_ended',
  fields(refusal, { disputeId: DisputeId, actionId: ActionId }),
)

/** The events on a mandate that its chart does not take. */
export const besideMandate = {
  bank_refused: kind(BankRefused, 'self', 9),
  bank_refusal_ended: kind(BankRefusalEnded, 'self', 9),
  source_reported: kind(SourceReported, 'self', 9),
} as const satisfies Lifecycle

/**
 * The event types of a mandate. The creation is sorted first, and all other events after it, by
 * time.
 */
export const sepaMandateEvents = {
  mandate_created: kind(MandateCreated, 'once', 0),
  collection_presented: kind(CollectionPresented, 'collection', 1, 'beginning'),
  collection_ended: kind(CollectionEnded, 'collection', 1, 'end'),
  collection_captured: kind(CollectionCaptured, 'collection', 1, 'end'),
  mandate_cancelled: kind(MandateCancelled, 'once', 1, 'stop'),
} as const satisfies Lifecycle

/** Every stored event of a mandate. */
export type SepaMandateEvent = EventIn<typeof sepaMandateEvents>
