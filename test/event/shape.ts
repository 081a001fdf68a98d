/** Lists the fields of a codec, so that no test forgets one. */
import * as t from 'io-ts'

const propsOf = (codec: unknown): readonly (readonly [string, boolean])[] => {
  if (codec instanceof t.ReadonlyType || codec instanceof t.ExactType) return propsOf(codec.type)
  if (codec instanceof t.IntersectionType) return codec.types.flatMap(propsOf)
  if (codec instanceof t.InterfaceType) return Object.keys(codec.props).map((key) => [key, true])
  if (codec instanceof t.PartialType) return Object.keys(codec.props).map((key) => [key, false])
  return []
}

const inner = (codec: unknown, name: string): unknown => {
  if (codec instanceof t.ReadonlyType || codec instanceof t.ExactType)
    return inner(codec.type, name)
  return codec instanceof t.InterfaceType ? codec.props[name] : undefined
}

/** The fields of a codec in alphabetical order, the required ones marked with `!`. */
export const fieldsOf = (codec: unknown): readonly string[] =>
  propsOf(codec)
    .map(([key, isRequired]) => `${key}${isRequired ? '!' : ''}`)
    .toSorted()

/** The fields of the data of an event's codec. */
export const dataFieldsOf = (codec: unknown): readonly string[] => fieldsOf(inner(codec, 'data'))
