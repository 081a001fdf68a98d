/** What holds for some steps: from which, until which, once for each time. */
import { expect, test } from 'vitest'
import { lasting } from '../../src/inspect/lasting.ts'

/** How long everything holds, told step by step. */
const held = (...steps: readonly string[]): readonly string[] => {
  const { at, all } = lasting<string>()
  for (const [step, words] of steps.entries()) {
    at(step, new Map(words.split('').map((letter) => [letter, letter])))
  }
  return all().map(({ what, from, until }) => `${what} ${from}-${until ?? ''}`)
}

test('holds from the step it is first told at until the first without it', () => {
  expect(held('a', 'ab', 'b', 'b')).toEqual(['a 0-2', 'b 1-'])
})

test('holds anew where it comes back', () => {
  expect(held('', 'a', '', 'a')).toEqual(['a 1-2', 'a 3-'])
})

test('keeps the order in which things came, and of one step that in which they were told', () => {
  expect(held('b', 'ba', 'cab')).toEqual(['b 0-', 'a 1-', 'c 2-'])
})

test('holds nothing where nothing was told', () => {
  expect(held()).toEqual([])
  expect(held('', '')).toEqual([])
})
