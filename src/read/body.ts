/** From a body to a decoded message: JSON text or what was parsed from it, and never an exception. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { firstProblem, type Unreadable, unreadable } from '../words/unreadable.ts'

/** Reads a body that is JSON text, a byte order mark or not; anything else is taken as parsed already. */
export const parse = (body: unknown): E.Either<Unreadable, unknown> => {
  if (typeof body !== 'string') return E.right(body)
  try {
    return E.right(JSON.parse(body.replace(/^\uFEFF/, '')))
  } catch {
    return E.left(unreadable('', 'JSON', body))
  }
}

/** Decodes under a name that errors begin with. */
export const decode =
  <A>(codec: t.Decoder<unknown, A>, at = '') =>
  (input: unknown): E.Either<Unreadable, A> =>
    E.mapLeft((errors: t.Errors): Unreadable => {
      const problem = firstProblem(errors)
      const path = [at, problem.path].filter((part) => part !== '').join('.')
      return { ...problem, path }
    })(codec.decode(input))

/** Decodes what may be missing altogether: a request that the caller did not keep. */
export const decodeOr =
  <A>(codec: t.Decoder<unknown, A>, otherwise: A) =>
  (input: unknown): A =>
    E.getOrElse(() => otherwise)(E.chain(decode(codec))(parse(input)))
