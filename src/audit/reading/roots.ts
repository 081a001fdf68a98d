/** What a whole log needs of one stream: the roots of its tree, and what was left out. */
import { growingTree } from '../../log/hash-tree.ts'
import { addTo, NONE } from '../../words/data/lists.ts'
import type { Stream } from '../../words/stream.ts'
import type { PublishedHead, StreamRoots } from './heads.ts'
import type { KnownPart } from './known-at.ts'
import type { Thread } from './thread.ts'

/** The end of an audited stream, with what only the parts of a log carry. */
export interface AuditedEnd extends StreamRoots {
  readonly known: KnownPart
  /** How many entries the findings about its lines account for. */
  readonly lost: number
  /** How many entries are known to be missing from it, between others or at its end. */
  readonly missing: number
}

/** The sizes that published heads name, by stream. */
export const namedSizes = (
  heads: readonly PublishedHead[],
): ReadonlyMap<Stream, readonly number[]> => {
  const sizes = new Map<Stream, number[]>()
  for (const { streams = [] } of heads) {
    for (const { stream, size } of streams) addTo(sizes, stream, size)
  }
  return sizes
}

const rootOverRead = (hashes: Thread['hashes']): string => {
  const tree = growingTree()
  for (const [, hash] of [...hashes].sort(([a], [b]) => a - b)) tree.add(hash)
  return tree.root()
}

/**
 * The root of the tree over the first hashes of a stream of this size, null if one is missing; that
 * over those that were read, in the order of revisions; and the roots over its first hashes of some
 * numbers.
 */
export const rootsOf = (
  hashes: Thread['hashes'],
  size: number,
  sizes: readonly number[],
): Pick<StreamRoots, 'root' | 'readRoot' | 'prefixes'> => {
  const prefixes: Record<number, string> = {}
  const tree = growingTree()
  let from = 0
  const isGrownTo = (to: number): boolean => {
    for (; from < to; from += 1) {
      const hash = hashes.get(from)
      if (hash === undefined) return false
      tree.add(hash)
    }
    return true
  }
  for (const each of sizes.length === 0 ? NONE : [...new Set(sizes)].sort((a, b) => a - b)) {
    if (!isGrownTo(each)) break
    prefixes[each] = tree.root()
  }
  const root = isGrownTo(size) ? tree.root() : null
  return { root, readRoot: root ?? rootOverRead(hashes), prefixes }
}
