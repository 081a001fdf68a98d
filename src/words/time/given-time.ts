/** A time that a caller passes: a `Date`, or a text that names its zone. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../data/attempt.ts'
import { type Unreadable, unreadable } from '../data/unreadable-input.ts'
import { hasZone, Instant, instant, type TimeText, toInstant } from './instant.ts'

/** A time as clocks give it: a `Date`, or a text such as `2026-03-02T10:00:00Z`, with `Z` or an offset. */
export type Time = Date | string

/** What a time should be, in errors. */
export const TIME = 'a Date, or a time with its zone such as 2026-03-02T10:00:00Z'

const textOf = (input: unknown): unknown =>
  tryOr(null, () => (input instanceof Date ? input.toISOString() : input))

/** Reads a time that somebody passed as text; `path` is the name of the argument. */
export const readTime = (path: string, input: unknown): E.Either<Unreadable, TimeText> => {
  const text = textOf(input)
  return typeof text === 'string' && hasZone(text) && instant(text) !== null
    ? E.right(text as TimeText)
    : E.left(unreadable(path, TIME, input))
}

/** Reads a time that somebody passed as an instant; `path` is the name of the argument. */
export const readInstant = (path: string, input: unknown): E.Either<Unreadable, Instant> =>
  E.map(toInstant)(readTime(path, input))

/** The codec of times that somebody passed: decodes them to instants. */
export const GivenTime = new t.Type<Instant, Instant, unknown>(
  TIME,
  Instant.is,
  (input, context) => {
    const read = readInstant('', input)
    return E.isRight(read) ? t.success(read.right) : t.failure(input, context)
  },
  (at) => at,
)
