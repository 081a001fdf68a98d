/** Lines that add no entry to their stream: unreadable, altered or misplaced ones. */
import type { Entry } from '../../log/entry.ts'
import type { Altered } from '../../log/line.ts'
import { LIMITS } from '../../words/data/limits.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import { hash } from '../../words/hash/hash.ts'
import { Stream } from '../../words/stream.ts'
import type { LogLocation } from './log-finding.ts'
import { type LogState, note, threadOf } from './log-state.ts'

/** What an invalid line shows: which entry it was, and the hashes that the next entry may name. */
interface Hint {
  readonly stream: Stream | null
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
const hintOf = (text: string, isStream: (input: unknown) => input is Stream = Stream.is): Hint => {
  if (typeof text !== 'string' || text.length > LIMITS.line) return NO_HINT
  const end = text.slice(-END)
  const stream = /"stream":"([^"]*)"/.exec(end)?.[1]
  const revision = /"revision":(\d{1,15})[,}]/.exec(end)?.[1]
  const stated = /"hash":"([0-9a-f]{64})"\}$/.exec(end)?.[1]
  const covered = text.lastIndexOf(HASH_FIELD)
  return {
    stream: isStream(stream) ? stream : null,
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

/** The key of a lost hash, with its stream if the store names it. */
const lostFrom = (stream: Stream | undefined, hash: string): string => `${stream ?? ''} ${hash}`

/**
 * Whether a hash was lost in a stream. A hash that the store keeps under another stream does not
 * count.
 */
export const isLostIn = ({ lost }: LogState, stream: Stream, hash: string): boolean =>
  lost.has(lostFrom(undefined, hash)) || lost.has(lostFrom(stream, hash))

/** Whether a line without a valid entry claims to be this revision of the stream. */
export const isHinted = ({ hinted }: LogState, stream: Stream, revision: number): boolean =>
  hinted.has(`${stream} ${revision}`)

/** Marks the stream as broken at the current line, and returns the location of the loss. */
const lostAt = (log: LogState, { stream, revision }: StoredKey): LogLocation => {
  log.hinted.add(`${stream} ${revision}`)
  threadOf(log, stream).broken += 1
  return { line: log.line, stream, revision }
}

/** A line without a valid entry, and the stream and revision under which it was stored. */
interface LostLine {
  readonly text: string
  readonly problem: Unreadable | Altered
  readonly storedAs: StoredKey | undefined
}

/**
 * Records a line without a valid entry. If an entry turns out to be missing, this line may have
 * contained it.
 */
export const noteLost = (
  log: LogState,
  { text, problem, storedAs }: LostLine,
  isStream: (input: unknown) => input is Stream,
): void => {
  const { hashes, ...hint } = hintOf(text, isStream)
  for (const each of hashes) log.lost.add(lostFrom(storedAs?.stream, each))
  const { stream, revision } = storedAs ?? hint
  const isNext = stream !== null && revision === (log.threads.get(stream)?.next ?? 0)
  const isKnown = stream !== null && revision !== null && (isNext || storedAs !== undefined)
  const at = isKnown
    ? lostAt(log, { stream, revision })
    : { line: log.line, stream: null, revision: null }
  note(
    log,
    problem.error === 'Altered'
      ? { ...at, code: 'Altered', stated: problem.stated, actual: problem.actual }
      : { ...at, code: 'Unreadable', problem },
  )
}

/**
 * Whether a store kept an entry under the wrong stream or revision. If so, the entry that belongs
 * under that key is lost.
 */
export const isMisplaced = (
  log: LogState,
  { stream, revision }: Entry,
  storedAs: StoredKey | undefined,
): boolean => {
  if (storedAs === undefined) return false
  if (stream === storedAs.stream && revision === storedAs.revision) return false
  note(log, { ...lostAt(log, storedAs), code: 'Misplaced', entry: { stream, revision } })
  return true
}
