/** The context of a SEPA mandate, the recipe of each event, and the views of its state. */
import type { Recipes, TimePassed } from '../../src/contract/definition.ts'
import { type Occurred, reportsOf } from '../../src/contract/occurrence.ts'
import { put } from '../../src/contract/running-sum.ts'
import { type DomainEvent, occurredAt, timeOf, timestampOf } from '../../src/event/envelope.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import type { Currency } from '../../src/words/money.ts'
import type { Reference } from '../../src/words/text/plain-text.ts'
import { earlier, type Instant } from '../../src/words/time/instant.ts'
import type { MandateType } from '../words/mandate-names.ts'
import type { CustomerId, SourceId } from '../words/payment-names.ts'
import type { CollectionPresented, SepaMandateEvent } from './events.ts'

// context ------------------------------------------------------------------
/** One payment on the mandate: when it was presented, ended before settlement, and was captured. */
export interface Collection {
  readonly presentedAt: Instant | null
  /** Only its receipt is known, or only that we asked for it: it may have been before, or never. */
  readonly isUnsure?: true
  readonly isCaptureUnsure?: true
  /** The first time of the presentation that a report gives, if they give several. */
  readonly since?: Instant
  readonly endedAt: Instant | null
  readonly capturedAt: Instant | null
}

/** The context of a mandate. Its collections are keyed by payment id. */
export interface SepaMandate {
  readonly sourceId: SourceId | null
  /**
   * Null until a message names the type. Until then, reports are judged as for a recurring mandate,
   * and a command to create a payment is refused as `notKnown`.
   */
  readonly mandateType: MandateType | null
  readonly mandateReference: Reference | null
  readonly customerId: CustomerId | null
  /** Of the amounts of its collections: always euros. */
  readonly currency: Currency
  readonly createdAt: Instant | null
  /** The first time of the creation that a message gives, if they give several. */
  readonly createdSince?: Instant
  readonly cancelledAt: Instant | null
  /** Only our own request reports it: nobody knows yet whether the mandate is cancelled. */
  readonly isCancellationUnsure?: true
  readonly collections: Readonly<Record<string, Collection>>
  /** The time in the latest `time_passed` event; null before the first such event. */
  readonly now: Instant | null
}

/** Makes the context before the first event. */
export const blank = (): SepaMandate => ({
  sourceId: null,
  mandateType: null,
  mandateReference: null,
  customerId: null,
  currency: 'EUR' as Currency,
  createdAt: null,
  cancelledAt: null,
  collections: {},
  now: null,
})

/** The context before the first event. */
export const nothingKnown: SepaMandate = blank()

/** Every event that the chart takes. */
export type MandateChartEvent = Occurred<SepaMandateEvent> | Occurred<TimePassed>

// recipes: how each event changes the context -------------------------------
type MandateDraft = Parameters<Recipes<SepaMandate, MandateChartEvent>['time_passed']>[0]

const NO_COLLECTION: Collection = { presentedAt: null, endedAt: null, capturedAt: null }

const applyCollection = (
  context: MandateDraft,
  { entityId, data }: { entityId: string; data: CollectionPresented['data'] },
  found: (known: Collection) => Collection,
): void => {
  context.sourceId = data.sourceId
  const known = ownAt<Collection>(context.collections, entityId) ?? NO_COLLECTION
  put(context.collections, entityId, found(known))
}

/** Whether a use may have been before the time of its event, or never. A response comes at once. */
const isUnsure = (event: DomainEvent): boolean => {
  const { source } = event.metadata
  return source === 'request' || (source !== 'response' && !timestampOf(event).timed)
}

const firstTime = (event: Occurred<DomainEvent>): Instant =>
  event.reports === undefined
    ? timeOf(event)
    : reportsOf(event)
        .flatMap(({ metadata }) => occurredAt(metadata) ?? [])
        .reduce(earlier, timeOf(event))

/** The recipe of each event. */
export const recipes: Recipes<SepaMandate, MandateChartEvent> = {
  mandate_created: (context, event) => {
    context.sourceId = event.data.sourceId
    context.mandateType ??= event.data.mandateType ?? null
    context.mandateReference ??= event.data.mandateReference ?? null
    context.customerId ??= event.data.customerId ?? null
    context.createdAt ??= timeOf(event)
    const since = firstTime(event)
    if (since < timeOf(event)) context.createdSince = since
  },
  collection_presented: (context, event) =>
    applyCollection(context, event, (known) => {
      const presentedAt = known.presentedAt ?? timeOf(event)
      if (isUnsure(event)) return { ...known, presentedAt, isUnsure: true }
      const since = firstTime(event)
      return since < timeOf(event) ? { ...known, presentedAt, since } : { ...known, presentedAt }
    }),
  collection_ended: (context, event) =>
    applyCollection(context, event, (known) => ({
      ...known,
      endedAt: known.endedAt ?? timeOf(event),
    })),
  collection_captured: (context, event) =>
    applyCollection(context, event, (known) => {
      const capturedAt = known.capturedAt ?? timeOf(event)
      return isUnsure(event)
        ? { ...known, capturedAt, isCaptureUnsure: true }
        : { ...known, capturedAt }
    }),
  mandate_cancelled: (context, event) => {
    context.sourceId = event.data.sourceId
    context.cancelledAt ??= timeOf(event)
    const isAsked = reportsOf(event).every(({ metadata }) => metadata.source === 'request')
    if (isAsked) context.isCancellationUnsure = true
  },
  time_passed: (context, event) => {
    context.now = event.data.now
  },
}

// views: what follows from the context --------------------------------------
/** Whether a collection was presented, and has neither ended nor been captured. */
export const isOpen = ({ presentedAt, endedAt, capturedAt }: Collection): boolean =>
  presentedAt !== null && endedAt === null && capturedAt === null

/** The status of a mandate. */
export type SepaMandateStatus =
  | 'none'
  | 'active'
  | 'reserved'
  | 'consumed'
  | 'expired'
  | 'cancelled'
