/** What is known of a SEPA mandate, and what each event teaches of it. */
import { timeOf } from '../../src/event/envelope.ts'
import type { SepaMandateEvent, TimePassed } from '../../src/event/sepa-mandate.ts'
import type { Recipes } from '../../src/fold/machine.ts'
import type { Occurred } from '../../src/fold/occurrence.ts'
import { civilDate, endOfDay, plusMonths } from '../../src/words/calendar.ts'
import { type Instant, later } from '../../src/words/instant.ts'
import type { MandateType } from '../../src/words/names.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { CustomerId, SourceId, Text } from '../../src/words/text.ts'

// context ------------------------------------------------------------------
/** One payment on the mandate: when it was presented, ended before settlement, was captured. */
export interface Collection {
  readonly presentedAt: Instant | null
  readonly endedAt: Instant | null
  readonly capturedAt: Instant | null
}

/** What is known of a mandate. Collections are kept by payment id. */
export interface SepaMandate {
  readonly sourceId: SourceId | null
  /** Null until told; taken as recurring for reports, unknown for wishes. */
  readonly mandateType: MandateType | null
  readonly mandateReference: Text | null
  readonly customerId: CustomerId | null
  readonly createdAt: Instant | null
  readonly cancelledAt: Instant | null
  readonly collections: Readonly<Record<string, Collection>>
  /** The moment last told by the clock; null until told. */
  readonly now: Instant | null
}

/** The context before anything was told. */
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

/** Every event that the chart hears. */
export type Heard = Occurred<SepaMandateEvent> | Occurred<TimePassed>

// recipes: what each event teaches -----------------------------------------
type Known = Parameters<Recipes<SepaMandate, Heard>['time_passed']>[0]

const collectionOf = (known: Known, about: string): Known['collections'][string] => {
  const found = known.collections[about] ?? { presentedAt: null, endedAt: null, capturedAt: null }
  known.collections[about] = found
  return found
}

/** One recipe per event. */
export const recipes: Recipes<SepaMandate, Heard> = {
  mandate_created: (known, event) => {
    known.sourceId = event.data.sourceId
    known.mandateType ??= event.data.mandateType ?? null
    known.mandateReference ??= event.data.mandateReference ?? null
    known.customerId ??= event.data.customerId ?? null
    known.createdAt ??= timeOf(event)
  },
  collection_presented: (known, event) => {
    known.sourceId = event.data.sourceId
    collectionOf(known, event.about).presentedAt ??= timeOf(event)
  },
  collection_ended: (known, event) => {
    known.sourceId = event.data.sourceId
    collectionOf(known, event.about).endedAt ??= timeOf(event)
  },
  collection_captured: (known, event) => {
    known.sourceId = event.data.sourceId
    collectionOf(known, event.about).capturedAt ??= timeOf(event)
  },
  mandate_cancelled: (known, event) => {
    known.sourceId = event.data.sourceId
    known.cancelledAt ??= timeOf(event)
  },
  time_passed: (known, event) => {
    known.now = event.data.now
  },
}

// views: what follows from it ----------------------------------------------
/** Presented, and neither ended nor captured. */
export const isOpen = ({ presentedAt, endedAt, capturedAt }: Collection): boolean =>
  presentedAt !== null && endedAt === null && capturedAt === null

/** Every payment on the mandate. */
export const collectionsOf = ({ collections }: SepaMandate): readonly Collection[] =>
  Object.values(collections)

/**
 * What the mandate's life is counted from: the later of its creation and the last collection presented,
 * whatever became of it. What was captured was presented; what is only known to have ended may never
 * have been. Null while nothing is known. @spec interface, Limits (mandate expiry); domain, 1.3 T5
 */
export const lastUse = (known: SepaMandate): Instant | null => {
  const uses = collectionsOf(known).flatMap(
    ({ presentedAt, capturedAt }) => presentedAt ?? capturedAt ?? [],
  )
  const anchors = known.createdAt === null ? uses : [known.createdAt, ...uses]
  return anchors.reduce<Instant | null>((a, b) => (a === null ? b : later(a, b)), null)
}

/** When the mandate lapses: once the last day of its months is over. @spec domain, 1.3 T6 */
export const expiresAt = (known: SepaMandate, policy: Policy): Instant | null => {
  const used = lastUse(known)
  if (used === null) return null
  const day = plusMonths(civilDate(used, policy.sepaZone), policy.mandateDormancyMonths)
  return endOfDay(day, policy.sepaZone)
}

/** What a mandate is to the outside. */
export type SepaMandateStatus =
  | 'none'
  | 'active'
  | 'reserved'
  | 'consumed'
  | 'expired'
  | 'cancelled'
