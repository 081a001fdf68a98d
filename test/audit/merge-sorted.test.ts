/** The lists of parts, merged: everything, in order, of equals the one of the first part first. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type AuditedPart, mergeParts } from '../../src/audit/merger.ts'
import type { NumberedEntry } from '../../src/audit/reading/sequences.ts'
import type { Stream } from '../../src/words/stream.ts'
import { forAll } from '../for-all.ts'

const entryOf = (sequence: number, part: number): NumberedEntry => ({
  ...{ sequence, line: 1, hash: '', revision: part, stream: 'payment-pay_1' as Stream },
})

const partOf = (sequenced: Iterable<NumberedEntry>): AuditedPart => ({
  ...{ streams: () => [], rows: () => [], claims: () => [] },
  sequenced: () => sequenced,
})

test('the lists of parts are merged as sorting all of them would do', () => {
  const lists = fc.array(fc.array(fc.nat(9)), { maxLength: 9 })
  forAll({}, [lists], (all) => {
    const sorted = all.map((list, part) =>
      list.toSorted((a, b) => a - b).map((sequence) => entryOf(sequence, part)),
    )
    expect([...mergeParts(sorted.map(partOf)).sequenced()]).toEqual(
      sorted.flat().sort((a, b) => a.sequence - b.sequence || a.revision - b.revision),
    )
  })
})

test('no more than one element of each list is held', () => {
  let taken = 0
  function* counted() {
    for (let sequence = 0; ; sequence += 1) {
      taken += 1
      yield entryOf(sequence, 0)
    }
  }
  const merged = mergeParts([counted(), counted()].map(partOf)).sequenced()[Symbol.iterator]()
  const values = [merged.next(), merged.next(), merged.next()].map(({ value }) => value.sequence)
  expect(values).toEqual([0, 0, 1])
  expect(taken).toBeLessThan(6)
})
