/** One text for one value: JSON in the canonical form of RFC 8785. */

/** What JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined }

/** Texts that stand in JSON as they are. */
const PLAIN = /^[ !#-[\]-~]*$/

const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text))

/**
 * Writes a value without white space, keys sorted by their UTF-16 units, numbers as ECMAScript
 * writes them. Keys without a value are left out. Takes what JSON can hold, without lone surrogates,
 * which have no UTF-8 form: the codecs of events let nothing but ASCII through. @spec RFC 8785
 */
export const canonical = (value: Json): string => {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  let members = ''
  for (const key of Object.keys(value).sort()) {
    const member = value[key]
    if (member === undefined) continue
    members += `${members === '' ? '' : ','}${quoted(key)}:${canonical(member)}`
  }
  return `{${members}}`
}

const isList = (value: object): value is readonly Json[] => Array.isArray(value)
