/** Whether a value is already exactly what a codec would return: the fast path for valid input. */
import type * as t from 'io-ts'
import { isList } from './plain-data.ts'

/** A codec as seen from outside; `of` is the codec that `overOwnFields` wraps. */
export interface Shown {
  readonly _tag?: string
  readonly name: string
  readonly type?: Shown
  readonly types?: readonly Shown[]
  readonly props?: Readonly<Record<string, Shown>>
  readonly keys?: object
  readonly value?: unknown
  readonly of?: Shown
  is(value: unknown): boolean
}

/** True only if `decode` would return the value with nothing added, changed or left out. */
export type IsExact = (value: unknown) => boolean

const isOne = (value: unknown): boolean => typeof value !== 'object' && typeof value !== 'function'

const never: IsExact = () => false

/** A field of an object's codec. */
export interface ShownField {
  readonly name: string
  readonly codec: Shown
  readonly isOptional: boolean
}

/** The fields of an object's codec, also of one that is made of several; null for any other codec. */
export const fieldsShown = (shown: Shown): readonly ShownField[] | null => {
  const { _tag: tag, type, types = [], props = {} } = shown
  if (tag === 'ReadonlyType' && type !== undefined) return fieldsShown(type)
  if (tag === 'InterfaceType' || tag === 'PartialType') {
    const isOptional = tag === 'PartialType'
    return Object.entries(props).map(([name, codec]) => ({ name, codec, isOptional }))
  }
  const parts = tag === 'IntersectionType' ? types.map(fieldsShown) : [null]
  return parts.includes(null) ? null : parts.flatMap((each) => each ?? [])
}

const checksOf = (fields: readonly ShownField[]) => {
  const checks = new Map(
    fields.map(({ name, codec, isOptional }) => [name, { fits: fitsShown(codec), isOptional }]),
  )
  return checks.size === fields.length ? checks : null
}

/** Accepts plain objects, such as `JSON.parse` returns, with these fields and no others. */
const exactly = (fields: NonNullable<ReturnType<typeof checksOf>>): IsExact => {
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

const everyFits = (type: Shown): IsExact => {
  const inner = fitsShown(type)
  return (value) => isList(value) && value.every(inner)
}

const AROUND: Readonly<Record<string, (type: Shown) => IsExact>> = {
  ReadonlyType: (type) => fitsShown(type),
  ExactType: (type) => {
    const fields = fieldsShown(type)
    const checks = fields === null ? null : checksOf(fields)
    return checks === null ? never : exactly(checks)
  },
  ReadonlyArrayType: everyFits,
  ArrayType: everyFits,
}

const fitsShown = (codec: Shown): IsExact => {
  const { _tag: tag, type, types = [], of } = codec
  if (of !== undefined) return fitsShown(of)
  const around = type === undefined ? undefined : AROUND[tag ?? '']
  if (type !== undefined && around !== undefined) return around(type)
  if (tag === 'UnknownType') return () => true
  if (tag === 'UnionType') {
    const members = types.map(fitsShown)
    return (value) => (isOne(value) || value === null) && members.some((isExact) => isExact(value))
  }
  return (value) => (isOne(value) || value === null) && codec.is(value)
}

/** The part of a codec's value with a name; the name of a place in a list may be any. */
const partNamed = ({ _tag: tag, type }: Shown, name: string): Shown | undefined => {
  if (type === undefined || tag === 'ReadonlyArrayType' || tag === 'ArrayType') return type
  const fields = tag === 'ExactType' ? fieldsShown(type) : null
  return fields?.find((each) => each.name === name)?.codec
}

/** The part of a value to which some names lead. Null if there is none. */
export const exactAt = (
  codec: unknown,
  names: readonly string[],
): { readonly of: unknown; readonly fits: IsExact } | null => {
  if (codec === undefined || codec === null) return null
  const shown = codec as Shown
  const [name, ...rest] = names
  if (shown.of !== undefined) return exactAt(shown.of, names)
  if (name === undefined || shown._tag === 'UnknownType') {
    return { of: shown, fits: fitsShown(shown) }
  }
  return shown._tag === 'ReadonlyType'
    ? exactAt(shown.type, names)
    : exactAt(partNamed(shown, name), rest)
}

/** Whether a codec has a part of any kind, which may be nested as deeply as anybody likes. */
export const isOpen = ({ _tag: tag, type, types = [], props = {}, of }: Shown): boolean =>
  tag === 'UnknownType' ||
  [type, of, ...types, ...Object.values(props)].some((each) => each !== undefined && isOpen(each))

/**
 * The fast path of a codec that returns scalars unchanged. If a value fails this check, `decode` may
 * still accept it, or says what is wrong. @spec decisions#44
 */
export const isExact = (codec: t.Decoder<unknown, unknown>): IsExact =>
  fitsShown(codec as unknown as Shown)
