/** Reads a log line by line and checks that each entry follows the entries before it. */
import * as E from 'fp-ts/lib/Either.js'
import type { Entry } from '../../log/entry.ts'
import type { LineProblem } from '../../log/line.ts'
import { Stream } from '../../words/stream.ts'
import { isAfter, later, toInstant } from '../../words/time/instant.ts'
import type { LogFinding } from './log-finding.ts'
import { type LogState, noLines, note, threadOf } from './log-state.ts'
import { isHinted, isLostIn, isMisplaced, noteLost, type StoredKey } from './lost-lines.ts'
import { fills, followsIn, forgetBefore, hasRead, noteOther, type Thread } from './thread.ts'

/** An entry that was read, and its line number. */
export interface ChainedEntry {
  readonly entry: Entry
  readonly line: number
}

/** What a line contains, or what is wrong with it. */
export type ReadLine = E.Either<LineProblem, Entry>

/** The part of a log that has been read so far. */
export interface Chain {
  /**
   * Reads the next line, unless it was read already. Returns its entry, or null if the line adds no
   * entry.
   */
  read(text: string, storedAs?: StoredKey, read?: ReadLine): ChainedEntry | null
  /** Passes over the next line: its entry is left out. */
  skip(): void
  /** The findings so far, in the order of the lines. */
  findings(): readonly LogFinding[]
  /**
   * Whether no entry of a stream was changed, lost or replaced; true for a stream without entries.
   */
  isValid(stream: Stream): boolean
  /** Drops everything stored about a finished stream, except the hash of its last entry. */
  forget(stream: Stream): void
  /** How many lines were read. */
  lines(): number
}

/**
 * Handles an entry whose revision is too high. The entries in between are missing, unless earlier
 * lines without a valid entry account for them.
 */
const beyond = (log: LogState, thread: Thread, { stream, revision, previous }: Entry): void => {
  let from = thread.next
  while (from < revision && isHinted(log, stream, from)) from += 1
  const isLost = from < revision && previous !== null && isLostIn(log, stream, previous)
  const to = isLost ? revision - 2 : revision - 1
  if (from > thread.next || isLost) thread.broken += 1
  if (from > to) return
  thread.broken += 1
  const at = note(log, { line: log.line, stream, revision, code: 'Missing', from, to })
  thread.gaps.push({ at, from, to, left: to - from + 1 })
  if (!isLost) thread.needed.set(to, previous)
}

/**
 * Handles an entry whose revision is too low. Returns true if the entry fills a gap, and false if
 * it repeats or contradicts another entry.
 */
const behind = (log: LogState, thread: Thread, entry: Entry): boolean => {
  const { stream, revision, hash } = entry
  const isRepeated = hasRead(thread, revision, hash)
  const isNew = !thread.hashes.has(revision)
  const gap = isNew ? fills(thread, entry) : undefined
  if (isNew) thread.hashes.set(revision, hash)
  else if (!isRepeated) noteOther(thread, revision, hash)
  if (gap !== undefined) {
    gap.left -= 1
    if (gap.left > 0) return true
    log.findings.set(gap.at, { ...gap.at, code: 'Moved' })
    thread.broken -= 1
    return true
  }
  if (!isRepeated) thread.broken += 1
  const code = isRepeated ? 'Repeated' : 'Conflicting'
  note(log, { line: log.line, stream, revision, code })
  return false
}

/** Handles the entry with the next revision: it must name the hash of the entry before it. */
const next = (log: LogState, thread: Thread, entry: Entry): void => {
  if (followsIn(thread, entry)) return
  const { stream, revision } = entry
  thread.broken += 1
  note(log, { line: log.line, stream, revision, code: 'NotFollowing' })
}

/**
 * Reports an entry that was recorded earlier than the entry before it, by more than the tolerance.
 */
const clocked = (
  log: LogState,
  thread: Thread,
  { event, stream, revision }: Entry,
  toleranceSeconds: number,
): void => {
  const recordedAt = toInstant(event.metadata.recordedAt)
  const before = thread.recordedAt ?? recordedAt
  if (isAfter(before, recordedAt, toleranceSeconds)) {
    note(log, { line: log.line, stream, revision, code: 'ClockStepsBack', recordedAt, before })
  }
  thread.recordedAt = later(recordedAt, before)
}

/** Adds an entry to the thread of its stream. */
const follow = (log: LogState, entry: Entry, toleranceSeconds: number): ChainedEntry | null => {
  const { stream, revision, hash } = entry
  const thread = threadOf(log, stream)
  if (revision < thread.next) return behind(log, thread, entry) ? { entry, line: log.line } : null
  if (revision > thread.next) beyond(log, thread, entry)
  else next(log, thread, entry)
  thread.hashes.set(revision, hash)
  thread.next = revision + 1
  clocked(log, thread, entry, toleranceSeconds)
  return { entry, line: log.line }
}

/**
 * Starts to read a log. The times of recording may step back by the tolerance, because several
 * clocks may write one stream.
 */
export const chain = (
  toleranceSeconds: number,
  readLine: (line: string) => ReadLine,
  isStream: (input: unknown) => input is Stream = Stream.is,
): Chain => {
  const log = noLines()

  const taken = (entry: Entry, storedAs: StoredKey | undefined, isCanonical: boolean) => {
    if (isMisplaced(log, entry, storedAs)) return null
    const { stream, revision } = entry
    if (!isCanonical) note(log, { line: log.line, stream, revision, code: 'NotCanonical' })
    return follow(log, entry, toleranceSeconds)
  }

  return {
    read: (text, storedAs, read = readLine(text)) => {
      log.line += 1
      if (E.isRight(read)) return taken(read.right, storedAs, true)
      const problem = read.left
      if (problem.error === 'NotCanonical') return taken(problem.entry, storedAs, false)
      noteLost(log, { text, problem, storedAs }, isStream)
      return null
    },
    skip: () => {
      log.line += 1
    },
    findings: () => [...log.findings.values()],
    isValid: (stream) => (log.threads.get(stream)?.broken ?? 0) === 0,
    forget: (stream) => forgetBefore(threadOf(log, stream)),
    lines: () => log.line,
  }
}
