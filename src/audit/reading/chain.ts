/** Reads the lines of one stream and checks that each entry follows the entries before it. */
import * as E from '#fp-ts/Either'
import type { Entry } from '../../log/entry.ts'
import type { LineProblem } from '../../log/line.ts'
import type { Stream } from '../../words/stream.ts'
import { isAfter, later, toInstant } from '../../words/time/instant.ts'
import type { ChainedEntry } from './evidence.ts'
import type { LogFinding } from './log-finding.ts'
import { isMisplaced, type LogLine, type LostBefore, noteLost } from './lost-lines.ts'
import { fills, followsIn, hasRead, note, noteOther, type Thread, unread } from './thread.ts'

/** What a line contains, or what is wrong with it. */
export type ReadLine = E.Either<LineProblem, Entry>

/** The entry in a line, even if the line is not in canonical form. */
export const entryIn = (read: ReadLine): Entry | null => {
  if (E.isRight(read)) return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

/** The part of a stream that has been read so far. */
interface Chain {
  /** Reads the next line. Returns its entry, or null if the line adds no entry. */
  read(line: LogLine, read: ReadLine): ChainedEntry | null
  /** The findings so far, in the order of the lines. */
  findings(): readonly LogFinding[]
  /** Whether no entry was changed, lost or replaced; true for a stream without entries. */
  isValid(): boolean
  /** How many findings make the stream invalid. */
  broken(): number
  /** The hash of the first entry of each revision. */
  readonly hashes: Thread['hashes']
}

/**
 * Handles an entry whose revision is too high. The entries in between are missing, unless earlier
 * lines without a valid entry account for them.
 */
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

/** Whether an entry is the one that a damaged line before it was. */
const isWhatWasLost = (thread: Thread, entry: Entry): boolean =>
  thread.lost.has(entry.hash) && followsIn(thread, entry)

/**
 * Handles an entry whose revision is too low. Returns true if the entry fills a gap, and false if
 * it repeats or contradicts another entry.
 */
const behind = (thread: Thread, { entry, line }: ChainedEntry): boolean => {
  const { stream, revision, hash } = entry
  const isRepeated = hasRead(thread, revision, hash)
  const isNew = !thread.hashes.has(revision)
  const other = thread.hashes.get(revision) ?? null
  const gap = isNew ? fills(thread, entry) : undefined
  const isBack = isNew && isWhatWasLost(thread, entry)
  if (isNew) thread.hashes.set(revision, hash)
  else if (!isRepeated) noteOther(thread, revision, hash)
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

/** Handles the entry with the next revision: it must name the hash of the entry before it. */
const next = (thread: Thread, { entry, line }: ChainedEntry): void => {
  if (followsIn(thread, entry)) return
  const { stream, revision, previous: stated } = entry
  thread.broken += 1
  const actual = thread.hashes.get(revision - 1) ?? null
  note(thread, { line, stream, revision, code: 'NotFollowing', stated, actual })
}

/**
 * Reports an entry that was recorded earlier than the entry before it, by more than the tolerance.
 */
const clocked = (thread: Thread, { entry, line }: ChainedEntry, toleranceSeconds: number): void => {
  const { event, stream, revision } = entry
  const recordedAt = toInstant(event.metadata.recordedAt)
  const before = thread.recordedAt ?? recordedAt
  if (isAfter(before, recordedAt, toleranceSeconds)) {
    note(thread, { line, stream, revision, code: 'ClockStepsBack', recordedAt, before })
  }
  thread.recordedAt = later(recordedAt, before)
}

/** What a chain depends on besides its lines. */
export interface Chaining {
  /** How far times of recording may step back, because several clocks may write one stream. */
  readonly toleranceSeconds: number
  readonly lostBefore: LostBefore
}

/** Starts to read a stream. */
export const chain = (stream: Stream, { toleranceSeconds, lostBefore }: Chaining): Chain => {
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
    read: (from, read) => {
      if (E.isRight(read)) return taken(read.right, from, true)
      const problem = read.left
      if (problem.error === 'NotCanonical') return taken(problem.entry, from, false)
      noteLost(thread, from, problem)
      return null
    },
    findings: () => [...thread.findings.values()],
    isValid: () => thread.broken === 0,
    broken: () => thread.broken,
    hashes: thread.hashes,
  }
}
