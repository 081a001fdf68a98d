/** Every field that an event can have, read from the codecs: nothing else can be kept. */
import * as t from 'io-ts'
import { everyEvent } from '../root.ts'

/** A field of an event, by its path, and its possible values. */
export interface Fact {
  readonly event: string
  readonly field: string
  readonly holds: string
  readonly codec: unknown
}

const propsOf = (codec: unknown): readonly (readonly [string, unknown])[] => {
  if (codec instanceof t.ReadonlyType || codec instanceof t.ExactType) return propsOf(codec.type)
  if (codec instanceof t.IntersectionType) return codec.types.flatMap(propsOf)
  if (codec instanceof t.InterfaceType || codec instanceof t.PartialType)
    return Object.entries(codec.props)
  return []
}

const nameOf = (codec: unknown): string => {
  if (codec instanceof t.ReadonlyArrayType) return `a list, each ${nameOf(codec.type)}`
  if (codec instanceof t.KeyofType) {
    const names = Object.keys(codec.keys)
    return names.length > 4 ? `one of ${names.join(', ')}` : names.join(' or ')
  }
  const name = codec instanceof t.Type ? codec.name : ''
  return name === 'boolean' ? 'true or false' : name
}

const fieldsIn = (event: string, codec: unknown, path: string): readonly Fact[] => {
  const props = propsOf(codec)
  if (props.length === 0) return [{ event, field: path, holds: nameOf(codec), codec }]
  return props.flatMap(([name, inner]) =>
    fieldsIn(event, inner, path === '' ? name : `${path}.${name}`),
  )
}

/** Every field of every event, except the type. */
export const factsOf = (): readonly Fact[] =>
  Object.entries(everyEvent).flatMap(([event, { codec }]) =>
    fieldsIn(event, codec, '').filter(({ field }) => field !== 'type'),
  )
