/** The head of a log: one hash for all its streams as they end, to be published where nobody can change it. */
import { canonical } from '../words/canonical.ts'
import { hash } from '../words/hash.ts'
import type { Tip } from './append.ts'

/** Where a stream ends: all that a head takes of a tip. */
export type End = Pick<Tip, 'stream' | 'revision' | 'hash'>

/**
 * The head of a log whose streams end so, in whatever order they are given; streams without entries are
 * left out. A tail that was cut off, or a history that was written anew, has another head.
 * @spec design, 7 The log
 */
export const headOf = (ends: Iterable<End>): string => {
  const rows = [...ends].filter(({ revision }) => revision >= 0)
  const sorted = rows.sort((a, b) => (a.stream < b.stream ? -1 : 1))
  return hash(canonical(sorted.map(({ stream, revision, hash: last }) => [stream, revision, last])))
}
