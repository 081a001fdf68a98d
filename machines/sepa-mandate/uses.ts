/** The uses of a mandate by the payments on it: the last of them, and how many are open. */
import { type Summing, summed } from '../../src/contract/running-sum.ts'
import { type Instant, later } from '../../src/words/time/instant.ts'
import { type Collection, isOpen, type SepaMandate } from './memory.ts'

/** The last use, the last of which the time is sure, and how many are open or were captured. */
interface Uses {
  last: Instant | null
  lastSure: Instant | null
  open: number
  captured: number
  /** Whether the time of a last use was replaced by an earlier one: the last is to be found anew. */
  isStale: boolean
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

const latest = (a: Instant | null, b: Instant | null): Instant | null =>
  a === null || b === null ? (a ?? b) : later(a, b)

/** Whether the last of some times is no longer sure to be the last once one is replaced. */
const isLost = (last: Instant | null, before: Instant | null, after: Instant | null): boolean =>
  before !== null && before === last && (after === null || after < before)

const usesIn: Summing<Collection, Uses> = {
  nothing: () => ({ last: null, lastSure: null, open: 0, captured: 0, isStale: false }),
  replace: (uses, _id, after, before) => {
    const [use, sure] = [useOf(after), sureUseOf(after)]
    if (before !== undefined) {
      if (isOpen(before)) uses.open -= 1
      if (before.capturedAt !== null) uses.captured -= 1
      uses.isStale ||=
        isLost(uses.last, useOf(before), use) || isLost(uses.lastSure, sureUseOf(before), sure)
    }
    if (isOpen(after)) uses.open += 1
    if (after.capturedAt !== null) uses.captured += 1
    uses.last = latest(uses.last, use)
    uses.lastSure = latest(uses.lastSure, sure)
  },
}

const keptUses = summed(usesIn)

/** The uses of a mandate by all payments on it. */
export const usesOf = ({ collections }: SepaMandate): Readonly<Uses> => {
  const uses = keptUses(collections)
  if (uses.isStale) {
    const all = Object.values(collections)
    uses.last = all.map(useOf).reduce(latest, null)
    uses.lastSure = all.map(sureUseOf).reduce(latest, null)
    uses.isStale = false
  }
  return uses
}

/**
 * The time from which the mandate's expiry is counted: its creation or the last presentation of a
 * collection, whichever is later. How that collection ended does not matter. A captured collection
 * was certainly presented; a collection that only ended may never have been presented. Null while
 * no time is known. `isSure` leaves out the uses of which the time is not sure.
 * @spec interface#mandate-expiry; decisions#40; sources#sdd-core-4-1
 */
export const lastUse = (context: SepaMandate, isSure = false): Instant | null => {
  const { last, lastSure } = usesOf(context)
  const created = isSure ? (context.createdSince ?? context.createdAt) : context.createdAt
  return latest(created, isSure ? lastSure : last)
}
