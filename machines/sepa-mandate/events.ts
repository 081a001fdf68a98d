/** The lifecycle of a SEPA mandate: its own events, and those that its payments imply. */
import * as t from 'io-ts'
import { eventCodec, fields } from '../../src/event/envelope.ts'
import { type EventIn, kind, type Lifecycle } from '../../src/event/lifecycle.ts'
import { Minor } from '../../src/words/money.ts'
import { CommandId, PlainText, Reference } from '../../src/words/text/plain-text.ts'
import { MandateType } from '../words/mandate-names.ts'
import { ActionId, CustomerId, DisputeId, PaymentId, SourceId } from '../words/payment-names.ts'

const entityId = { sourceId: SourceId }

const collection = fields(entityId, {
  paymentId: PaymentId,
  commandId: CommandId,
  customerId: CustomerId,
  amount: Minor,
  reference: Reference,
})

const ofPayment = { ...entityId, paymentId: PaymentId }
/** The names of a chargeback, and the provider's word for its dispute. */
const dispute = { disputeId: DisputeId, actionId: ActionId, disputeStatus: PlainText }

/** The events on a mandate that its chart does not take. */
export const besideMandate = {
  /**
   * The payer's bank refused a payment on the mandate, or took it back, for a reason that ends the
   * mandate or its account. The ids are those by which the message names the chargeback.
   */
  bank_refused: kind(
    eventCodec('bank_refused', fields({ ...ofPayment, reason: PlainText }, dispute)),
    'self',
    9,
  ),
  /** What was taken for such a reason was given back. The ids are those by which it was refused. */
  bank_refusal_ended: kind(eventCodec('bank_refusal_ended', fields(ofPayment, dispute)), 'self', 9),
  /**
   * A message names the source or the customer of a payment whose messages do not agree about it. Each
   * mandate that one of them names has an event for each of them. `lookedUp`: a look-up of the payment
   * shows it.
   */
  source_reported: kind(
    eventCodec(
      'source_reported',
      fields(
        { ...ofPayment, lookedUp: t.boolean },
        { reportedSource: SourceId, reportedCustomer: CustomerId },
      ),
    ),
    'self',
    9,
  ),
} as const satisfies Lifecycle

/** The event types of a mandate. The creation is sorted first, and all others after it, by time. */
export const sepaMandateEvents = {
  /** The source was created, and with it the mandate. */
  mandate_created: kind(
    eventCodec(
      'mandate_created',
      fields(entityId, {
        mandateType: MandateType,
        mandateReference: Reference,
        customerId: CustomerId,
        responseCode: PlainText,
        commandId: CommandId,
      }),
    ),
    'once',
    0,
  ),
  /** A payment was presented on the mandate. */
  collection_presented: kind(
    eventCodec('collection_presented', collection),
    'collection',
    1,
    'beginning',
  ),
  /** A payment on the mandate ended before any money moved. */
  collection_ended: kind(eventCodec('collection_ended', collection), 'collection', 1, 'end'),
  /** A payment on the mandate was collected. */
  collection_captured: kind(eventCodec('collection_captured', collection), 'collection', 1, 'end'),
  /** The mandate accepts no new payments after this event. */
  mandate_cancelled: kind(
    eventCodec('mandate_cancelled', fields(entityId, { commandId: CommandId })),
    'once',
    1,
    'stop',
  ),
} as const satisfies Lifecycle

/** Every stored event of a mandate. */
export type SepaMandateEvent = EventIn<typeof sepaMandateEvents>

/** The creation of a mandate. */
export type MandateCreated = EventIn<typeof sepaMandateEvents, 'mandate_created'>
/** The cancellation of a mandate. */
export type MandateCancelled = EventIn<typeof sepaMandateEvents, 'mandate_cancelled'>
/** The presentation of a payment. */
export type CollectionPresented = EventIn<typeof sepaMandateEvents, 'collection_presented'>
