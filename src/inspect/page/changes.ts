/** Compares two contexts field by field. */

/** A field of the context before and after a step; null where the field has no value. */
export interface Change {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** Returns every value in a context, with the path to it. */
const valuesIn = (value: unknown, path = ''): readonly (readonly [string, string])[] => {
  if (typeof value !== 'object' || value === null) {
    return value === null || value === undefined ? [] : [[path, String(value)]]
  }
  const names = Object.entries(value)
  return names.flatMap(([name, inner]) => valuesIn(inner, path === '' ? name : `${path}.${name}`))
}

/** Returns the fields that differ between two contexts, in the order of the fields. */
export const changesBetween = (before: object, after: object): readonly Change[] => {
  const [was, is] = [new Map(valuesIn(before)), new Map(valuesIn(after))]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field) ?? null, is.get(field) ?? null]
    return old === now ? [] : [{ field, before: old, after: now }]
  })
}
