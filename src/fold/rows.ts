/** The occurrences of a long stream in their places: some are replaced, all others stay. */
import type { Occurrence } from './occurrence.ts'
import { byPlace, type Placed } from './order.ts'

const isSameOccurrence = (one: Occurrence, other: Occurrence): boolean =>
  one.at === other.at &&
  one.guessed?.join() === other.guessed?.join() &&
  one.events.length === other.events.length &&
  one.events.every((event, index) => event === other.events[index])

/** Whether two rows are of one occurrence, with the same reports and in the same place. */
const isSameRow = (one: Placed, other: Placed): boolean =>
  byPlace(one, other) === 0 && isSameOccurrence(one.occurrence, other.occurrence)

/** Rows, those that were there before as they were. */
export const reused = (before: readonly Placed[], after: readonly Placed[]): readonly Placed[] => {
  const known = new Map(before.map((row) => [row.occurrence.key, row]))
  return after.map((row) => {
    const same = known.get(row.occurrence.key)
    return same !== undefined && isSameRow(same, row) ? same : row
  })
}

/** The index of the first row that does not come before a given one. */
const indexOf = (rows: readonly Placed[], one: Placed): number => {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (byPlace(rows[middle] as Placed, one) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/** Whether two rows have one place: then nothing but the merging of both says which is first. */
export const isTied = (rows: readonly Placed[]): boolean =>
  rows.some((row, index) => {
    const next = rows[index + 1]
    return next !== undefined && byPlace(row, next) === 0
  })

/**
 * Puts rows in the place of others. Returns the index of the first change, infinity if there is none,
 * and null if a row has the place of another.
 */
export const replaceIn = (
  rows: Placed[],
  before: readonly Placed[],
  after: readonly Placed[],
): number | null => {
  let first = Number.POSITIVE_INFINITY
  const [old, kept] = [new Set(before), new Set(after)]
  for (const each of before) {
    if (kept.has(each)) continue
    const index = indexOf(rows, each)
    rows.splice(index, 1)
    first = Math.min(first, index)
  }
  for (const each of after) {
    if (old.has(each)) continue
    const index = indexOf(rows, each)
    const there = rows[index]
    if (there !== undefined && byPlace(there, each) === 0) return null
    rows.splice(index, 0, each)
    first = Math.min(first, index)
  }
  return first
}
