/** Objects as their sender wrote them: their own fields, and nothing that comes from elsewhere. */
import * as t from 'io-ts'

const PLAIN: readonly unknown[] = [Object.prototype, null]

/**
 * An object with its own fields only. JSON may name a field `__proto__`; copied by assignment, as
 * codecs do, it becomes where missing fields are looked for. Objects that inherit fields are no
 * better: what is not theirs would be read, and then lost. Both are copied here without that.
 */
export const own = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const isPlain = PLAIN.includes(Object.getPrototypeOf(input))
  if (isPlain && !Object.hasOwn(input, '__proto__')) return input
  return Object.fromEntries(Object.entries(input).filter(([name]) => name !== '__proto__'))
}

/** A codec that sees of an object its own fields only; `of` is the codec of these. */
export const ofOwn = <A, O>(codec: t.Type<A, O, unknown>): t.Type<A, O, unknown> =>
  Object.assign(
    new t.Type<A, O, unknown>(
      codec.name,
      codec.is,
      (input, context) => codec.validate(own(input), context),
      codec.encode,
    ),
    { of: codec },
  )

/** The codec of an object with these fields and no others: what else stands there is left out. */
export const shape = <P extends t.Props>(props: P, name?: string) =>
  ofOwn<t.TypeOfProps<P>, t.OutputOfProps<P>>(t.strict(props, name))
