/** The chain of one stream as far as it has been read: its hashes and its gaps. */
import type { Entry } from '../log/entry.ts'
import type { StreamEnd } from '../log/head.ts'
import type { Instant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import type { LogLocation } from './log-finding.ts'

/** Entries that were missing when a later entry arrived. They may still follow. */
interface Gap {
  readonly at: LogLocation
  readonly from: number
  readonly to: number
  /** The hash that the entry after the gap names as its predecessor. */
  readonly needed: string | null
  left: number
}

/** What has been read of a stream so far. */
export interface Thread {
  readonly stream: Stream
  /** The hashes by revision; a revision has several hashes if entries conflict. */
  readonly hashes: Map<number, readonly string[]>
  readonly gaps: Gap[]
  next: number
  recordedAt: Instant | null
  /** The number of findings that make the stream invalid. */
  broken: number
}

/** Creates the thread of a stream before its first entry. */
export const unread = (stream: Stream): Thread => ({
  stream,
  hashes: new Map(),
  gaps: [],
  next: 0,
  recordedAt: null,
  broken: 0,
})

/**
 * Returns the gap that an entry fills, if any. If every entry missing from a gap turns up later,
 * the entries were moved, not lost.
 */
export const fills = (
  { gaps, hashes }: Thread,
  { revision, previous, hash }: Entry,
): Gap | undefined => {
  const gap = gaps.find(({ from, to }) => from <= revision && revision <= to)
  const before = hashes.get(revision - 1)
  const follows = before === undefined || (previous !== null && before.includes(previous))
  const needed = gap?.to === revision ? gap.needed : null
  return follows && (needed === null || needed === hash) ? gap : undefined
}

/** Returns the last entry read of a stream, or null if there is none. */
export const endOf = ({ stream, hashes, next }: Thread): StreamEnd | null => {
  const hash = hashes.get(next - 1)?.at(-1)
  return hash === undefined ? null : { stream, revision: next - 1, hash }
}

/** Drops everything stored about a finished stream, except the hash of its last entry. */
export const forgetBefore = ({ hashes, gaps, next }: Thread): void => {
  const last = hashes.get(next - 1)
  hashes.clear()
  gaps.length = 0
  if (last !== undefined) hashes.set(next - 1, last)
}
