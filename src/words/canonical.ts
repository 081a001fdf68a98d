/** Canonical JSON as RFC 8785 defines it: equal values have the same text. */

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

/** The names of a value's fields in canonical order; most values have them in order already. */
const namesOf = (value: object): readonly string[] => {
  const names = Object.keys(value)
  return names.every((name, index) => index === 0 || (names[index - 1] ?? '') < name)
    ? names
    : names.sort()
}

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/**
 * Writes a value without white space, with keys sorted by their UTF-16 code units and numbers as
 * ECMAScript writes them. It leaves out keys whose value is undefined. The value must not contain
 * lone surrogates, which have no UTF-8 form; the codecs of events accept only ASCII.
 * @spec sources#rfc-8785
 */
export const canonical = (value: Json): string => {
  if (typeof value === 'string') return quoted(value)
  if (Number.isFinite(value)) return String(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  let members = ''
  for (const key of namesOf(value)) {
    const member = value[key]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonical(member)}`
  }
  return `{${members}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
