/** What a log knew at a time, or when it had a number of entries: which entries are left out. */
import type { Entry } from '../../log/entry.ts'
import { type Instant, toInstant } from '../../words/time/instant.ts'
import type { LogFinding } from './log-finding.ts'

/** A point in the life of a log: a time, or its first entries by number. */
export type KnownAt = number | Instant

/**
 * How an audit was limited to what the log knew. `by` says what the limit was compared with: the
 * entries' sequence or, in a log without one, their times of receipt, for each stream by itself.
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
  readonly taken: number
  /** How many entries have no sequence. */
  readonly unsequenced: number
  /** The highest sequence that was taken, and the lowest that was left out. */
  readonly highest: number | null
  readonly lowest: number | null
  /** Of the entries without a sequence: the latest receipt taken, and the earliest left out. */
  readonly latest: Instant | null
  readonly earliest: Instant | null
}

const NOTHING: KnownPart = {
  leftOut: 0,
  receivedByThen: 0,
  taken: 0,
  unsequenced: 0,
  highest: null,
  lowest: null,
  latest: null,
  earliest: null,
}

const most = <A extends number | string>(one: A | null, other: A | null): A | null =>
  one === null ? other : other === null || one > other ? one : other

const least = <A extends number | string>(one: A | null, other: A | null): A | null =>
  one === null ? other : other === null || one < other ? one : other

/** Adds up what a limit did to parts of a log. */
export const addedUp = (one: KnownPart, other: KnownPart): KnownPart => ({
  leftOut: one.leftOut + other.leftOut,
  receivedByThen: one.receivedByThen + other.receivedByThen,
  taken: one.taken + other.taken,
  unsequenced: one.unsequenced + other.unsequenced,
  highest: most(one.highest, other.highest),
  lowest: least(one.lowest, other.lowest),
  latest: most(one.latest, other.latest),
  earliest: least(one.earliest, other.earliest),
})

/** What a limit did to a log without entries. */
export const noneKnown: KnownPart = NOTHING

/**
 * The limit of an audit, while the entries of one stream are read. By number, an entry is left out by
 * its sequence; if it has none, by the number of its line, and where that is not known it cannot be
 * left out. By time, a stream ends before its first entry received later.
 */
export const knownLimit = (known: KnownAt | undefined, isNumbered: boolean) => {
  let end = Number.POSITIVE_INFINITY
  let part = NOTHING

  const isLate = ({ revision }: Entry, time: Instant, at: Instant): boolean => {
    if (time > at) end = Math.min(end, revision)
    return revision >= end
  }

  const isBeyond = (entry: Entry, line: number, time: Instant): boolean => {
    if (known === undefined) return false
    if (typeof known !== 'number') return isLate(entry, time, known)
    return entry.sequence === undefined ? isNumbered && line > known : entry.sequence >= known
  }

  return {
    /** Whether to leave out the entry of a line. */
    isLeftOut: (entry: Entry, line: number): boolean => {
      const time = toInstant(entry.event.metadata.recordedAt)
      const isOut = isBeyond(entry, line, time)
      const sequence = entry.sequence ?? null
      const receipt = sequence === null ? time : null
      const unsequenced = sequence === null ? 1 : 0
      const isReceived = typeof known === 'string' && time <= known
      const one = isOut
        ? {
            ...{ leftOut: 1, receivedByThen: isReceived ? 1 : 0, lowest: sequence },
            ...{ earliest: receipt, unsequenced },
          }
        : { taken: 1, highest: sequence, latest: receipt, unsequenced }
      part = addedUp(part, { ...NOTHING, ...one })
      return isOut
    },
    part: (): KnownPart => part,
  }
}

/** How the audit was limited, for the report; null if it was not. */
export const knownReport = (known: KnownAt | undefined, part: KnownPart): KnownReport | null =>
  known === undefined
    ? null
    : { at: known, by: part.unsequenced === 0 ? 'sequence' : 'receipt', leftOut: part.leftOut }

/** How many entries a log had in its sequence before the limit; null if it cannot be said. */
const sizeIn = ({ lowest, highest, unsequenced }: KnownPart): number | null =>
  unsequenced > 0 || lowest === null || highest === null ? null : lowest

/** The finding that entries were left out although they were received by the time asked for. */
const receivedFindings = (
  known: KnownAt | undefined,
  { receivedByThen }: KnownPart,
  line: number,
): readonly LogFinding[] =>
  receivedByThen === 0 || typeof known !== 'string'
    ? []
    : [
        {
          ...{ line, stream: null, revision: null, code: 'ReceivedByThen' },
          ...{ at: known, leftOut: receivedByThen },
        },
      ]

/**
 * The findings that what was read may not be what the log knew: the limit was not applied in the order
 * of the log, or the times of receipt are not in that order. No tolerance of clocks applies: within it,
 * the order would be a guess.
 */
export const knownFindings = (
  known: KnownAt | undefined,
  part: KnownPart,
  where: Where,
): readonly LogFinding[] => [
  ...orderFindings(known, part, where),
  ...receivedFindings(known, part, where.line),
]

const isBefore = <A extends number | string>(first: A | null, last: A | null): boolean =>
  first !== null && last !== null && first < last

const orderFindings = (
  known: KnownAt | undefined,
  part: KnownPart,
  { line, isNumbered }: Where,
): readonly LogFinding[] => {
  if (known === undefined) return []
  const { unsequenced, taken, leftOut, latest, earliest, highest, lowest } = part
  const isMixed = unsequenced > 0 && unsequenced < taken + leftOut
  const isWrong =
    typeof known === 'number'
      ? unsequenced > 0 && (!isNumbered || isMixed || isBefore(earliest, latest))
      : isBefore(lowest, highest)
  if (!isWrong) return []
  return [
    { line, stream: null, revision: null, code: 'OrderUnknown', at: known, size: sizeIn(part) },
  ]
}

interface Where {
  readonly line: number
  /** Whether the numbers of lines are those in the log. */
  readonly isNumbered: boolean
}
