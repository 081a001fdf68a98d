/** Canonical JSON as RFC 8785 defines it: equal values have the same text. */
import { attempt } from './attempt.ts'

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
const LONE = /\p{Surrogate}/u

/** The names of a value's fields in canonical order; most values have them in order already. */
const namesOf = (value: object): readonly string[] => {
  const names = Object.keys(value)
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
    ? names
    : names.sort()
}

const quoted = (text: string): string | null => {
  if (PLAIN.test(text)) return `"${text}"`
  return LONE.test(text) ? null : JSON.stringify(text)
}

const listed = (values: readonly unknown[]): string | null => {
  let members = ''
  // by position: a list may have holes, which other ways of reading skip
  for (let index = 0; index < values.length; index += 1) {
    const member = written(values[index])
    if (member === null) return null
    members += index === 0 ? member : `,${member}`
  }
  return `[${members}]`
}

const named = (value: Readonly<Record<string, unknown>>): string | null => {
  let members = ''
  for (const key of namesOf(value)) {
    const inner = value[key]
    if (inner === undefined) continue
    const [name, member] = [quoted(key), written(inner)]
    if (name === null || member === null) return null
    members += `${members === '' ? '' : ','}${name}:${member}`
  }
  return `{${members}}`
}

const written = (value: unknown): string | null => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : null
  if (value === null || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object') return null
  return Array.isArray(value) ? listed(value) : named(value as Readonly<Record<string, unknown>>)
}

/**
 * Writes a value without white space, with keys sorted by their UTF-16 code units and numbers as
 * ECMAScript writes them. It leaves out keys whose value is undefined. Null if JSON cannot hold the
 * value: it is or contains NaN, an infinite number, a lone surrogate, `undefined` in a list, a
 * function, or more levels than can be read. @spec sources#rfc-8785
 */
export const canonical = (value: unknown): string | null =>
  attempt(
    () => written(value),
    () => null,
  )

/** The canonical text of a value that JSON can hold for sure, because we made or checked it. */
export const canonicalText = (value: Json): string => canonical(value) ?? ''
