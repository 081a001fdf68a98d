/** What a log knew at a time, or when it had a number of entries: which entries are left out. */
import { greatest, least } from '../../words/data/lists.ts'
import type { Instant } from '../../words/time/instant.ts'
import type { LogFinding } from './log-finding.ts'

/** A point in the life of a log: a time, or its first entries by number. */
export type KnownAt = number | Instant

/** How an audit was limited: by number as entries have a sequence, by time of receipt for each stream. */
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

/** What a limit did to a log without entries. */
export const noneKnown: KnownPart = {
  ...{ leftOut: 0, receivedByThen: 0, unsequenced: 0 },
  ...{ highest: null, lowest: null },
}

/** Adds up what a limit did to parts of a log. */
export const addedUp = (one: KnownPart, other: KnownPart): KnownPart => ({
  leftOut: one.leftOut + other.leftOut,
  receivedByThen: one.receivedByThen + other.receivedByThen,
  unsequenced: one.unsequenced + other.unsequenced,
  highest: greatest([one, other].flatMap(({ highest }) => highest ?? [])),
  lowest: least([one, other].flatMap(({ lowest }) => lowest ?? [])),
})

/** How the audit was limited, for the report; null if it was not. */
export const knownReport = (
  known: KnownAt | undefined,
  { leftOut }: KnownPart,
): KnownReport | null =>
  known === undefined
    ? null
    : { at: known, by: typeof known === 'number' ? 'sequence' : 'receipt', leftOut }

/** What was read may not be what the log knew. No tolerance of clocks applies: the order would be a guess. */
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
