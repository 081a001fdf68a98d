/** Whether a value is, as it stands, what a codec would give: the quick way in, for input that is well. */
import type * as t from 'io-ts'
import type { Shown } from './shown.ts'

/** True only where `decode` would give the value back with nothing added, changed or left out. */
export type Fits = (value: unknown) => boolean

interface Field {
  readonly fits: Fits
  readonly isOptional: boolean
}

const isOne = (value: unknown): boolean => typeof value !== 'object' && typeof value !== 'function'

const never: Fits = () => false

/** The fields of an object's codec by name; null where it is no object's. */
const fieldsOf = ({ _tag: tag, type, types = [], props }: Shown): Map<string, Field> | null => {
  if (tag === 'ReadonlyType' && type !== undefined) return fieldsOf(type)
  if (tag === 'InterfaceType' || tag === 'PartialType') {
    const isOptional = tag === 'PartialType'
    const named = Object.entries(props ?? {})
    return new Map(named.map(([name, codec]) => [name, { fits: fitsShown(codec), isOptional }]))
  }
  if (tag !== 'IntersectionType') return null
  const all = types.map(fieldsOf)
  const fields = new Map(all.flatMap((each) => [...(each ?? [])]))
  const isApart = fields.size === all.reduce((count, each) => count + (each?.size ?? Infinity), 0)
  return isApart ? fields : null
}

/** Objects with these fields and no others, of no other kind than JSON gives. */
const exactly = (fields: Map<string, Field>): Fits => {
  const needed = [...fields.values()].filter(({ isOptional }) => !isOptional).length
  return (value) => {
    if (typeof value !== 'object' || value === null) return false
    if (Object.getPrototypeOf(value) !== Object.prototype) return false
    let missing = needed
    for (const name in value) {
      const field = fields.get(name)
      if (field === undefined) return false
      const inner = (value as Record<string, unknown>)[name]
      if (!field.fits(inner) && !(inner === undefined && field.isOptional)) return false
      if (!field.isOptional) missing -= 1
    }
    return missing === 0
  }
}

const fitsShown = (codec: Shown): Fits => {
  const { _tag: tag, type, types = [], of } = codec
  if (of !== undefined) return fitsShown(of)
  if (tag === 'ReadonlyType' && type !== undefined) return fitsShown(type)
  if (tag === 'ExactType' && type !== undefined) {
    const fields = fieldsOf(type)
    return fields === null ? never : exactly(fields)
  }
  if ((tag === 'ReadonlyArrayType' || tag === 'ArrayType') && type !== undefined) {
    const inner = fitsShown(type)
    // a list may have holes, which `every` passes over
    return (value) => Array.isArray(value) && Array.from(value).every(inner)
  }
  if (tag === 'UnknownType') return () => true
  if (tag === 'UnionType') {
    const members = types.map(fitsShown)
    return (value) => (isOne(value) || value === null) && members.some((fits) => fits(value))
  }
  return (value) => (isOne(value) || value === null) && codec.is(value)
}

/**
 * The quick way in to a codec. What does not fit may still be decoded, with something left out or brought
 * into form; or be told, by io-ts, what is wrong with it. Only codecs whose values of one piece are
 * given back as they are can be entered so: those of events are. @spec design, 7 The log
 */
export const fits = (codec: t.Decoder<unknown, unknown>): Fits =>
  fitsShown(codec as unknown as Shown)
