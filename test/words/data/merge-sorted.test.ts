/** Sorted sequences, merged: everything, in order, of equals the one of the first sequence first. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeSorted } from '../../../src/words/data/merge-sorted.ts'
import { forAll } from '../../for-all.ts'

test('sorted sequences are merged as sorting all of them would do', () => {
  const lists = fc.array(fc.array(fc.nat(9)), { maxLength: 9 })
  forAll({}, [lists], (all) => {
    const sorted = all.map((list, from) =>
      list.toSorted((a, b) => a - b).map((value) => ({ value, from })),
    )
    expect([...mergeSorted(sorted, (a, b) => a.value - b.value)]).toEqual(
      sorted.flat().sort((a, b) => a.value - b.value || a.from - b.from),
    )
  })
})

test('no more than one element of each sequence is held', () => {
  let taken = 0
  function* counted() {
    for (let value = 0; ; value += 1) {
      taken += 1
      yield value
    }
  }
  const merged = mergeSorted([counted(), counted()], (a, b) => a - b)[Symbol.iterator]()
  expect([merged.next().value, merged.next().value, merged.next().value]).toEqual([0, 0, 1])
  expect(taken).toBeLessThan(6)
})
