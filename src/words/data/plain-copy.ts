/** A plain copy of a value: each of its fields is read once, so that it cannot change afterwards. */

/** Stands for a hidden field, another prototype, or nesting without end. No codec accepts it. */
export const NOT_PLAIN = Symbol('not plain')

const PLAIN: readonly unknown[] = [Object.prototype, null]

/** Whether every field is an own one that JSON shows. */
const isOpen = (value: object): boolean =>
  PLAIN.includes(Object.getPrototypeOf(value)) &&
  Reflect.ownKeys(value).length === Object.keys(value).length

/** Gives an object a field of its own, whatever the name of the field is. */
const put = (to: Record<string, unknown>, name: string, value: unknown): void => {
  if (name !== '__proto__') to[name] = value
  else Object.defineProperty(to, name, { value, enumerable: true, writable: true })
}

interface Copy {
  readonly of: unknown
  readonly height: number
}

const WRONG: Copy = { of: NOT_PLAIN, height: 0 }

/** Copies plain values up to a depth. What is shared is copied once, so that no copy is larger. */
export const plainly = (value: unknown, depth: number): unknown => {
  const known = new Map<object, Copy>()

  const made = (whole: object, left: number): Copy => {
    const isList = Array.isArray(whole)
    if (!isList && !isOpen(whole)) return WRONG
    let height = 0
    const inner = (each: unknown): unknown => {
      if (typeof each !== 'object' || each === null) return each
      const copy = copyOf(each, left - 1)
      height = Math.max(height, copy.height)
      return copy.of
    }
    if (isList) return { of: Array.from(whole, inner), height: height + 1 }
    const of: Record<string, unknown> = {}
    for (const [name, each] of Object.entries(whole)) put(of, name, inner(each))
    return { of, height: height + 1 }
  }

  const copyOf = (one: object, left: number): Copy => {
    if (left === 0) return WRONG
    const before = known.get(one)
    if (before !== undefined) return before.height > left ? WRONG : before
    // while it is being copied it is no part of itself
    known.set(one, WRONG)
    const copy = made(one, left)
    known.set(one, copy)
    return copy
  }

  return typeof value === 'object' && value !== null ? copyOf(value, depth).of : value
}
