/** The hash tree over a list of hashes, which grows at its end. @spec sources#rfc-9162 */
import { tryOr } from '../words/data/attempt.ts'
import { hashOfHex } from '../words/hash/hash.ts'

/**
 * A hash tree: how many hashes it is over, and the roots of its perfect subtrees, the largest
 * first. Plain data, of at most 53 hashes, so that a writer can keep it and let it grow.
 */
export interface Tree {
  readonly size: number
  readonly roots: readonly string[]
}

/** The text of a SHA-256. */
export const HASH = /^[0-9a-f]{64}$/

/** Whether a value is a SHA-256: 64 lower-case hexadecimal digits. */
export const isHash = (input: unknown): input is string =>
  typeof input === 'string' && HASH.test(input)

/** The hash of a leaf: SHA-256 of the byte 0 and the 32 bytes of the hash that it holds. */
export const leafHash = (hash: string): string => hashOfHex(`00${hash}`)

/** The hash of an inner node: SHA-256 of the byte 1 and the hashes of its two children. */
export const nodeHash = (left: string, right: string): string => hashOfHex(`01${left}${right}`)

/** The root of a tree over nothing: SHA-256 of no bytes. */
const NO_ROOT = hashOfHex('')

/** The tree over nothing. */
export const emptyTree: Tree = Object.freeze({ size: 0, roots: Object.freeze([]) })

/** Puts a hash at the end of a tree that had this size: two perfect trees of one size make a larger one. */
const put = (roots: string[], size: number, hash: string): void => {
  roots.push(leafHash(hash))
  for (let rest = size + 1; rest % 2 === 0; rest /= 2) {
    const right = roots.pop() ?? ''
    roots.push(nodeHash(roots.pop() ?? '', right))
  }
}

const joined = (roots: readonly string[]): string => {
  let root = roots.at(-1) ?? NO_ROOT
  for (let at = roots.length - 2; at >= 0; at -= 1) root = nodeHash(roots[at] ?? '', root)
  return root
}

/** A tree over nothing that its owner lets grow. Nothing is checked, so it must be given hashes. */
export const growingTree = () => {
  const roots: string[] = []
  let size = 0
  return {
    add: (hash: string): void => {
      put(roots, size, hash)
      size += 1
    },
    root: (): string => joined(roots),
  }
}

/**
 * The tree after more hashes. It costs two hashes for each; the first tree stays as it is. Null if
 * one of them is no hash, or if the tree is none.
 */
export const grown = (tree: Tree, hashes: Iterable<string>): Tree | null =>
  tryOr(null, () => {
    if (!isTree(tree)) return null
    const roots = [...tree.roots]
    let { size } = tree
    for (const hash of hashes) {
      if (!isHash(hash)) return null
      put(roots, size, hash)
      size += 1
    }
    return Object.freeze({ size, roots: Object.freeze(roots) })
  })

/** The root of a tree: the Merkle tree hash of its hashes. Null if the tree is none. */
export const rootOf = (tree: Tree): string | null =>
  tryOr(null, () => (isTree(tree) ? joined(tree.roots) : null))

/** How many perfect subtrees a tree of this size has: the digits 1 of its size as a binary number. */
const subtreesOf = (size: number): number => size.toString(2).replaceAll('0', '').length

const isTree = ({ size, roots }: Tree): boolean =>
  Number.isSafeInteger(size) &&
  size >= 0 &&
  Array.isArray(roots) &&
  roots.length === subtreesOf(size) &&
  roots.every(isHash)
