/** Decodes the body of a message, as JSON text or already parsed, and never throws. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { attempt } from '../../words/attempt.ts'
import { isShallowText, LIMITS, SHALLOW } from '../../words/limits.ts'
import { hasNameTwice } from '../../words/repeated-name.ts'
import { firstProblem, type Unreadable, unreadable } from '../../words/unreadable.ts'

const NAMES = 'JSON in which no object has one name twice'

const SHORT = `a message of at most ${LIMITS.message} characters`

/** Whether a body is a text that is too long to be read. */
export const isTooLong = (body: unknown): boolean =>
  typeof body === 'string' && body.length > LIMITS.message

/**
 * Parses a body that is JSON text, with or without a byte order mark; returns any other body
 * unchanged. If an object has one name twice, two readers may see two values under one signature: such
 * a text is not read, and neither is one beyond the limits of length and nesting.
 */
export const parse = (body: unknown): E.Either<Unreadable, unknown> => {
  if (typeof body !== 'string') return E.right(body)
  if (isTooLong(body)) return E.left(unreadable('', SHORT, body))
  if (!isShallowText(body)) return E.left(unreadable('', SHALLOW, body))
  const text = body.replace(/^\uFEFF/, '')
  try {
    const parsed: unknown = JSON.parse(text)
    return hasNameTwice(text) ? E.left(unreadable('', NAMES, body)) : E.right(parsed)
  } catch {
    return E.left(unreadable('', 'JSON', body))
  }
}

/**
 * Reads a message. One that cannot be looked into, such as null or an object with a getter that
 * throws, is `Unreadable`.
 */
export const readable = <A, Why>(
  expected: string,
  message: unknown,
  read: () => E.Either<Why | Unreadable, A>,
): E.Either<Why | Unreadable, A> => attempt(read, () => E.left(unreadable('', expected, message)))

/** Decodes a value; the paths of errors begin with `at`. */
export const decode =
  <A>(codec: t.Decoder<unknown, A>, at = '') =>
  (input: unknown): E.Either<Unreadable, A> =>
    E.mapLeft((errors: t.Errors): Unreadable => {
      const problem = firstProblem(errors)
      const path = [at, problem.path].filter((part) => part !== '').join('.')
      return { ...problem, path }
    })(codec.decode(input))

/** Parses and decodes a body, or returns `otherwise` if that fails or there is no body. */
export const decodeOr =
  <A>(codec: t.Decoder<unknown, A>, otherwise: A) =>
  (input: unknown): A =>
    E.getOrElse(() => otherwise)(E.chain(decode(codec))(parse(input)))
