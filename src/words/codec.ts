/** Codecs, and what other libraries ask of one: that it is a Standard Schema. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { allProblems, explainUnreadable, type Unreadable } from './unreadable.ts'

/** A decoder that any host of Standard Schemas takes as it is. */
export type Schema<A> = t.Decoder<unknown, A> & StandardSchemaV1<unknown, A>

/** A codec that any host of Standard Schemas takes as it is. */
export type Codec<A, O = A> = t.Type<A, O, unknown> & StandardSchemaV1<unknown, A>

const isPosition = (name: string): boolean => /^\d+$/.test(name)

/** A problem by its sentence, and its path by names of ours and positions in lists: never a value. */
const issueOf = (problem: Unreadable): StandardSchemaV1.Issue => ({
  message: explainUnreadable(problem),
  path:
    problem.path === ''
      ? []
      : problem.path.split('.').map((name) => (isPosition(name) ? Number(name) : name)),
})

/**
 * Gives a codec what makes it a Standard Schema; it stays the codec it was. Every place that is wrong is
 * an issue. @spec Standard Schema, version 1
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

/** The codec of what is one thing and stays as it is: `name` is what errors say. */
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
