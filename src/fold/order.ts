/** The order in which a chart takes occurrences: by phase, time, declared order, then key. */
import type { ClockTolerance, Lifecycle } from '../event/lifecycle.ts'
import { earlier, type Instant, later, shift } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import { compare, type Occurrence } from './occurrence.ts'

const LAST_PHASE = 9

/** The time at which an occurrence counts, and its rank among occurrences at the same time. */
interface SortKey {
  readonly at: Instant
  readonly rank: number
}

/** Moves an end one clock tolerance earlier, but never before its own beginning. */
const sortKeyOfEnd = (early: Instant, beginning: Instant | undefined, rank: number): SortKey =>
  beginning === undefined || early > beginning ? { at: early, rank: -1 } : { at: beginning, rank }

/** The sort key of an occurrence within its phase, with the clock tolerance of its type applied. */
const sortKeyOf = (
  tolerance: ClockTolerance,
  { at, entityId }: Occurrence,
  begun: ReadonlyMap<string, Instant>,
  { clockToleranceSeconds }: Policy,
  rank: number,
): SortKey => {
  if (tolerance === 'stop') return { at: shift(at, clockToleranceSeconds), rank }
  const beginning = begun.get(entityId)
  if (tolerance === 'undoing') return { at: later(at, beginning ?? at), rank }
  if (tolerance !== 'end') return { at, rank }
  return sortKeyOfEnd(shift(at, -clockToleranceSeconds), beginning, rank)
}

/** An occurrence, with the time at which it counts in the order. */
export interface Ordered {
  readonly occurrence: Occurrence
  readonly countsAt: Instant
}

/** An occurrence with all that it is sorted by. */
interface Placed extends Ordered {
  readonly phase: number
  readonly rank: number
}

/** By phase, then time, then declared order, then key. */
const byPlace = (a: Placed, b: Placed): number =>
  a.phase - b.phase ||
  compare(a.countsAt, b.countsAt) ||
  a.rank - b.rank ||
  compare(a.occurrence.key, b.occurrence.key)

/** What is known of a type: where its occurrences are sorted. */
interface Sorting {
  readonly phase: number
  readonly rank: number
  readonly tolerance: ClockTolerance
}

const OF_NO_CHART: Sorting = { phase: LAST_PHASE, rank: -1, tolerance: 'none' }

/** When each entity began: if two occurrences begin it, the first of them. */
const begunIn = (
  sortings: ReadonlyMap<string, Sorting>,
  occurrences: readonly Occurrence[],
): ReadonlyMap<string, Instant> => {
  const begun = new Map<string, Instant>()
  for (const { type, entityId, at } of occurrences) {
    if (sortings.get(type)?.tolerance !== 'beginning') continue
    begun.set(entityId, earlier(begun.get(entityId) ?? at, at))
  }
  return begun
}

const NOTHING_BEGAN: ReadonlyMap<string, Instant> = new Map()

/**
 * Orders occurrences by phase, then time, then declared order, then key. Phases follow cause and
 * effect, so clocks that disagree cannot make a valid history look invalid.
 * @spec delivery#from-occurrences-to-a-state
 */
export const order = (lifecycle: Lifecycle, policy: Policy) => {
  const sortings = new Map(
    Object.entries(lifecycle).map(([type, { phase, clockTolerance: tolerance }], rank) => [
      type,
      { phase, rank, tolerance } satisfies Sorting,
    ]),
  )
  const dependsOnBeginning = ({ type }: Occurrence): boolean => {
    const tolerance = sortings.get(type)?.tolerance
    return tolerance === 'end' || tolerance === 'undoing'
  }
  return (occurrences: readonly Occurrence[]): readonly Ordered[] => {
    const begun = occurrences.some(dependsOnBeginning)
      ? begunIn(sortings, occurrences)
      : NOTHING_BEGAN
    const placed = occurrences.map((occurrence): Placed => {
      const { phase, rank: declared, tolerance } = sortings.get(occurrence.type) ?? OF_NO_CHART
      const { at: countsAt, rank } = sortKeyOf(tolerance, occurrence, begun, policy, declared)
      return { occurrence, countsAt, phase, rank }
    })
    return placed.sort(byPlace)
  }
}
