/** Decodes the body of a message, as JSON text or already parsed, and never throws. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { firstProblem, type Unreadable, unreadable } from '../../words/unreadable.ts'

/**
 * Parses a body that is JSON text, with or without a byte order mark; returns any other body
 * unchanged.
 */
export const parse = (body: unknown): E.Either<Unreadable, unknown> => {
  if (typeof body !== 'string') return E.right(body)
  try {
    return E.right(JSON.parse(body.replace(/^\uFEFF/, '')))
  } catch {
    return E.left(unreadable('', 'JSON', body))
  }
}

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
