/** The parts of every codec: checks, integers and records. Public codecs are Standard Schemas. */
import type { StandardSchemaV1 } from '@standard-schema/spec'
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from './attempt.ts'
import { textSchema, withSchema } from './json-schema.ts'
import { isList, isObject, isPlainObject, NOT_PLAIN } from './plain-data.ts'
import {
  allProblems,
  explainUnreadable,
  firstProblem,
  type Unreadable,
  unreadable,
} from './unreadable-input.ts'

/** A decoder that is also a Standard Schema, so other libraries accept it directly. */
export type Schema<A> = t.Decoder<unknown, A> & StandardSchemaV1<unknown, A>

/** A codec that is also a Standard Schema, so other libraries accept it directly. */
export type Codec<A, O = A> = t.Type<A, O, unknown> & StandardSchemaV1<unknown, A>

/** A value that has passed the check of a codec, by a name that no other value has. */
export type Branded<A, Name extends string> = t.Branded<A, Readonly<Record<Name, true>>>

const isPosition = (name: string): boolean => /^\d+$/.test(name)

const issueOf = (problem: Unreadable): StandardSchemaV1.Issue => ({
  message: explainUnreadable(problem),
  path:
    problem.path === ''
      ? []
      : problem.path.split('.').map((name) => (isPosition(name) ? Number(name) : name)),
})

/**
 * Makes a codec a Standard Schema as well; it decodes as before. Validation reports one issue for
 * each path at which something is wrong, or one for an input that cannot be looked into. @spec sources#standard-schema
 */
export const standard = <C extends t.Mixed>(
  codec: C,
): C & StandardSchemaV1<unknown, t.TypeOf<C>> => {
  const validate = (input: unknown): StandardSchemaV1.Result<t.TypeOf<C>> =>
    tryOr({ issues: [issueOf(unreadable('', codec.name, input))] }, () =>
      E.matchW(
        (errors: t.Errors) => ({ issues: allProblems(errors).map(issueOf) }),
        (value: t.TypeOf<C>) => ({ value }),
      )(codec.decode(input)),
    )
  return Object.assign(codec, { '~standard': { version: 1, vendor: 'payfold', validate } } as const)
}

/** A codec that returns a value unchanged; `kindOf` says what is found in the place of one. */
export const check = <A extends O, O = A>(
  name: string,
  is: (input: unknown) => input is A,
  kindOf: (input: unknown) => string | undefined = () => undefined,
): Codec<A, O> =>
  standard(
    new t.Type<A, O, unknown>(
      name,
      is,
      (input, context) => (is(input) ? t.success(input) : t.failure(input, context, kindOf(input))),
      (output) => output,
    ),
  )

/** The codec of texts of some form; `isMore` checks what no pattern can say, and `more` says it. */
export const textOf = <A extends string>(
  name: string,
  pattern: RegExp,
  isMore: (text: string) => boolean = () => true,
  more?: string,
): Codec<A, string> => {
  const is = (input: unknown): input is A =>
    typeof input === 'string' && pattern.test(input) && isMore(input)
  return withSchema(check<A, string>(name, is), textSchema(pattern, more))
}

/** The codec of the integers from `from` to `to`, both included; errors show `name`. */
export const integer = (name: string, from: number, to: number): Codec<number> =>
  withSchema(
    check(
      name,
      (input): input is number =>
        typeof input === 'number' && Number.isInteger(input) && input >= from && input <= to,
    ),
    { type: 'integer', minimum: from, maximum: to },
  )

/** The codec of lists without holes. */
export const listOf = <C extends t.Mixed>(item: C, name?: string): t.ReadonlyArrayC<C> => {
  const codec = t.readonlyArray(item, name)
  const { validate } = codec
  return Object.assign(codec, {
    validate: (input: unknown, context: t.Context) =>
      !Array.isArray(input) || isList(input) ? validate(input, context) : t.failure(input, context),
  })
}

/** Reads an input with a codec; one that cannot be looked into is `Unreadable` as well. */
export const reader =
  <A>(codec: t.Decoder<unknown, A>) =>
  (input: unknown): E.Either<Unreadable, A> =>
    tryOr(E.left(unreadable('', codec.name, input)), () =>
      E.mapLeft(firstProblem)(codec.decode(input)),
    )

// records ------------------------------------------------------------------
/**
 * An object with its own fields only, and without `__proto__`: codecs copy fields by assignment, so that
 * field would become the prototype of the copy, and inherited fields would be read and then lost.
 */
export const ownFields = (input: unknown): unknown => {
  if (!isObject(input)) return input
  if (isPlainObject(input) && !Object.hasOwn(input, '__proto__')) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== '__proto__'))
}

/** Wraps a codec so that it sees only an object's own fields; `of` is the wrapped codec. */
export const overOwnFields = <A, O>(codec: t.Type<A, O, unknown>): t.Type<A, O, unknown> =>
  Object.assign(
    new t.Type<A, O, unknown>(
      codec.name,
      codec.is,
      (input, context) => codec.validate(ownFields(input), context),
      codec.encode,
    ),
    { of: codec },
  )

/** The codec of an object with these fields; decoding leaves out all other fields. */
export const record = <P extends t.Props>(props: P, name?: string) =>
  overOwnFields<t.TypeOfProps<P>, t.OutputOfProps<P>>(t.strict(props, name))

/** Fields that have one codec. */
export const fields = <C extends t.Mixed, N extends string>(
  codec: C,
  ...names: readonly N[]
): Record<N, C> => Object.fromEntries(names.map((name) => [name, codec])) as Record<N, C>

/** Validates a value with another codec, so that problems name the fields of the other codec. */
export const delegate = <A>(
  codec: t.Decoder<unknown, A> & { readonly name: string },
  input: unknown,
  context: t.Context,
): t.Validation<A> => {
  const last = { key: '', ...context.at(-1), type: codec as t.Decoder<unknown, A> & t.Mixed }
  return codec.validate(input, [...context.slice(0, -1), last])
}

/** The name of an unknown field, if it is a plain word: keys, tokens and certificates are none. */
export const namedField = (field: string): string =>
  /^(?!.*(_.{16}|eyJ))[A-Za-z_]{1,30}$/.test(field) ? field : 'another field'

/**
 * The codec of an object that has these fields and no others. The path of any other field names it,
 * if its name is a plain word.
 */
export const closedRecord = <R extends t.Props, O extends t.Props>(
  name: string,
  required: R,
  optional: O,
): t.Type<t.TypeOfProps<R> & t.TypeOfPartialProps<O>, unknown, unknown> => {
  const known = [...Object.keys(required), ...Object.keys(optional)]
  const of = t.intersection([t.type(required), t.partial(optional)], name)
  const none = check(`one of ${known.join(', ')}`, (_: unknown): _ is never => false)
  return new t.Type(
    name,
    (input): input is t.TypeOf<typeof of> =>
      of.is(input) && Object.keys(input).every((field) => known.includes(field)),
    (input, context) => {
      // a date or a map has no field that anybody could have misspelt
      const isRecord = isObject(input) && (isPlainObject(input) || Object.keys(input).length > 0)
      if (!isRecord) return t.failure(input, context)
      const strange = Object.keys(input).find((field) => !known.includes(field))
      if (strange === undefined) return delegate(of, input, context)
      const key = namedField(strange)
      const actual = input[strange]
      return t.failure(actual, [...context, { key, type: none, actual }])
    },
    (output) => output,
  )
}

/** The fields that their codecs can read, each alone, also inherited ones; and what is wrong with the others. */
export const fieldsIn = <P extends t.Props>(codecs: P, given: unknown) => {
  const read: Record<string, unknown> = {}
  const unread: Unreadable[] = []
  for (const [name, codec] of Object.entries(codecs)) {
    const input: unknown = tryOr(NOT_PLAIN, () => Object(given)[name])
    if (input === undefined) continue
    const field = reader(codec)(input)
    if (E.isRight(field)) read[name] = field.right
    else unread.push(unreadable(name, codec.name, input))
  }
  return { read: read as t.TypeOfPartialProps<P>, unread }
}
