/** The head of a log: one hash for all its streams as they end, to be published where nobody can change it. */
import { canonical } from '../words/canonical.ts'
import { hashing } from '../words/hash.ts'
import type { Tip } from './append.ts'

/** Where a stream ends: all that a head takes of a tip. */
export type End = Pick<Tip, 'stream' | 'revision' | 'hash'>

/** A head of streams that come in the order of their names: of more than fit into memory. */
export interface Heading {
  add(end: End): void
  /** The head of what has come. */
  head(): string
}

/** Starts without a stream. Streams without entries are left out. @spec design, 7 The log */
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
 * The head of a log whose streams end so, in whatever order they are given; streams without entries are
 * left out. A tail that was cut off, or a history that was written anew, has another head.
 * @spec design, 7 The log
 */
export const headOf = (ends: Iterable<End>): string => {
  const all = heading()
  for (const end of [...ends].sort((a, b) => (a.stream < b.stream ? -1 : 1))) all.add(end)
  return all.head()
}
