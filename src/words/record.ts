/** Objects with only the fields that their sender wrote, without inherited ones. */
import * as t from 'io-ts'

const PLAIN: readonly unknown[] = [Object.prototype, null]

/**
 * Returns an object with its own fields only. JSON may name a field `__proto__`. Codecs copy fields
 * by assignment, so that field would become the prototype of the copy, where missing fields are
 * looked up. An object may also inherit fields, which a codec would read and a copy would lose.
 * This function copies such objects without `__proto__` and without inherited fields; it returns
 * others as they are.
 */
export const ownFields = (input: unknown): unknown => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return input
  const isPlain = PLAIN.includes(Object.getPrototypeOf(input))
  if (isPlain && !Object.hasOwn(input, '__proto__')) return input
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

/** The codec of an object with these fields; decoding leaves out all others. */
export const record = <P extends t.Props>(props: P, name?: string) =>
  overOwnFields<t.TypeOfProps<P>, t.OutputOfProps<P>>(t.strict(props, name))
