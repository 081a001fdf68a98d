/** Reads the lines of one stream and checks that each entry follows the entries before it. */
import * as E from '#fp-ts/Either'
import type { Entry } from '../../log/entry.ts'
import type { Altered, ReadLine } from '../../log/line.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { Stream } from '../../words/stream.ts'
import { type Instant, isAfter, toInstant } from '../../words/time/instant.ts'
import type { LogFinding, LogLocation } from './log-finding.ts'
import { type ChainedEntry, hintOf, type LogLine, type LostBefore } from './log-lines.ts'

/** Entries that were missing when a later entry arrived. They may still follow. */
interface Gap {
  readonly at: LogLocation
  readonly from: number
  readonly to: number
  left: number
}

const unread = (stream: Stream) => ({
  stream,
  /** The hash of the first entry of each revision: the one that counts, also in the report's row. */
  hashes: new Map<number, string>(),
  /** The revisions and hashes of the entries that conflict with the first one of their revision. */
  others: new Set<string>(),
  /** The gaps, in the order of their revisions. */
  gaps: [] as Gap[],
  /** The hash that each missing entry must have, because the entry after it names that hash. */
  needed: new Map<number, string | null>(),
  next: 0,
  /** When the last entry was received. */
  recordedAt: null as Instant | null,
  /** The number of findings that make the stream invalid. */
  broken: 0,
  /** The findings by location: a later line may replace a finding with a finding of another code. */
  findings: new Map<LogLocation, LogFinding>(),
  /** The hashes of its lines without a valid entry, and the revisions that such lines claim. */
  lost: new Set<string>(),
  hinted: new Set<number>(),
})

type Thread = ReturnType<typeof unread>

const note = ({ findings }: Thread, finding: LogFinding): LogLocation => {
  const location = { line: finding.line, stream: finding.stream, revision: finding.revision }
  findings.set(location, finding)
  return location
}

const named = (revision: number, hash: string): string => `${revision} ${hash}`

const hasRead = ({ hashes, others }: Thread, revision: number, hash: string): boolean =>
  hashes.get(revision) === hash || others.has(named(revision, hash))

/** Whether an entry names, as its predecessor, an entry that was read; the first names none. */
const followsIn = (thread: Thread, { revision, previous }: Entry): boolean =>
  previous === null ? revision === 0 : hasRead(thread, revision - 1, previous)

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

/** The gap that an entry fills, if any: it must fit the entries before and after it, as far as they were read. */
const fills = (thread: Thread, entry: Entry): Gap | undefined => {
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

const lostAt = (thread: Thread, line: number, revision: number): LogLocation => {
  thread.hinted.add(revision)
  thread.broken += 1
  return { line, stream: thread.stream, revision }
}

/** A line without a valid entry: if an entry turns out to be missing, it may have contained it. */
const noteLost = (
  thread: Thread,
  { line, text, storedAs }: LogLine,
  problem: Unreadable | Altered,
): void => {
  const hint = hintOf(text)
  for (const each of hint.hashes) thread.lost.add(each)
  const revision = storedAs?.revision ?? hint.revision
  const isNamed = hint.stream === thread.stream && hint.stream !== ''
  // a copy of what was read already is no loss
  const isKnown =
    revision !== null && (storedAs !== undefined || (isNamed && revision >= thread.next))
  const at = isKnown ? lostAt(thread, line, revision) : { line, stream: null, revision: null }
  note(
    thread,
    problem.error === 'Altered'
      ? { ...at, code: 'Altered', stated: problem.stated, actual: problem.actual }
      : { ...at, code: 'Unreadable', problem },
  )
}

/** If a store kept an entry under the wrong key, the entry that belongs there is lost. */
const isMisplaced = (thread: Thread, entry: Entry, { line, storedAs }: LogLine): boolean => {
  if (storedAs === undefined) return false
  const { stream, revision } = entry
  if (stream === storedAs.stream && revision === storedAs.revision) return false
  const at = lostAt(thread, line, storedAs.revision)
  note(thread, { ...at, code: 'Misplaced', entry: { stream, revision } })
  return true
}

/** An entry whose revision is too high: those between are missing, unless damaged lines account for them. */
const beyond = (thread: Thread, { entry, line }: ChainedEntry, lostBefore: LostBefore): void => {
  const { stream, revision, previous } = entry
  let from = thread.next
  while (from < revision && thread.hinted.has(from)) from += 1
  const isNamed = from < revision && previous !== null
  const isLost = isNamed && (thread.lost.has(previous) || lostBefore(previous, line))
  const to = isLost ? revision - 2 : revision - 1
  if (from > thread.next || isLost) thread.broken += 1
  if (from > to) return
  thread.broken += 1
  const at = note(thread, { line, stream, revision, code: 'Missing', from, to })
  thread.gaps.push({ at, from, to, left: to - from + 1 })
  if (!isLost) thread.needed.set(to, previous)
}

const isWhatWasLost = (thread: Thread, entry: Entry): boolean =>
  thread.lost.has(entry.hash) && followsIn(thread, entry)

/** An entry whose revision is too low: true if it fills a gap, false if it repeats or contradicts another. */
const behind = (thread: Thread, { entry, line }: ChainedEntry): boolean => {
  const { stream, revision, hash } = entry
  const isRepeated = hasRead(thread, revision, hash)
  const isNew = !thread.hashes.has(revision)
  const other = thread.hashes.get(revision) ?? null
  const gap = isNew ? fills(thread, entry) : undefined
  const isBack = isNew && isWhatWasLost(thread, entry)
  if (isNew) thread.hashes.set(revision, hash)
  else if (!isRepeated) thread.others.add(named(revision, hash))
  if (gap !== undefined) {
    gap.left -= 1
    if (gap.left > 0) return true
    thread.findings.set(gap.at, { ...gap.at, code: 'Moved', from: gap.from, to: gap.to })
    thread.broken -= 1
    return true
  }
  // of a damaged line that has a finding: the stream is not valid already
  if (isBack) return true
  if (!isRepeated) thread.broken += 1
  const at = { line, stream, revision }
  note(
    thread,
    isRepeated ? { ...at, code: 'Repeated' } : { ...at, code: 'Conflicting', hash, other },
  )
  return false
}

const next = (thread: Thread, { entry, line }: ChainedEntry): void => {
  if (followsIn(thread, entry)) return
  const { stream, revision, previous: stated } = entry
  thread.broken += 1
  const actual = thread.hashes.get(revision - 1) ?? null
  note(thread, { line, stream, revision, code: 'NotFollowing', stated, actual })
}

const clocked = (thread: Thread, { entry, line }: ChainedEntry, toleranceSeconds: number): void => {
  const { event, stream, revision } = entry
  const recordedAt = toInstant(event.metadata.recordedAt)
  const before = thread.recordedAt
  // with the latest of all, one clock that was ahead would have a finding at every later entry
  if (before !== null && isAfter(before, recordedAt, toleranceSeconds)) {
    note(thread, { line, stream, revision, code: 'ClockStepsBack', recordedAt, before })
  }
  thread.recordedAt = recordedAt
}

/** What a chain depends on besides its lines. */
export interface Chaining {
  /** How far times of recording may step back, because several clocks may write one stream. */
  readonly toleranceSeconds: number
  readonly lostBefore: LostBefore
}

/** Starts to read a stream. */
export const chain = (stream: Stream, { toleranceSeconds, lostBefore }: Chaining) => {
  const thread = unread(stream)

  const follow = (chained: ChainedEntry): ChainedEntry | null => {
    const { revision, hash } = chained.entry
    if (revision < thread.next) return behind(thread, chained) ? chained : null
    if (revision > thread.next) beyond(thread, chained, lostBefore)
    else next(thread, chained)
    thread.hashes.set(revision, hash)
    thread.next = revision + 1
    clocked(thread, chained, toleranceSeconds)
    return chained
  }

  const taken = (entry: Entry, from: LogLine, isCanonical: boolean): ChainedEntry | null => {
    if (isMisplaced(thread, entry, from)) return null
    const { line } = from
    const { revision } = entry
    if (!isCanonical) note(thread, { line, stream, revision, code: 'NotCanonical' })
    return follow({ entry, line })
  }

  return {
    read: (from: LogLine, read: ReadLine): ChainedEntry | null => {
      if (E.isRight(read)) return taken(read.right, from, true)
      const problem = read.left
      if (problem.error === 'NotCanonical') return taken(problem.entry, from, false)
      noteLost(thread, from, problem)
      return null
    },
    findings: (): readonly LogFinding[] => [...thread.findings.values()],
    broken: (): number => thread.broken,
    hashes: thread.hashes as ReadonlyMap<number, string>,
  }
}
