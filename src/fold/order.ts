/** The order in which a chart takes occurrences: by phase, time, declared order, then key. */
import type { ClockTolerance, Lifecycle } from '../event/lifecycle.ts'
import { type Instant, later, shift } from '../words/instant.ts'
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
export const sortKeyOf = (
  tolerance: ClockTolerance | undefined,
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

/** An occurrence in its place: with all that it is sorted by. */
export interface Placed extends Ordered {
  readonly phase: number
  readonly rank: number
}

/** Compares two places: by phase, then time, then declared order, then key. */
export const byPlace = (a: Placed, b: Placed): number =>
  a.phase - b.phase ||
  compare(a.countsAt, b.countsAt) ||
  a.rank - b.rank ||
  compare(a.occurrence.key, b.occurrence.key)

/** Finds the places of occurrences. That of one depends on no other than those of its entity. */
export const placing = (lifecycle: Lifecycle, policy: Policy) => {
  const declared = Object.keys(lifecycle)
  return (occurrences: readonly Occurrence[]): Placed[] => {
    const begun = new Map<string, Instant>()
    for (const { type, entityId, at } of occurrences) {
      if (lifecycle[type]?.clockTolerance === 'beginning') begun.set(entityId, at)
    }
    return occurrences.map((occurrence) => {
      const kind = Object.hasOwn(lifecycle, occurrence.type)
        ? lifecycle[occurrence.type]
        : undefined
      const declaredAt = declared.indexOf(occurrence.type)
      const { at: countsAt, rank } = sortKeyOf(
        kind?.clockTolerance,
        occurrence,
        begun,
        policy,
        declaredAt,
      )
      return { occurrence, countsAt, phase: kind?.phase ?? LAST_PHASE, rank }
    })
  }
}

/**
 * Orders occurrences by phase, then time, then declared order, then key. Phases follow cause and
 * effect, so clocks that disagree cannot make a valid history look invalid.
 * @spec delivery#from-occurrences-to-a-state
 */
export const order = (lifecycle: Lifecycle, policy: Policy) => {
  const placed = placing(lifecycle, policy)
  return (occurrences: readonly Occurrence[]): readonly Ordered[] =>
    placed(occurrences).sort(byPlace)
}
