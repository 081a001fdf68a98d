/** Canonical JSON as RFC 8785 defines it: equal values have the same text. */
import { tryOr } from './attempt.ts'

/** A value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** Texts that need no escape in JSON. */
const PLAIN = /^[ !#-[\]-~]*$/

/** Half of a pair of code units without the other half: it has no UTF-8 form. */
export const LONE = /\p{Surrogate}/u

/** The names of a value's fields in canonical order; most values have them in order already. */
const namesOf = (value: object): readonly string[] => {
  const names = Object.keys(value)
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
    ? names
    : names.sort()
}

/** A text as JSON can hold it: a half of a surrogate pair has no form in UTF-8. */
export const inUtf8 = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

const quoted = (text: string, { isLenient }: Writing): string | null => {
  if (PLAIN.test(text)) return `"${text}"`
  if (!LONE.test(text)) return JSON.stringify(text)
  return isLenient ? JSON.stringify(inUtf8(text)) : null
}

/** Beyond so many lists and objects, each is written once, or a value with two ways to each part takes for ever. */
const MANY = 1000

/** The most characters of a text: less than any engine can hold. */
const LONGEST = 2 ** 28

interface Writing {
  count: number
  /** Whether a half of a pair is replaced. */
  readonly isLenient: boolean
  known?: Map<object, string | null>
}

const listed = (values: readonly unknown[], writing: Writing): string | null => {
  let members = ''
  // by position: a list may have holes, which other ways of reading skip
  for (let index = 0; index < values.length; index += 1) {
    const member = written(values[index], writing)
    if (member === null || members.length > LONGEST) return null
    members += index === 0 ? member : `,${member}`
  }
  return `[${members}]`
}

const named = (value: Readonly<Record<string, unknown>>, writing: Writing): string | null => {
  let members = ''
  for (const key of namesOf(value)) {
    const inner = value[key]
    if (inner === undefined) continue
    const [name, member] = [quoted(key, writing), written(inner, writing)]
    if (name === null || member === null || members.length > LONGEST) return null
    members += `${members === '' ? '' : ','}${name}:${member}`
  }
  return `{${members}}`
}

const inside = (value: object, writing: Writing): string | null =>
  Array.isArray(value)
    ? listed(value, writing)
    : named(value as Readonly<Record<string, unknown>>, writing)

const once = (value: object, writing: Writing): string | null => {
  writing.known ??= new Map()
  const before = writing.known.get(value)
  if (before !== undefined) return before
  const text = inside(value, writing)
  writing.known.set(value, text)
  return text
}

const written = (value: unknown, writing: Writing): string | null => {
  if (typeof value === 'string') return quoted(value, writing)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return null
  writing.count += 1
  return writing.count > MANY ? once(value, writing) : inside(value, writing)
}

/**
 * Writes a value without white space, with keys sorted by their UTF-16 code units and numbers as
 * ECMAScript writes them. It leaves out keys whose value is undefined. Null if JSON cannot hold the
 * value: it is or contains NaN, an infinite number, a lone surrogate, `undefined` in a list, a
 * function, or more levels than can be read; or if the text would have more than 2^28 characters.
 * @spec sources#rfc-8785
 */
export const canonical = (value: unknown): string | null =>
  tryOr(null, () => written(value, { count: 0, isLenient: false }))

/** The canonical text of a value that JSON can hold for sure, because we made or checked it. */
export const canonicalText = (value: Json): string => canonical(value) ?? ''

/** The same of a report, in which an own machine's words may have half of a surrogate pair: it is replaced. */
export const textInUtf8 = (value: Json): string =>
  tryOr(null, () => written(value, { count: 0, isLenient: true })) ?? ''
