/** A plain copy of a value: each of its fields is read once, so that it cannot change afterwards. */

/**
 * Stands for what no plain value has: a hidden field, another prototype, or nesting without end. No
 * codec accepts it.
 */
const NOT_PLAIN = Symbol('not plain')

const PLAIN: readonly unknown[] = [Object.prototype, null]

/** Whether every field is an own one that JSON shows. */
const isOpen = (value: object): boolean =>
  Reflect.ownKeys(value).every((name) => Object.prototype.propertyIsEnumerable.call(value, name))

/** Copies plain objects, lists and their values, up to a depth. */
export const plainly = (value: unknown, depth: number): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return NOT_PLAIN
  if (Array.isArray(value)) return Array.from(value, (each) => plainly(each, depth - 1))
  if (!PLAIN.includes(Object.getPrototypeOf(value)) || !isOpen(value)) return NOT_PLAIN
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, plainly(each, depth - 1)]),
  )
}
