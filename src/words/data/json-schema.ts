/** JSON Schemas of codecs, for the tools of others. Where a schema says less, its description says so. */
import type * as t from 'io-ts'
import type { Shown } from './exact-match.ts'

/** A JSON Schema, in words that drafts 7 and 2020-12 share. */
export type JsonSchema = Readonly<Record<string, unknown>>

interface WithSchema {
  readonly schema?: JsonSchema
}

/** Adds the schema of a check to its codec. */
export const withSchema = <C extends t.Mixed>(codec: C, schema: JsonSchema): C =>
  Object.assign(codec, { schema })

/** The schema of a text of some form. `more` says what the codec checks beyond it. */
export const textSchema = ({ source }: RegExp, more?: string): JsonSchema =>
  more === undefined
    ? { type: 'string', pattern: source }
    : { type: 'string', pattern: source, description: more }

const isUndefined = ({ _tag }: Shown): boolean => _tag === 'UndefinedType'

const isOptional = (codec: Shown): boolean =>
  isUndefined(codec) || (codec.types ?? []).some(isUndefined)

const object = (properties: object, required: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required.length === 0 ? {} : { required }),
})

const objectOf = ({ props = {} }: Shown, isPartial: boolean): JsonSchema =>
  object(
    Object.fromEntries(Object.entries(props).map(([name, codec]) => [name, schemaOf(codec)])),
    Object.keys(props).filter((name) => !isPartial && !isOptional(props[name] as Shown)),
  )

/** Several objects as one; any other parts side by side. */
const allOf = (parts: readonly JsonSchema[]): JsonSchema => {
  if (parts.some(({ properties }) => properties === undefined)) return { allOf: parts }
  return object(
    Object.assign({}, ...parts.map(({ properties }) => properties)),
    parts.flatMap(({ required = [] }) => required as readonly string[]),
  )
}

const anyOf = (parts: readonly JsonSchema[]): JsonSchema =>
  parts.length === 1 ? (parts[0] ?? {}) : { anyOf: parts }

const listOf = ({ type }: Shown): JsonSchema => ({
  type: 'array',
  ...(type === undefined ? {} : { items: schemaOf(type) }),
})

const SCHEMAS: Readonly<Record<string, (shown: Shown) => JsonSchema>> = {
  StringType: () => ({ type: 'string' }),
  NumberType: () => ({ type: 'number' }),
  BooleanType: () => ({ type: 'boolean' }),
  NullType: () => ({ type: 'null' }),
  UnknownType: () => ({}),
  AnyDictionaryType: () => ({ type: 'object' }),
  LiteralType: ({ value }) => ({ const: value }),
  KeyofType: ({ keys = {} }) => ({ enum: Object.keys(keys) }),
  InterfaceType: (shown) => objectOf(shown, false),
  PartialType: (shown) => objectOf(shown, true),
  IntersectionType: ({ types = [] }) => allOf(types.map(schemaOf)),
  UnionType: ({ types = [] }) => anyOf(types.filter((each) => !isUndefined(each)).map(schemaOf)),
  ArrayType: listOf,
  ReadonlyArrayType: listOf,
}

/** The JSON Schema of what a codec accepts. A check without a schema of its own accepts anything there. */
export const schemaOf = (shown: Shown & WithSchema): JsonSchema => {
  if (shown.schema !== undefined) return shown.schema
  const of = SCHEMAS[shown._tag ?? '']
  if (of !== undefined) return of(shown)
  const inner = shown.of ?? shown.type
  return inner === undefined
    ? { description: `The codec checks that it is ${shown.name}.` }
    : schemaOf(inner)
}

/** A codec with its schema as Standard JSON Schema; every draft that somebody asks for is the same. */
export const withStandardSchema = <C extends t.Mixed & { readonly '~standard': object }>(
  codec: C,
): C => {
  const convert = () => schemaOf(codec as unknown as Shown) as Record<string, unknown>
  const jsonSchema = { input: convert, output: convert }
  return Object.assign(codec, { '~standard': { ...codec['~standard'], jsonSchema } })
}
