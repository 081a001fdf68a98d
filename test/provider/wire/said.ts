/** What a value says, without what says nothing in it. */

/** What says something in a value: neither `undefined` nor an object with nothing in it. */
export const said = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(said)
  const fields = Object.entries(value).map(([name, inner]) => [name, said(inner)] as const)
  const full = fields.filter(([, inner]) => inner !== undefined)
  return full.length === 0 ? undefined : Object.fromEntries(full)
}
