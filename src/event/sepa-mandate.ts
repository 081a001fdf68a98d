/** The life of a SEPA mandate: its own events, and what its payments' events mean for it. */
import type * as t from 'io-ts'
import type { Instant } from '../words/instant.ts'
import { Minor } from '../words/money.ts'
import { MandateType } from '../words/names.ts'
import { CommandId, CustomerId, PaymentId, SourceId, Text } from '../words/text.ts'
import { event, fields } from './envelope.ts'
import { kind, type Lifecycle } from './lifecycle.ts'

const about = { sourceId: SourceId }

/** The source was created, and with it the mandate. */
export const MandateCreated = event(
  'mandate_created',
  fields(about, {
    mandateType: MandateType,
    mandateReference: Text,
    customerId: CustomerId,
    responseCode: Text,
    commandId: CommandId,
  }),
)
export type MandateCreated = t.TypeOf<typeof MandateCreated>

/** The mandate takes no new payments from now on. */
export const MandateCancelled = event('mandate_cancelled', fields(about, { commandId: CommandId }))
export type MandateCancelled = t.TypeOf<typeof MandateCancelled>

const collection = fields(about, {
  paymentId: PaymentId,
  commandId: CommandId,
  customerId: CustomerId,
  amount: Minor,
})

/** A payment was presented on the mandate. */
export const CollectionPresented = event('collection_presented', collection)
export type CollectionPresented = t.TypeOf<typeof CollectionPresented>

/** A payment on the mandate ended before any money moved. */
export const CollectionEnded = event('collection_ended', collection)
export type CollectionEnded = t.TypeOf<typeof CollectionEnded>

/** A payment on the mandate was collected. */
export const CollectionCaptured = event('collection_captured', collection)
export type CollectionCaptured = t.TypeOf<typeof CollectionCaptured>

/** What time it is. Told to the machine, never stored, never sent by anybody. */
export interface TimePassed {
  readonly type: 'time_passed'
  readonly data: { readonly now: Instant }
}

/** Phases are causal: created, then all else by its time. */
export const sepaMandateEvents = {
  mandate_created: kind(MandateCreated, 'once', 0),
  collection_presented: kind(CollectionPresented, 'collection', 1),
  collection_ended: kind(CollectionEnded, 'collection', 1, 'end'),
  collection_captured: kind(CollectionCaptured, 'collection', 1, 'end'),
  mandate_cancelled: kind(MandateCancelled, 'once', 1, 'stop'),
} as const satisfies Lifecycle

/** Every event of a mandate that is stored. */
export type SepaMandateEvent =
  | MandateCreated
  | CollectionPresented
  | CollectionEnded
  | CollectionCaptured
  | MandateCancelled
