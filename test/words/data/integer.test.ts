/** Integers within bounds, both included. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { integer } from '../../../src/words/data/codec.ts'
import { firstProblem, unreadable } from '../../../src/words/data/unreadable-input.ts'

describe('the codec of integers from 100 to 599', () => {
  const codec = integer('an HTTP status', 100, 599)

  test.each([100, 101, 598, 599])('takes %d', (input) => {
    expect(codec.decode(input)).toEqual(E.right(input))
    expect(codec.encode(input)).toBe(input)
  })

  test.each([99, 600, 100.5, -100, Number.NaN, Number.POSITIVE_INFINITY, '200', null])(
    'refuses %s',
    (input) => {
      expect(codec.is(input)).toBe(false)
      expect(E.isLeft(codec.decode(input))).toBe(true)
    },
  )

  test('states its own name when it refuses', () => {
    expect(E.mapLeft(firstProblem)(codec.decode(600))).toEqual(
      E.left(unreadable('', 'an HTTP status', 600)),
    )
  })
})
