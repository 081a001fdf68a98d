/** The context of a SEPA mandate, the recipe of each event, and the views of its state. */
import { type DomainEvent, occurredAt, timeOf } from '../../src/event/envelope.ts'
import { timestampOf } from '../../src/event/timestamp.ts'
import type { Recipes, TimePassed } from '../../src/fold/definition.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { earlier, type Instant, later } from '../../src/words/instant.ts'
import type { Reference } from '../../src/words/plain-text.ts'
import type { CustomerId, SourceId } from '../payment/names.ts'
import type { SepaMandateEvent } from './events.ts'
import type { MandateType } from './names.ts'

// context ------------------------------------------------------------------
/**
 * One payment on the mandate: when it was presented, when it ended before settlement, and when it
 * was captured.
 */
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
  readonly createdAt: Instant | null
  /** The first time of the creation that a message gives, if they give several. */
  readonly createdSince?: Instant
  readonly cancelledAt: Instant | null
  readonly collections: Readonly<Record<string, Collection>>
  /** The time in the latest `time_passed` event; null before the first such event. */
  readonly now: Instant | null
}

/** The context before the first event. */
export const nothingKnown: SepaMandate = {
  sourceId: null,
  mandateType: null,
  mandateReference: null,
  customerId: null,
  createdAt: null,
  cancelledAt: null,
  collections: {},
  now: null,
}

/** Every event that the chart takes. */
export type ChartEvent = Occurred<SepaMandateEvent> | Occurred<TimePassed>

// recipes: how each event changes the context -------------------------------
type Known = Parameters<Recipes<SepaMandate, ChartEvent>['time_passed']>[0]

const collectionOf = (context: Known, entityId: string): Known['collections'][string] => {
  const found = context.collections[entityId] ?? {
    presentedAt: null,
    endedAt: null,
    capturedAt: null,
  }
  context.collections[entityId] = found
  return found
}

/** Whether a use may have been before the time of its event, or never. A response comes at once. */
const isUnsure = (event: DomainEvent): boolean => {
  const { source } = event.metadata
  return source === 'request' || (source !== 'response' && !timestampOf(event).timed)
}

/** The first time that a report of an event gives. */
const firstTime = (event: Occurred<DomainEvent>): Instant =>
  reportsOf(event)
    .flatMap(({ metadata }) => occurredAt(metadata) ?? [])
    .reduce(earlier, timeOf(event))

/** The recipe of each event. */
export const recipes: Recipes<SepaMandate, ChartEvent> = {
  mandate_created: (context, event) => {
    context.sourceId = event.data.sourceId
    context.mandateType ??= event.data.mandateType ?? null
    context.mandateReference ??= event.data.mandateReference ?? null
    context.customerId ??= event.data.customerId ?? null
    context.createdAt ??= timeOf(event)
    if (firstTime(event) < timeOf(event)) context.createdSince = firstTime(event)
  },
  collection_presented: (context, event) => {
    context.sourceId = event.data.sourceId
    const collection = collectionOf(context, event.entityId)
    collection.presentedAt ??= timeOf(event)
    if (isUnsure(event)) collection.isUnsure = true
    else if (firstTime(event) < timeOf(event)) collection.since = firstTime(event)
  },
  collection_ended: (context, event) => {
    context.sourceId = event.data.sourceId
    collectionOf(context, event.entityId).endedAt ??= timeOf(event)
  },
  collection_captured: (context, event) => {
    context.sourceId = event.data.sourceId
    const collection = collectionOf(context, event.entityId)
    collection.capturedAt ??= timeOf(event)
    if (isUnsure(event)) collection.isCaptureUnsure = true
  },
  mandate_cancelled: (context, event) => {
    context.sourceId = event.data.sourceId
    context.cancelledAt ??= timeOf(event)
  },
  time_passed: (context, event) => {
    context.now = event.data.now
  },
}

// views: what follows from the context --------------------------------------
/** Whether a collection was presented, and has neither ended nor been captured. */
export const isOpen = ({ presentedAt, endedAt, capturedAt }: Collection): boolean =>
  presentedAt !== null && endedAt === null && capturedAt === null

/** Every payment on the mandate. */
export const collectionsOf = ({ collections }: SepaMandate): readonly Collection[] =>
  Object.values(collections)

/**
 * The time from which the mandate's expiry is counted: its creation or the last presentation of a
 * collection, whichever is later. How that collection ended does not matter. A captured collection
 * was certainly presented; a collection that only ended may never have been presented. Null while
 * no time is known. `isSure` leaves out the uses of which the time is not sure.
 * @spec interface#mandate-expiry; decisions#40; sources#sdd-core-4-1
 */
export const lastUse = (context: SepaMandate, isSure = false): Instant | null => {
  const uses = collectionsOf(context).flatMap((each): readonly Instant[] => {
    const { presentedAt, capturedAt, since, isUnsure: unsure, isCaptureUnsure } = each
    const at = presentedAt ?? capturedAt
    if (at === null) return []
    if (!isSure) return [at]
    const isDoubtful = presentedAt === null ? isCaptureUnsure === true : unsure === true
    return isDoubtful ? [] : [since ?? at]
  })
  const created = isSure ? (context.createdSince ?? context.createdAt) : context.createdAt
  const anchors = created === null ? uses : [created, ...uses]
  return anchors.reduce<Instant | null>((a, b) => (a === null ? b : later(a, b)), null)
}

/** The status of a mandate. */
export type SepaMandateStatus =
  | 'none'
  | 'active'
  | 'reserved'
  | 'consumed'
  | 'expired'
  | 'cancelled'
