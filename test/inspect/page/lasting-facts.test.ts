/** What is true for some steps: from which step until which, once for each range. */
import { expect, test } from 'vitest'
import { lasting } from '../../../src/inspect/page/lasting-facts.ts'

/** The range of everything that is true, given step by step. */
const held = (...steps: readonly string[]): readonly string[] => {
  const { at, all } = lasting<string>()
  for (const [step, words] of steps.entries()) {
    at(step, new Map(words.split('').map((letter) => [letter, letter])))
  }
  return all().map(({ what, from, until }) => `${what} ${from}-${until ?? ''}`)
}

test('is true from the step at which it first appears until the first without it', () => {
  expect(held('a', 'ab', 'b', 'b')).toEqual(['a 0-2', 'b 1-'])
})

test('is true again if it comes back', () => {
  expect(held('', 'a', '', 'a')).toEqual(['a 1-2', 'a 3-'])
})

test('keeps the order in which items appear, and within one step their given order', () => {
  expect(held('b', 'ba', 'cab')).toEqual(['b 0-', 'a 1-', 'c 2-'])
})

test('is empty without items', () => {
  expect(held()).toEqual([])
  expect(held('', '')).toEqual([])
})
