/** Hash trees and their proofs: published values, and agreement with the definition. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyTree, grown, leafHash, nodeHash, rootOf, type Tree } from '../../src/log/hash-tree.ts'
import { consistencyProof, inclusionProof, isConsistent, isIncluded } from '../../src/log/proofs.ts'
import { hashOfHex as anywhere } from '../../src/words/hash/sha256.ts'
import { hashOfHex as inNode } from '../../src/words/hash/sha256-node.ts'
import { forAll } from '../for-all.ts'
import { sha256 } from './seal.ts'

/** The tree hash as the standard defines it, written separately. @spec RFC 9162, 2.1.1 */
const defined = (leaves: readonly string[]): string => {
  const sum = (digits: string): string =>
    createHash('sha256').update(Buffer.from(digits, 'hex')).digest('hex')
  if (leaves.length === 0) return sum('')
  if (leaves.length === 1) return sum(`00${leaves[0]}`)
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return sum(`01${defined(leaves.slice(0, split))}${defined(leaves.slice(split))}`)
}

/** The test inputs of Certificate Transparency, and the root over the first of them. */
const PUBLISHED = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  [
    '606162636465666768696a6b6c6d6e6f',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ],
] as const

const hashes = Array.from({ length: 70 }, (_, index) => sha256(String(index)))
const treeOver = (some: readonly string[]): Tree => grown(emptyTree, some) ?? emptyTree
const first = (size: number) => ({ size, root: defined(hashes.slice(0, size)) })

describe('a hash tree', () => {
  test('over the published inputs has the published roots, and so has ours of their leaves', () => {
    const level = PUBLISHED.map(([input]) => leafHash(input))
    const pair = (at: number): string => nodeHash(level[at] ?? '', level[at + 1] ?? '')
    const [left, right] = [nodeHash(pair(0), pair(2)), nodeHash(pair(4), pair(6))]
    expect(nodeHash(left, right)).toBe(PUBLISHED[7][1])
    expect([level[0], pair(0), left]).toEqual([PUBLISHED[0][1], PUBLISHED[1][1], PUBLISHED[3][1]])
    PUBLISHED.forEach(([, root], index) => {
      expect(defined(PUBLISHED.slice(0, index + 1).map(([input]) => input))).toBe(root)
    })
  })

  test('over nothing has the hash of no bytes', () => {
    expect(rootOf(emptyTree)).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    )
  })

  test('is that of the definition, whatever the size, and however it grew', () => {
    for (let size = 0; size <= hashes.length; size += 1) {
      const { root } = first(size)
      expect(rootOf(treeOver(hashes.slice(0, size)))).toBe(root)
      const half = treeOver(hashes.slice(0, size >> 1))
      expect(grown(half, hashes.slice(size >> 1, size))).toEqual(treeOver(hashes.slice(0, size)))
    }
  })

  test('costs two hashes for each that it grows by, and keeps one for each digit of its size', () => {
    let tree = emptyTree
    for (const hash of hashes) {
      tree = grown(tree, [hash]) ?? emptyTree
      expect(tree.roots.length).toBe(tree.size.toString(2).replaceAll('0', '').length)
    }
  })

  test.each([
    ['a hash that is too short', emptyTree, ['ab']],
    ['capital digits', emptyTree, [(hashes[0] ?? '').toUpperCase()]],
    ['a tree with a root too many', { size: 1, roots: hashes.slice(0, 2) }, []],
    ['a tree with a root too few', { size: 3, roots: hashes.slice(0, 1) }, []],
    ['a size that is none', { size: 0.5, roots: [] }, []],
    ['a tree that is none', null, []],
    ['a list that is none', emptyTree, null],
  ])('is none with %s', (_, tree, more) => {
    expect(grown(tree as Tree, more as never)).toBe(null)
    if (tree !== emptyTree) expect(rootOf(tree as Tree)).toBe(null)
  })

  test('is the same in the browser', () => {
    forAll({}, [fc.uint8Array({ maxLength: 200 })], (bytes) => {
      const digits = Buffer.from(bytes).toString('hex')
      expect(anywhere(digits)).toBe(inNode(digits))
    })
  })
})

describe('a proof of inclusion', () => {
  test('holds for its hash at its position in its tree, and for nothing else', () => {
    for (const size of [1, 2, 3, 4, 5, 6, 7, 8, 13, 33, 70]) {
      const tree = first(size)
      for (let index = 0; index < size; index += 1) {
        const proof = inclusionProof(hashes.slice(0, size), index) ?? []
        const hash = hashes[index] ?? ''
        expect(proof.length).toBeLessThanOrEqual(Math.ceil(Math.log2(size)))
        expect(isIncluded(tree, { index, hash }, proof)).toBe(true)
        expect(isIncluded(tree, { index, hash: sha256('another') }, proof)).toBe(false)
        expect(isIncluded({ ...tree, root: sha256('another') }, { index, hash }, proof)).toBe(false)
        expect(isIncluded(tree, { index, hash }, [...proof, hash])).toBe(false)
        if (size > 1) {
          expect(isIncluded(tree, { index: (index + 1) % size, hash }, proof)).toBe(false)
          expect(isIncluded(tree, { index, hash }, proof.slice(1))).toBe(false)
        }
      }
    }
  })

  test('of a node of the tree as if it were a leaf does not hold', () => {
    const node = nodeHash(leafHash(hashes[0] ?? ''), leafHash(hashes[1] ?? ''))
    const right = nodeHash(leafHash(hashes[2] ?? ''), leafHash(hashes[3] ?? ''))
    expect(isIncluded({ size: 2, root: first(4).root }, { index: 0, hash: node }, [right])).toBe(
      false,
    )
  })

  test.each([-1, 3, 0.5, Number.NaN])('at %d of three is none', (index) => {
    expect(inclusionProof(hashes.slice(0, 3), index)).toBe(null)
    expect(isIncluded(first(3), { index, hash: hashes[0] ?? '' }, [])).toBe(false)
  })

  test('of anything else is none', () => {
    expect(inclusionProof(['no hash'], 0)).toBe(null)
    expect(inclusionProof(null as never, 0)).toBe(null)
    expect(isIncluded(null as never, { index: 0, hash: hashes[0] ?? '' }, [])).toBe(false)
    expect(isIncluded(first(1), null as never, [])).toBe(false)
    expect(isIncluded(first(1), { index: 0, hash: hashes[0] ?? '' }, [1] as never)).toBe(false)
  })
})

describe('a proof of consistency', () => {
  test('holds for two sizes of one list, and for nothing else', () => {
    for (let size = 1; size <= 34; size += 1) {
      for (let before = 1; before <= size; before += 1) {
        const proof = consistencyProof(hashes.slice(0, size), before) ?? []
        const [one, other] = [first(before), first(size)]
        expect(isConsistent(one, other, proof)).toBe(true)
        const wrong = sha256('another')
        expect(isConsistent({ ...one, root: wrong }, other, proof)).toBe(false)
        expect(isConsistent(one, { ...other, root: wrong }, proof)).toBe(false)
        expect(isConsistent(one, other, [...proof, wrong])).toBe(false)
        if (proof.length > 0) expect(isConsistent(one, other, proof.slice(1))).toBe(false)
        if (before < size) expect(isConsistent(other, one, proof)).toBe(false)
      }
    }
  })

  test('does not hold for a list that was rewritten', () => {
    const forged = [sha256('forged'), ...hashes.slice(1, 9)]
    for (let before = 1; before < 9; before += 1) {
      const proof = consistencyProof(forged, before) ?? []
      expect(isConsistent(first(before), { size: 9, root: defined(forged) }, proof)).toBe(false)
    }
  })

  test.each([0, -1, 4, 0.5])('from %d of three is none', (size) => {
    expect(consistencyProof(hashes.slice(0, 3), size)).toBe(null)
    expect(isConsistent({ size, root: first(0).root }, first(3), [])).toBe(false)
  })

  test('of anything else is none', () => {
    expect(consistencyProof(null as never, 1)).toBe(null)
    expect(isConsistent(null as never, first(1), [])).toBe(false)
    expect(isConsistent(first(1), first(2), null as never)).toBe(false)
    expect(isConsistent(first(1), first(1), [])).toBe(true)
  })
})
