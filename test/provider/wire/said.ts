/** A value without its empty parts. */

/** The parts of a value that are not empty: neither `undefined` nor an object without fields. */
export const said = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(said)
  const fields = Object.entries(value).map(([name, inner]) => [name, said(inner)] as const)
  const full = fields.filter(([, inner]) => inner !== undefined)
  return full.length === 0 ? undefined : Object.fromEntries(full)
}
