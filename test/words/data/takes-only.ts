/** Given a codec that changes nothing; then it takes these values, and refuses those by its name. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { expect, test } from 'vitest'
import { firstProblem, unreadable } from '../../../src/words/data/unreadable-input.ts'

/** The last values that a codec takes, and the first that it does not. */
export const takesOnly = <A>(
  title: string,
  codec: t.Type<A, unknown, unknown>,
  taken: readonly unknown[],
  refused: readonly unknown[],
): void => {
  test(`${title} takes these values, unchanged`, () => {
    for (const input of taken) {
      expect([input, codec.is(input), codec.encode(input as A)]).toEqual([input, true, input])
      expect(codec.decode(input)).toEqual(E.right(input))
    }
  })

  test(`${title} refuses others`, () => {
    for (const input of refused) {
      expect([input, codec.is(input)]).toEqual([input, false])
      const problem = unreadable('', codec.name, input)
      // of a text, a codec may also say what is wrong with it
      const found = problem.found === 'a text' ? expect.stringMatching(/^a text/) : problem.found
      const said = E.mapLeft(firstProblem)(codec.decode(input))
      expect(said).toEqual(E.left({ ...problem, found }))
    }
  })
}
