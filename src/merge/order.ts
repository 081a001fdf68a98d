/** The order in which a chart takes occurrences: by phase, time, declared order, then key. */
import type { Occurrence } from '../contract/occurrence.ts'
import type { ClockTolerance, Lifecycle } from '../event/lifecycle.ts'
import { compare } from '../words/data/lists.ts'
import type { Policy } from '../words/policy.ts'
import { earlier, type Instant, later, shift } from '../words/time/instant.ts'

const LAST_PHASE = 9

interface Sorting {
  readonly phase: number
  readonly rank: number
  readonly tolerance: ClockTolerance
}

/** The sort key of an occurrence within its phase, with the clock tolerance of its type applied. */
const sortKeyOf = (
  { tolerance, rank }: Sorting,
  { at, entityId }: Occurrence,
  begun: ReadonlyMap<string, Instant>,
  { clockToleranceSeconds }: Policy,
): Pick<Placed, 'countsAt' | 'rank'> => {
  if (tolerance === 'stop') return { countsAt: shift(at, clockToleranceSeconds), rank }
  const beginning = begun.get(entityId)
  if (tolerance === 'undoing') return { countsAt: later(at, beginning ?? at), rank }
  // an end is one clock tolerance earlier, but never before its own beginning
  const early = shift(at, -clockToleranceSeconds)
  return beginning === undefined || early > beginning
    ? { countsAt: early, rank: -1 }
    : { countsAt: beginning, rank }
}

/** An occurrence, with the time at which it counts in the order. */
export interface Ordered {
  readonly occurrence: Occurrence
  readonly countsAt: Instant
}

interface Placed extends Ordered {
  readonly phase: number
  readonly rank: number
}

const byPlace = (a: Placed, b: Placed): number =>
  a.phase - b.phase ||
  compare(a.countsAt, b.countsAt) ||
  a.rank - b.rank ||
  compare(a.occurrence.key, b.occurrence.key)

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

/** Lists that are no longer are sorted by insertion: that is faster. */
const FEW = 8

/** Sorts a short list in place: puts each occurrence among those before it. */
const sortFew = (placed: Placed[]): readonly Placed[] => {
  for (let next = 1; next < placed.length; next += 1) {
    const one = placed[next] as Placed
    let index = next
    for (; index > 0; index -= 1) {
      const before = placed[index - 1] as Placed
      if (byPlace(before, one) <= 0) break
      placed[index] = before
    }
    placed[index] = one
  }
  return placed
}

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
  return (occurrences: readonly Occurrence[]): readonly Ordered[] => {
    let begun: ReturnType<typeof begunIn> | null = null
    const placed = occurrences.map((occurrence): Placed => {
      const sorting = sortings.get(occurrence.type) ?? OF_NO_CHART
      const { phase, tolerance } = sorting
      if (tolerance === 'none' || tolerance === 'beginning') {
        return { occurrence, countsAt: occurrence.at, phase, rank: sorting.rank }
      }
      begun ??= begunIn(sortings, occurrences)
      const { countsAt, rank } = sortKeyOf(sorting, occurrence, begun, policy)
      return { occurrence, countsAt, phase, rank }
    })
    return placed.length <= FEW ? sortFew(placed) : placed.sort(byPlace)
  }
}
