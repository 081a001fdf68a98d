/** The log line by line: which entries stand, and what is wrong with those that do not. */
import * as E from 'fp-ts/lib/Either.js'
import { asStored, type Upcast } from '../event/upcast.ts'
import type { Entry } from '../log/entry.ts'
import type { End } from '../log/head.ts'
import { type Altered, lineReader } from '../log/text.ts'
import { isAfter, later, toInstant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import type { Unreadable } from '../words/unreadable.ts'
import type { Flaw, Place } from './flaw.ts'
import { hintOf } from './hint.ts'
import { fills, forgetBefore, type Thread, unread } from './thread.ts'

/** An entry that was read, and where it stands. */
export interface Standing {
  readonly entry: Entry
  readonly line: number
}

/** What a store keeps a line under, in columns beside it: nothing proves them but the line. */
export interface StoredAs {
  readonly stream: Stream
  readonly revision: number
}

/** A log as far as it was read. */
export interface Chain {
  /** Reads the next line: the entry, where it adds one to its stream. */
  read(text: string, storedAs?: StoredAs): Standing | null
  /** What is wrong so far, in the order of the lines. */
  flaws(): readonly Flaw[]
  /** Whether all of a stream is known: no entry of it was changed, lost or replaced. None of its entries: yes. */
  stands(stream: Stream): boolean
  /** Keeps of a stream that is over no more than its end. */
  forget(stream: Stream): void
  /** Where the streams end that were read so far. */
  ends(): readonly End[]
  /** How many lines were read. */
  lines(): number
}

/** A lost hash, and the stream whose it was where the store says so. */
const lostFrom = (stream: Stream | undefined, hash: string): string => `${stream ?? ''} ${hash}`

/** Starts to read a log. Clocks may step back by the tolerance, for several may write to one stream. */
export const chain = (toleranceSeconds: number, upcast: Upcast = asStored): Chain => {
  const readLine = lineReader(upcast)
  const threads = new Map<Stream, Thread>()
  const flaws = new Map<Place, Flaw>()
  /** What lines that do not stand have, or had, for hashes, and which entries they say they are. */
  const lost = new Set<string>()
  const hinted = new Set<string>()
  let line = 0

  /** Where a store keeps streams apart, what is lost in one is looked for in no other. */
  const isLostIn = (stream: Stream, hash: string): boolean =>
    lost.has(lostFrom(undefined, hash)) || lost.has(lostFrom(stream, hash))

  const threadOf = (stream: Stream): Thread => {
    const thread = threads.get(stream) ?? unread(stream)
    threads.set(stream, thread)
    return thread
  }

  const note = (flaw: Flaw): Place => {
    const place = { line: flaw.line, stream: flaw.stream, revision: flaw.revision }
    flaws.set(place, flaw)
    return place
  }

  /** The place of what a stream has lost. */
  const lostAt = (stream: Stream, revision: number): Place => {
    hinted.add(`${stream} ${revision}`)
    threadOf(stream).broken += 1
    return { line, stream, revision }
  }

  /** A line that gives no entry: what it may have been explains what will be missing. */
  const lostIn = (text: string, problem: Unreadable | Altered, storedAs?: StoredAs): null => {
    const { hashes, ...hint } = hintOf(text)
    for (const each of hashes) lost.add(lostFrom(storedAs?.stream, each))
    const { stream, revision } = storedAs ?? hint
    const isNext = stream !== null && revision === (threads.get(stream)?.next ?? 0)
    const isKnown = stream !== null && revision !== null && (isNext || storedAs !== undefined)
    const at = isKnown ? lostAt(stream, revision) : { line, stream: null, revision: null }
    note(
      problem.error === 'Altered'
        ? { ...at, code: 'Altered', stated: problem.stated, actual: problem.actual }
        : { ...at, code: 'Unreadable', problem },
    )
    return null
  }

  /** Whether a store keeps an entry under a stream or a revision that is not its own: there it is lost. */
  const isMisplaced = ({ stream, revision }: Entry, storedAs: StoredAs | undefined): boolean => {
    if (storedAs === undefined) return false
    if (stream === storedAs.stream && revision === storedAs.revision) return false
    const at = lostAt(storedAs.stream, storedAs.revision)
    note({ ...at, code: 'Misplaced', entry: { stream, revision } })
    return true
  }

  /** An entry beyond the next: those between are missing, unless a line that does not stand was it. */
  const beyond = (thread: Thread, { stream, revision, previous }: Entry): void => {
    let from = thread.next
    while (from < revision && hinted.has(`${stream} ${from}`)) from += 1
    const isLost = from < revision && previous !== null && isLostIn(stream, previous)
    const to = isLost ? revision - 2 : revision - 1
    if (from > thread.next || isLost) thread.broken += 1
    if (from > to) return
    thread.broken += 1
    const at = note({ line, stream, revision, code: 'Missing', from, to })
    thread.gaps.push({ at, from, to, needed: isLost ? null : previous, left: to - from + 1 })
  }

  /** An entry of a revision that should be over. */
  const behind = (thread: Thread, entry: Entry): Standing | null => {
    const { stream, revision, hash } = entry
    const known = thread.hashes.get(revision)
    const gap = known === undefined ? fills(thread, entry) : undefined
    thread.hashes.set(revision, [...(known ?? []), hash])
    if (gap !== undefined) {
      gap.left -= 1
      if (gap.left > 0) return { entry, line }
      flaws.set(gap.at, { ...gap.at, code: 'Moved' })
      thread.broken -= 1
      return { entry, line }
    }
    if (known?.includes(hash) === true) {
      note({ line, stream, revision, code: 'Repeated' })
      return null
    }
    thread.broken += 1
    note({ line, stream, revision, code: 'Conflicting' })
    return null
  }

  const clocked = (thread: Thread, { event, stream, revision }: Entry): void => {
    const recordedAt = toInstant(event.metadata.recordedAt)
    const before = thread.recordedAt ?? recordedAt
    if (isAfter(before, recordedAt, toleranceSeconds)) {
      note({ line, stream, revision, code: 'ClockStepsBack', recordedAt, before })
    }
    thread.recordedAt = later(recordedAt, before)
  }

  const follow = (entry: Entry): Standing | null => {
    const { stream, revision, previous, hash } = entry
    const thread = threadOf(stream)
    if (revision < thread.next) return behind(thread, entry)
    if (revision > thread.next) beyond(thread, entry)
    else {
      const before = thread.hashes.get(revision - 1) ?? []
      const follows = previous === null ? revision === 0 : before.includes(previous)
      if (!follows) {
        thread.broken += 1
        note({ line, stream, revision, code: 'NotFollowing' })
      }
    }
    thread.hashes.set(revision, [hash])
    thread.next = revision + 1
    clocked(thread, entry)
    return { entry, line }
  }

  return {
    read: (text, storedAs) => {
      line += 1
      const read = readLine(text)
      if (E.isRight(read)) return isMisplaced(read.right, storedAs) ? null : follow(read.right)
      const problem = read.left
      if (problem.error !== 'NotCanonical') return lostIn(text, problem, storedAs)
      const { entry } = problem
      if (isMisplaced(entry, storedAs)) return null
      note({ line, stream: entry.stream, revision: entry.revision, code: 'NotCanonical' })
      return follow(entry)
    },
    flaws: () => [...flaws.values()],
    stands: (stream) => (threads.get(stream)?.broken ?? 0) === 0,
    forget: (stream) => forgetBefore(threadOf(stream)),
    ends: () =>
      [...threads.values()].flatMap(({ stream, hashes, next }) => {
        const hash = hashes.get(next - 1)?.at(-1)
        return hash === undefined ? [] : [{ stream, revision: next - 1, hash }]
      }),
    lines: () => line,
  }
}
