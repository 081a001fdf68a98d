/** A hash tree whose hashes arrive in any order: it keeps only what has not been united yet. */
import { emptyTree, leafHash, nodeHash, rootOf } from '../../log/hash-tree.ts'

/** A range of positions without hashes, and how many are missing in all. */
export interface Hole {
  readonly from: number
  readonly to: number
  readonly missing: number
}

/** A tree while it is read. */
export interface LooseTree {
  /** Puts a hash at a position. Returns false if another one has it. */
  put(index: number, hash: string): boolean
  /** The root over the first hashes, for a size given at the start or for all; null if one is missing. */
  root(size: number): string | null
  /** The first positions below a size that have no hash; null if there are none. */
  hole(size: number): Hole | null
  /** One more than the greatest position so far. */
  size(): number
  /** How many hashes there are. */
  count(): number
}

/** The largest power of two that is smaller than a size. */
const splitOf = (size: number): number => {
  let split = 1
  while (split * 2 < size) split *= 2
  return split
}

/** The nodes of each level by position; level 0 has the leaves. */
type Levels = readonly ReadonlyMap<number, string>[]

/** The root over the positions of a range; a perfect part of the tree is one node. */
const over = (levels: Levels, from: number, to: number): string | null => {
  const length = to - from
  const level = Math.log2(length)
  const whole = Number.isInteger(level) ? levels[level]?.get(from / length) : undefined
  if (whole !== undefined || length === 1) return whole ?? null
  const middle = from + splitOf(length)
  const left = over(levels, from, middle)
  const right = left === null ? null : over(levels, middle, to)
  return left === null || right === null ? null : nodeHash(left, right)
}

/** How many positions from the start have hashes. */
const filledIn = (levels: Levels): number => {
  let end = 0
  for (let level = levels.length - 1; level >= 0; level -= 1) {
    while (end % 2 ** level === 0 && levels[level]?.has(end / 2 ** level)) end += 2 ** level
  }
  return end
}

/** The first position after one that has a hash, if it is below another. */
const nextIn = (levels: Levels, after: number, below: number): number => {
  let next = below
  levels.forEach((nodes, level) => {
    for (const index of nodes.keys()) {
      const start = index * 2 ** level
      if (start > after && start < next) next = start
    }
  })
  return next
}

/**
 * Starts a tree. In order, it keeps one hash per level; out of order, one per run of positions. It
 * keeps besides what the roots over the first `sizes` need.
 */
export const looseTree = (sizes: readonly number[]): LooseTree => {
  const levels: Map<number, string>[] = []
  let [size, count] = [0, 0]

  const has = (index: number): boolean =>
    levels.some((nodes, level) => nodes.has(Math.floor(index / 2 ** level)))

  /** Whether one of the sizes ends within a node, so that the parts of the node are needed. */
  const isCut = (level: number, index: number): boolean =>
    sizes.some((each) => each > index * 2 ** level && each < (index + 1) * 2 ** level)

  /** Puts a node in its level, and unites it with its neighbour as often as there is one. */
  const rise = (leaf: string, index: number): void => {
    let [node, place] = [leaf, index]
    for (let level = 0; ; level += 1) {
      const nodes = levels[level] ?? new Map<number, string>()
      levels[level] = nodes
      const isRight = place % 2 === 1
      const other = nodes.get(isRight ? place - 1 : place + 1)
      const above = Math.floor(place / 2)
      const isKept = other === undefined || isCut(level + 1, above)
      if (isKept) nodes.set(place, node)
      else nodes.delete(isRight ? place - 1 : place + 1)
      if (other === undefined) return
      node = isRight ? nodeHash(other, node) : nodeHash(node, other)
      place = above
    }
  }

  return {
    put: (index, hash) => {
      if (index < size && has(index)) return false
      size = Math.max(size, index + 1)
      count += 1
      rise(leafHash(hash), index)
      return true
    },
    root: (of) => {
      if (of === 0) return rootOf(emptyTree)
      return of > 0 && of <= size ? over(levels, 0, of) : null
    },
    hole: (below) => {
      const from = filledIn(levels)
      if (from >= below) return null
      const next = nextIn(levels, from, below)
      return { from, to: next - 1, missing: Math.max(next - from, below - count) }
    },
    size: () => size,
    count: () => count,
  }
}
