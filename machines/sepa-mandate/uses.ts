/** The uses of a mandate by the payments on it: the last of them, how many are open, and when a mandate without any expires. */
import { type Summing, summed } from '../../src/contract/running-sum.ts'
import { type CivilDate, civilDate, endOfDay } from '../../src/words/time/calendar.ts'
import { type Instant, later } from '../../src/words/time/instant.ts'
import {
  type Between,
  type Counted,
  type End,
  earliest,
  latest,
} from '../../src/words/time/last-day.ts'
import { type Length, plus } from '../../src/words/time/length.ts'
import { type Collection, isOpen, type SepaMandate } from './memory.ts'
import type { MandatePolicy } from './policy.ts'

interface Uses {
  last: Instant | null
  lastSure: Instant | null
  open: number
  captured: number
}

/** When a payment used the mandate; null if nothing shows that it did. */
const useOf = ({ presentedAt, capturedAt }: Collection): Instant | null => presentedAt ?? capturedAt

/** The same, or the earlier time that a report gives; null if the time is not sure. */
const sureUseOf = (collection: Collection): Instant | null => {
  const { presentedAt, since, isUnsure, isCaptureUnsure } = collection
  const isDoubtful = presentedAt === null ? isCaptureUnsure === true : isUnsure === true
  const at = useOf(collection)
  return at === null || isDoubtful ? null : (since ?? at)
}

const latestUse = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : later(a, b)

/** A payment is presented before it is captured, so no use is ever replaced by an earlier one. */
const usesIn: Summing<Collection, Uses> = {
  nothing: () => ({ last: null, lastSure: null, open: 0, captured: 0 }),
  replace: (uses, _id, after, before) => {
    if (before !== undefined && isOpen(before)) uses.open -= 1
    if (before !== undefined && before.capturedAt !== null) uses.captured -= 1
    if (isOpen(after)) uses.open += 1
    if (after.capturedAt !== null) uses.captured += 1
    uses.last = latestUse(uses.last, useOf(after))
    uses.lastSure = latestUse(uses.lastSure, sureUseOf(after))
  },
}

const keptUses = summed(usesIn)

/** The uses of a mandate by all payments on it. */
export const usesOf = ({ collections }: SepaMandate): Readonly<Uses> => keptUses(collections)

/**
 * The creation or the last presentation, however it ended: a capture shows one, an end alone does not. Null
 * while no time is known. `isSure` leaves out uses of which the time is not sure.
 * @spec interface#mandate-expiry; decisions#40; sources#sdd-core-4-1
 */
export const lastUse = (context: SepaMandate, isSure = false): Instant | null => {
  const { last, lastSure } = usesOf(context)
  const created = isSure ? (context.createdSince ?? context.createdAt) : context.createdAt
  return latestUse(created, isSure ? lastSure : last)
}

type ByType = Length & { readonly single?: Length; readonly recurring?: Length }

/** While no message names the type of the mandate, the shortest length counts. */
const endFor =
  ({ mandateType }: SepaMandate): End<ByType> =>
  (from, { single, recurring, ...usual }) => {
    const byType = {
      single: single ?? (usual as Length),
      recurring: recurring ?? (usual as Length),
    }
    const lengths = mandateType === null ? Object.values(byType) : [byType[mandateType]]
    return lengths.map((length) => plus(from, length)).reduce((a, b) => (b < a ? b : a))
  }

/** From the last use that nobody doubts to the last that may have been; null while no time is known. */
const usedOn = (context: SepaMandate, { sepaZone }: MandatePolicy): Between | null => {
  const last = lastUse(context)
  if (last === null) return null
  const sure = lastUse(context, true) ?? last
  return { first: civilDate(sure, sepaZone), last: civilDate(last, sepaZone) }
}

/** The last day on which a mandate may be used for sure, and the day from which it is counted. */
export const lastDayOfUse = (context: SepaMandate, policy: MandatePolicy): Counted | null => {
  const days = usedOn(context, policy)
  return days === null ? null : earliest<ByType>(days, policy.mandateDormancy, endFor(context))
}

const endOf = (lastDay: CivilDate | undefined, { sepaZone }: MandatePolicy): Instant | null =>
  lastDay === undefined ? null : endOfDay(lastDay, sepaZone)

/** When a mandate may expire: at the end of the last day that is sure. */
export const mayExpireAt = (context: SepaMandate, policy: MandatePolicy): Instant | null =>
  endOf(lastDayOfUse(context, policy)?.lastDay, policy)

/** At the end of the last day of its dormancy period, by every reading. @spec decisions#40 */
export const expiresAt = (context: SepaMandate, policy: MandatePolicy): Instant | null => {
  const days = usedOn(context, policy)
  if (days === null) return null
  return endOf(latest<ByType>(days, policy.mandateDormancy, endFor(context)).lastDay, policy)
}
