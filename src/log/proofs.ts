/** Proofs that a hash is in a tree, and that a tree is the start of another. @spec sources#rfc-9162 */
import { tryOr } from '../words/data/attempt.ts'
import { isList } from '../words/data/plain-data.ts'
import { emptyTree, grown, isHash, leafHash, nodeHash, rootOf } from './hash-tree.ts'

/** What a tree is known by: how many hashes it is over, and its root. */
export interface TreeRoot {
  readonly size: number
  readonly root: string
}

/** A hash, and its position in the list that the tree is over, from 0. */
export interface Positioned {
  readonly index: number
  readonly hash: string
}

/** The largest power of two that is smaller than a size. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

const rootOver = (hashes: readonly string[]): string => {
  const tree = grown(emptyTree, hashes)
  return (tree === null ? null : rootOf(tree)) ?? ''
}

const areHashes = (all: readonly string[]): boolean => isList(all) && all.every(isHash)

const isIndex = (index: unknown, size: number): index is number =>
  Number.isSafeInteger(index) && (index as number) >= 0 && (index as number) < size

/** Halves the tree towards a position: the roots of the halves that it leaves, and the half left. */
const halved = (
  hashes: readonly string[],
  index: number,
  isEnd: (from: number, to: number) => boolean,
) => {
  const path: string[] = []
  let [from, to] = [0, hashes.length]
  while (!isEnd(from, to)) {
    const middle = from + splitOf(to - from)
    const isLeft = index < middle
    path.push(rootOver(isLeft ? hashes.slice(middle, to) : hashes.slice(from, middle)))
    if (isLeft) to = middle
    else from = middle
  }
  return { path, from, to }
}

/**
 * The hashes that, together with the hash at this position, lead to the root of the tree: from the
 * nearest to the farthest. Null if there is no such position, or no such list.
 */
export const inclusionProof = (
  hashes: readonly string[],
  index: number,
): readonly string[] | null =>
  tryOr(null, () => {
    if (!isIndex(index, hashes.length) || !areHashes(hashes)) return null
    return halved(hashes, index, (from, to) => to - from === 1).path.reverse()
  })

/** The roots over all, and over what is not after the node; null if the proof ends at no root. */
const climbed = (index: number, lastIndex: number, node: string, proof: readonly string[]) => {
  let [at, last, first, root] = [index, lastIndex, node, node]
  for (const other of proof) {
    if (last === 0) return null
    if (at % 2 === 1 || at === last) {
      first = nodeHash(other, first)
      root = nodeHash(other, root)
      while (at % 2 === 0 && at !== 0) [at, last] = [at / 2, Math.floor(last / 2)]
    } else {
      root = nodeHash(root, other)
    }
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 ? { first, root } : null
}

/** Whether a proof shows that the tree has this hash at this position. Anything else is false. */
export const isIncluded = (
  tree: TreeRoot,
  positioned: Positioned,
  proof: readonly string[],
): boolean =>
  tryOr(false, () => {
    const { size, root } = tree
    const { index, hash } = positioned
    if (!Number.isSafeInteger(size) || !isIndex(index, size) || !isHash(hash)) return false
    if (!areHashes(proof)) return false
    return climbed(index, size - 1, leafHash(hash), proof)?.root === root
  })

/**
 * The hashes that show that the tree over the first hashes is the start of the tree over all. Null
 * if there are not that many, or if the list is none.
 */
export const consistencyProof = (
  hashes: readonly string[],
  size: number,
): readonly string[] | null =>
  tryOr(null, () => {
    if (!isIndex(size, hashes.length + 1) || size === 0 || !areHashes(hashes)) return null
    const { path, from, to } = halved(hashes, size - 1, (_, end) => end === size)
    if (from > 0) path.push(rootOver(hashes.slice(from, to)))
    return path.reverse()
  })

/**
 * Whether a proof shows that the first tree is the start of the second: that the log has grown, and
 * that nothing in it was changed. Anything else is false; so is a first tree over nothing, because
 * everything grows from that.
 */
export const isConsistent = (
  first: TreeRoot,
  second: TreeRoot,
  proof: readonly string[],
): boolean =>
  tryOr(false, () => {
    if (!isIndex(first.size, second.size + 1) || first.size === 0) return false
    if (!Number.isSafeInteger(second.size) || !isHash(first.root)) return false
    if (!areHashes(proof)) return false
    if (first.size === second.size) return proof.length === 0 && first.root === second.root
    return leadsToBoth(first, second, proof)
  })

const leadsToBoth = (first: TreeRoot, second: TreeRoot, proof: readonly string[]): boolean => {
  let [at, last] = [first.size - 1, second.size - 1]
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)]
  // a first tree that is perfect is a node of the second: the proof leaves its root out
  const [start, ...rest] = at === 0 ? [first.root, ...proof] : proof
  const ends = start === undefined ? null : climbed(at, last, start, rest)
  return ends?.first === first.root && ends.root === second.root
}
