/** The values that a doubt compares, as one text. */
import { expect, test } from 'vitest'
import { listed } from '../../../machines/payment/money/thing-doubts.ts'

test('values are listed once, numbers by their size and texts by their letters', () => {
  expect(listed([1000, 20, 300, 20, null, undefined])).toBe('20, 300, 1000')
  expect(listed(['done 20', 'asked', 'done 1000', 'asked'])).toBe('asked, done 1000, done 20')
  expect(listed([null, undefined])).toBeNull()
})
