/**
 * The head of a log: one hash over the ends of all streams, to publish where nobody can change it.
 */
import { canonical } from '../words/canonical.ts'
import { hashing } from '../words/hash.ts'
import type { Tip } from './tip.ts'

/** The end of a stream: the part of a tip that a head needs. */
export type StreamEnd = Pick<Tip, 'stream' | 'revision' | 'hash'>

/**
 * Computes a head from streams that are added in the order of their names. The streams need not all
 * fit in memory.
 */
interface Heading {
  add(end: StreamEnd): void
  /** The head of the streams added so far. */
  head(): string
}

/** Starts a head without streams. It ignores streams without entries. @spec decisions#44 */
export const heading = (): Heading => {
  const text = hashing()
  let isFirst = true
  text.add('[')
  return {
    add: ({ stream, revision, hash }) => {
      if (revision < 0) return
      text.add(`${isFirst ? '' : ','}${canonical([stream, revision, hash])}`)
      isFirst = false
    },
    head: () => text.hash(']'),
  }
}

/**
 * The head of a log whose streams have these ends, given in any order. The head ignores streams
 * without entries. If somebody cuts off the end of a stream or rewrites its history, the head
 * changes.
 * @spec decisions#44
 */
export const headOf = (ends: Iterable<StreamEnd>): string => {
  const all = heading()
  for (const end of [...ends].sort((a, b) => (a.stream < b.stream ? -1 : 1))) all.add(end)
  return all.head()
}
