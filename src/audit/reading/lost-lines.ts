/** Lines that add no entry to their stream: unreadable, altered or misplaced ones. */
import type { Entry } from '../../log/entry.ts'
import { type Altered, streamAtEnd } from '../../log/line.ts'
import { LIMITS } from '../../words/data/limits.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Stream } from '../../words/stream.ts'
import type { LogLocation } from './log-finding.ts'
import { note, type Thread } from './thread.ts'

/** What an invalid line shows: which entry it was, and the hashes that the next entry may name. */
interface Hint {
  readonly stream: string | null
  readonly revision: number | null
  readonly hashes: readonly string[]
}

/** The greatest length of a line's end, in characters: previous hash, revision, stream, hash. */
const END = 400

const HASH_FIELD = ',"hash":"'

const NO_HINT: Hint = { stream: null, revision: null, hashes: [] }

/**
 * Reads what it can from an invalid line, so that one damaged line does not cause two findings. A
 * line that is too long shows nothing, because nobody need have kept its end.
 */
export const hintOf = (text: string): Hint => {
  if (typeof text !== 'string' || text.length > LIMITS.line) return NO_HINT
  const end = text.slice(-END)
  const revision = /"revision":(\d{1,15})[,}]/.exec(end)?.[1]
  const stated = /"hash":"([0-9a-f]{64})"\}$/.exec(end)?.[1]
  const covered = text.lastIndexOf(HASH_FIELD)
  return {
    stream: streamAtEnd(text) ?? /"stream":"([^"]*)"/.exec(end)?.[1] ?? null,
    revision: revision === undefined ? null : Number(revision),
    hashes: [
      ...(stated === undefined ? [] : [stated]),
      ...(covered < 0 ? [] : [hash(text.slice(0, covered))]),
    ],
  }
}

/** The key columns under which a store keeps a line. Only the line itself can confirm them. */
export interface StoredKey {
  readonly stream: Stream
  readonly revision: number
}

/** What is wrong with the key of a line, which a caller's table gives; null if it can be one. */
export const keyProblem = (
  key: StoredKey,
  isStream: (name: unknown) => name is Stream,
): Unreadable | null => {
  const { stream, revision } = Object(key)
  if (!isStream(stream)) return unreadable('storedAs.stream', 'the name of a stream', stream)
  return Number.isSafeInteger(revision) && revision >= 0
    ? null
    : unreadable('storedAs.revision', 'a whole number from 0 on', revision)
}

/** A line of a log by its number; if a store keys it by stream and revision, with its key. */
export interface LogLine {
  readonly line: number
  readonly text: string
  readonly storedAs?: StoredKey
}

/** Whether a line before this one, of any stream, was lost with this hash. */
export type LostBefore = (hash: string, line: number) => boolean

/** Marks the stream as broken at a line, and returns the location of the loss. */
const lostAt = (thread: Thread, line: number, revision: number): LogLocation => {
  thread.hinted.add(revision)
  thread.broken += 1
  return { line, stream: thread.stream, revision }
}

/**
 * Records a line without a valid entry. If an entry turns out to be missing, this line may have
 * contained it.
 */
export const noteLost = (
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

/**
 * Whether a store kept an entry under the wrong stream or revision. If so, the entry that belongs
 * under that key is lost.
 */
export const isMisplaced = (thread: Thread, entry: Entry, { line, storedAs }: LogLine): boolean => {
  if (storedAs === undefined) return false
  const { stream, revision } = entry
  if (stream === storedAs.stream && revision === storedAs.revision) return false
  const at = lostAt(thread, line, storedAs.revision)
  note(thread, { ...at, code: 'Misplaced', entry: { stream, revision } })
  return true
}
