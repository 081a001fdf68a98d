/** A stream as far as its chain was read: its hashes, and what is missing in it. */
import type { Entry } from '../log/entry.ts'
import type { Instant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import type { Place } from './flaw.ts'

/** Entries that were not there when one after them came, and may come yet. */
export interface Gap {
  readonly at: Place
  readonly from: number
  readonly to: number
  /** What the entry after them names as the one before it. */
  readonly needed: string | null
  left: number
}

/** A stream as far as it was read. */
export interface Thread {
  readonly stream: Stream
  /** By revision; several where entries conflict. */
  readonly hashes: Map<number, readonly string[]>
  readonly gaps: Gap[]
  next: number
  recordedAt: Instant | null
  /** How many flaws leave it unknown what the stream was. */
  broken: number
}

/** A stream of which nothing was read. */
export const unread = (stream: Stream): Thread => ({
  stream,
  hashes: new Map(),
  gaps: [],
  next: 0,
  recordedAt: null,
  broken: 0,
})

/** An entry that was missing, where it fits: once all are there, they were only moved. */
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

/** Keeps of a stream that is over no more than its end. */
export const forgetBefore = ({ hashes, gaps, next }: Thread): void => {
  const last = hashes.get(next - 1)
  hashes.clear()
  gaps.length = 0
  if (last !== undefined) hashes.set(next - 1, last)
}
