/** Sums that are kept while a record grows are those that are computed from it. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { put, type Summing, summed } from '../../src/contract/running-sum.ts'
import { forAll } from '../for-all.ts'

const amounts: Summing<number, { sum: number; readonly seen: string[] }> = {
  nothing: () => ({ sum: 0, seen: [] }),
  replace: (kept, id, amount, before = 0) => {
    kept.sum += amount - before
    kept.seen.push(id)
  },
}

const amount = fc.integer({ min: 0, max: 9 })
const total = (record: Readonly<Record<string, number>>): number =>
  Object.values(record).reduce((sum, each) => sum + each, 0)
const puts = fc.array(
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'toString', '__proto__'), amount),
)

test('a sum that is kept equals the one made anew, whatever is put, in whatever order', () => {
  forAll({}, [puts, puts], (before, after) => {
    const record: Record<string, number> = {}
    for (const [id, each] of before) put(record, id, each)
    const kept = summed(amounts)
    kept(record)
    for (const [id, each] of after) put(record, id, each)
    expect(kept(record).sum).toBe(total(record))
    expect(kept({ ...record }).sum).toBe(total(record))
  })
})

test('a sum is computed once; then each thing that is put is added once', () => {
  const record: Record<string, number> = { a: 1, b: 2, c: 3, d: 4 }
  const kept = summed(amounts)
  expect(kept(record).seen).toEqual(['a', 'b', 'c', 'd'])
  put(record, 'a', 3)
  expect(kept(record).seen).toEqual(['a', 'b', 'c', 'd', 'a'])
  expect(kept({ ...record }).seen).toEqual(['a', 'b', 'c', 'd'])
})

test('a sum over three things is computed again each time, and kept of the fourth on', () => {
  const record: Record<string, number> = { a: 1, b: 2, c: 3 }
  const kept = summed(amounts)
  const first = kept(record)
  put(record, 'a', 4)
  expect(first.seen).toEqual(['a', 'b', 'c'])
  expect(kept(record)).not.toBe(first)
  put(record, 'd', 5)
  expect(kept(record)).toBe(kept(record))
})
