/** What a log knew at a time, or when it had a number of entries: which entries are left out. */
import type { Entry } from '../../log/entry.ts'
import { type Instant, toInstant } from '../../words/time/instant.ts'
import type { LogFinding } from './log-finding.ts'

/** A point in the life of a log: a time, or its first entries by number. */
export type KnownAt = number | Instant

/**
 * How an audit was limited to what the log knew. `by` says what the limit was compared with: a number
 * with the entries' sequence, a time with their times of receipt, for each stream by itself.
 */
export interface KnownReport {
  readonly at: KnownAt
  readonly by: 'sequence' | 'receipt'
  /** How many valid entries were left out. */
  readonly leftOut: number
}

/** What a limit did to one stream or to a whole log; the parts of a log can be added up. */
export interface KnownPart {
  readonly leftOut: number
  /** Of those left out at a time, how many were received by then. */
  readonly receivedByThen: number
  /** How many entries have no sequence. */
  readonly unsequenced: number
  /** The highest sequence that was taken, and the lowest that was left out. */
  readonly highest: number | null
  readonly lowest: number | null
}

export const noneKnown: KnownPart = {
  ...{ leftOut: 0, receivedByThen: 0, unsequenced: 0 },
  ...{ highest: null, lowest: null },
}

const most = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null || one > other ? one : other

const least = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null || one < other ? one : other

export const addedUp = (one: KnownPart, other: KnownPart): KnownPart => ({
  leftOut: one.leftOut + other.leftOut,
  receivedByThen: one.receivedByThen + other.receivedByThen,
  unsequenced: one.unsequenced + other.unsequenced,
  highest: most(one.highest, other.highest),
  lowest: least(one.lowest, other.lowest),
})

const recordedAt = ({ event }: Entry): Instant => toInstant(event.metadata.recordedAt)

/**
 * The limit of an audit for all entries of one stream. By number, an entry is left out by its
 * sequence; without one, it cannot be. By time, a stream ends before its first entry received later.
 */
export const knownLimit = (known: KnownAt | undefined, entries: readonly Entry[]) => {
  let end = Number.POSITIVE_INFINITY
  let part = noneKnown
  for (const entry of entries) {
    const isLate = typeof known === 'string' && recordedAt(entry) > known
    if (isLate) end = Math.min(end, entry.revision)
  }

  const isBeyond = ({ revision, sequence = -1 }: Entry): boolean =>
    typeof known === 'number' ? sequence >= known : revision >= end

  return {
    isLeftOut: (entry: Entry): boolean => {
      const isOut = isBeyond(entry)
      const { sequence = null } = entry
      const isByThen = isOut && typeof known === 'string' && recordedAt(entry) <= known
      const receivedByThen = isByThen ? 1 : 0
      const one = isOut ? { leftOut: 1, receivedByThen, lowest: sequence } : { highest: sequence }
      part = addedUp(part, { ...noneKnown, ...one, unsequenced: sequence === null ? 1 : 0 })
      return isOut
    },
    part: (): KnownPart => part,
  }
}

export const knownReport = (
  known: KnownAt | undefined,
  { leftOut }: KnownPart,
): KnownReport | null =>
  known === undefined
    ? null
    : { at: known, by: typeof known === 'number' ? 'sequence' : 'receipt', leftOut }

/**
 * The findings that what was read may not be what the log knew: entries without a sequence have no number,
 * or those taken are not the first of the sequence, or some were left out although they were received by
 * then. No tolerance of clocks applies: within it, the order would be a guess.
 */
export const knownFindings = (
  known: KnownAt | undefined,
  { unsequenced, receivedByThen, highest, lowest }: KnownPart,
  line: number,
): readonly LogFinding[] => {
  if (known === undefined) return []
  const at = { line, stream: null, revision: null, at: known }
  const isAfter = lowest !== null && highest !== null && lowest < highest
  const isUnknown = typeof known === 'number' ? unsequenced > 0 : isAfter
  const size = unsequenced > 0 || !isAfter ? null : lowest
  return [
    ...(isUnknown ? [{ ...at, code: 'OrderUnknown' as const, size }] : []),
    ...(receivedByThen > 0 && typeof known === 'string'
      ? [{ ...at, at: known, code: 'ReceivedByThen' as const, leftOut: receivedByThen }]
      : []),
  ]
}
