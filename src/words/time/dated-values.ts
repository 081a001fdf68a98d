/** Values that change on a day: each is in force from its `validFrom` on. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { type Codec, check, delegate, standard } from '../data/codec.ts'
import { CivilDate } from './calendar.ts'

/** A value with the first day on which it is in force. */
export type From<A> = A & { readonly validFrom: CivilDate }

/** One value for all time, or several in the order of their days. On days before the first, the first is in force. */
export type Dated<A> = A | readonly [From<A>, ...From<A>[]]

const isList = <A>(value: Dated<A>): value is readonly [From<A>, ...From<A>[]] =>
  Array.isArray(value)

const later = check('a later date than the one before', (_: unknown): _ is never => false)

const reading =
  <A>(codec: t.Type<A, unknown, unknown>, after: CivilDate | null) =>
  (input: unknown, context: t.Context): t.Validation<From<A>> => {
    if (!t.UnknownRecord.is(input)) return t.failure(input, context)
    const { validFrom, ...own } = input
    const at = (type: t.Decoder<unknown, unknown>): t.Context => [
      ...context,
      { key: 'validFrom', type: type as t.Mixed, actual: validFrom },
    ]
    if (!CivilDate.is(validFrom)) return t.failure(validFrom, at(CivilDate))
    if (after !== null && validFrom <= after) return t.failure(validFrom, at(later))
    return E.map((value: A): From<A> => ({ ...value, validFrom }))(codec.validate(own, context))
  }

/** The codec of a value that may be dated: one value, or a list of values with their days. */
export const dated = <A extends object>(
  codec: t.Type<A, unknown, unknown>,
): Codec<Dated<A>, unknown> => {
  const list = (input: readonly unknown[], context: t.Context): t.Validation<Dated<A>> => {
    const all: From<A>[] = []
    for (const [index, each] of input.entries()) {
      const place = { key: String(index), type: codec, actual: each }
      const read = reading(codec, all.at(-1)?.validFrom ?? null)(each, [...context, place])
      if (E.isLeft(read)) return read
      all.push(read.right)
    }
    const [first, ...others] = all
    return first === undefined ? t.failure(input, context) : t.success([first, ...others])
  }
  const validate = (input: unknown, context: t.Context): t.Validation<Dated<A>> =>
    Array.isArray(input) ? list(input, context) : delegate(codec, input, context)
  return standard(
    new t.Type<Dated<A>, unknown, unknown>(
      codec.name,
      (input): input is Dated<A> => E.isRight(validate(input, [])),
      validate,
      (output) => output,
    ),
  )
}

/** The value on a day. A value for all time has no `validFrom`; neither has what this returns. */
export const inForce = <A extends object>(value: Dated<A>, on: CivilDate): A => {
  if (!isList(value)) return value
  const { validFrom: _, ...own } = value.findLast(({ validFrom }) => validFrom <= on) ?? value[0]
  return own as unknown as A
}

/** The values that come into force after a day. */
export const sinceThen = <A extends object>(value: Dated<A>, day: CivilDate): readonly From<A>[] =>
  isList(value) ? value.slice(1).filter(({ validFrom }) => validFrom > day) : []
