/** The chain of one stream as far as it has been read: its hashes and its gaps. */
import type { Entry } from '../../log/entry.ts'
import type { Stream } from '../../words/stream.ts'
import type { Instant } from '../../words/time/instant.ts'
import type { LogFinding, LogLocation } from './log-finding.ts'

/** Entries that were missing when a later entry arrived. They may still follow. */
interface Gap {
  readonly at: LogLocation
  readonly from: number
  readonly to: number
  left: number
}

/** What has been read of a stream so far. */
export interface Thread {
  readonly stream: Stream
  /**
   * The hash of each revision's first entry. This is the entry that counts, also in the end of the
   * stream and in the report's row, even if entries that conflict with it came later.
   */
  readonly hashes: Map<number, string>
  /** The hashes of the entries that conflict with the first one of their revision. */
  readonly others: Map<number, Set<string>>
  /** The gaps, in the order of their revisions. */
  readonly gaps: Gap[]
  /** The hash that each missing entry must have, because the entry after it names that hash. */
  readonly needed: Map<number, string | null>
  next: number
  recordedAt: Instant | null
  /** The number of findings that make the stream invalid. */
  broken: number
  /**
   * The findings by location: a later line may replace a finding with a finding of another code.
   */
  readonly findings: Map<LogLocation, LogFinding>
  /** The hashes of its lines without a valid entry, and the revisions that such lines claim. */
  readonly lost: Set<string>
  readonly hinted: Set<number>
}

/** Creates the thread of a stream before its first entry. */
export const unread = (stream: Stream): Thread => ({
  stream,
  hashes: new Map(),
  others: new Map(),
  gaps: [],
  needed: new Map(),
  next: 0,
  recordedAt: null,
  broken: 0,
  findings: new Map(),
  lost: new Set(),
  hinted: new Set(),
})

/** Adds a finding and returns its location. */
export const note = ({ findings }: Thread, finding: LogFinding): LogLocation => {
  const location = { line: finding.line, stream: finding.stream, revision: finding.revision }
  findings.set(location, finding)
  return location
}

/** Whether an entry with this revision and hash has been read. */
export const hasRead = ({ hashes, others }: Thread, revision: number, hash: string): boolean =>
  hashes.get(revision) === hash || others.get(revision)?.has(hash) === true

/** Notes the hash of an entry that conflicts with the first one of its revision. */
export const noteOther = ({ others }: Thread, revision: number, hash: string): void => {
  const known = others.get(revision)
  if (known === undefined) others.set(revision, new Set([hash]))
  else known.add(hash)
}

/** Whether an entry names, as its predecessor, an entry that was read; the first names none. */
export const followsIn = (thread: Thread, { revision, previous }: Entry): boolean =>
  previous === null ? revision === 0 : hasRead(thread, revision - 1, previous)

/** The gap that a revision belongs to, by bisection. */
const gapOf = (gaps: readonly Gap[], revision: number): Gap | undefined => {
  let [low, high] = [0, gaps.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((gaps[middle]?.to ?? revision) < revision) low = middle + 1
    else high = middle
  }
  const gap = gaps[low]
  return gap !== undefined && gap.from <= revision ? gap : undefined
}

/**
 * Returns the gap that an entry fills, if any: it must follow the entry before it, and be the one
 * that the entry after it names, as far as these have been read. If every entry missing from a gap
 * turns up later, the entries were moved, not lost.
 */
export const fills = (thread: Thread, entry: Entry): Gap | undefined => {
  const { gaps, hashes, needed } = thread
  const { revision, previous, hash } = entry
  const gap = gapOf(gaps, revision)
  if (gap === undefined) return undefined
  const isOpen = revision > 0 && !hashes.has(revision - 1)
  if (!isOpen && !followsIn(thread, entry)) return undefined
  if (needed.has(revision) && needed.get(revision) !== hash) return undefined
  if (isOpen) needed.set(revision - 1, previous)
  return gap
}
