/** How many names each entry has: a user who reads all of them should be done soon. */
import { expect, test } from 'vitest'
import { payfold } from '../src/payfold.ts'
import { exportsOf } from './sources.ts'

/** The most names that an entry may have. */
const MOST: Readonly<Record<string, number>> = {
  'src/index.ts': 44,
  'machines/index.ts': 50,
  'src/provider/index.ts': 27,
}

test.each(Object.entries(MOST))('%s has at most %d names', (entry, most) => {
  expect(exportsOf(entry).size).toBeLessThanOrEqual(most)
})

test('the root has at most 22 members', () => {
  expect(Object.keys(payfold([])).length).toBeLessThanOrEqual(22)
})
