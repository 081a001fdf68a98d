/** Results are cached, but the cache does not grow for ever. */
import { expect, test } from 'vitest'
import { remembering } from '../../../src/words/data/result-cache.ts'

test('a result is computed once, until ten thousand others were', () => {
  const asked: number[] = []
  const double = remembering((value: number) => {
    asked.push(value)
    return value * 2
  })
  expect([double(1), double(1), double(2)]).toEqual([2, 2, 4])
  expect(asked).toEqual([1, 2])
  for (let value = 0; value < 10_000; value += 1) double(value)
  expect(asked).toHaveLength(10_000)
  double(10_000)
  expect(asked).toHaveLength(10_001)
  expect(double(5)).toBe(10)
  expect(asked).toHaveLength(10_002)
})

test('null is a result, too', () => {
  let times = 0
  const never = remembering((_: string) => {
    times += 1
    return null
  })
  expect([never('x'), never('x'), times]).toEqual([null, null, 1])
})
