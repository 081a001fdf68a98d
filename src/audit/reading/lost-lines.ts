/** Lines that add no entry to their stream: unreadable, altered or misplaced ones. */
import type { Entry } from '../../log/entry.ts'
import type { Altered } from '../../log/line.ts'
import type { Unreadable } from '../../words/data/unreadable-input.ts'
import type { Stream } from '../../words/stream.ts'
import { hintOf } from './entry-hint.ts'
import type { LogLocation } from './log-finding.ts'
import { type LogState, note, threadOf } from './log-state.ts'

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

/**
 * Records a line without a valid entry. If an entry turns out to be missing, this line may have
 * contained it.
 */
export const noteLost = (
  log: LogState,
  text: string,
  problem: Unreadable | Altered,
  storedAs: StoredKey | undefined,
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
