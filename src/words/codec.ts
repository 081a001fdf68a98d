/** Codecs that other libraries can use as well, because each is a Standard Schema. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { allProblems, explainUnreadable, type Unreadable } from './unreadable.ts'

/** A decoder that is also a Standard Schema, so other libraries accept it directly. */
export type Schema<A> = t.Decoder<unknown, A> & StandardSchemaV1<unknown, A>

/** A codec that is also a Standard Schema, so other libraries accept it directly. */
export type Codec<A, O = A> = t.Type<A, O, unknown> & StandardSchemaV1<unknown, A>

const isPosition = (name: string): boolean => /^\d+$/.test(name)

/**
 * A problem as an issue: its sentence, and a path of our field names and list positions, no values.
 */
const issueOf = (problem: Unreadable): StandardSchemaV1.Issue => ({
  message: explainUnreadable(problem),
  path:
    problem.path === ''
      ? []
      : problem.path.split('.').map((name) => (isPosition(name) ? Number(name) : name)),
})

/**
 * Makes a codec a Standard Schema as well; it decodes as before. Validation reports one issue for
 * each path at which something is wrong. @spec sources#standard-schema
 */
export const standard = <C extends t.Mixed>(
  codec: C,
): C & StandardSchemaV1<unknown, t.TypeOf<C>> => {
  const validate = (input: unknown): StandardSchemaV1.Result<t.TypeOf<C>> =>
    E.matchW(
      (errors: t.Errors) => ({ issues: allProblems(errors).map(issueOf) }),
      (value: t.TypeOf<C>) => ({ value }),
    )(codec.decode(input))
  return Object.assign(codec, { '~standard': { version: 1, vendor: 'payfold', validate } } as const)
}

/** A codec that checks a value and returns it unchanged; errors show `name`. */
export const check = <A extends O, O = A>(
  name: string,
  is: (input: unknown) => input is A,
): Codec<A, O> =>
  standard(
    new t.Type<A, O, unknown>(
      name,
      is,
      (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
      (output) => output,
    ),
  )
