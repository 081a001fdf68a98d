/** Copies, freezes and compares plain data, which is any data that JSON can hold. */

type Plain = Record<string, unknown>

/** A deep copy, which shares nothing with the original. */
export const copied = <A>(plain: A): A => {
  if (typeof plain !== 'object' || plain === null) return plain
  if (Array.isArray(plain)) return plain.map(copied) as A
  const copy = { ...plain } as Plain
  for (const name in copy) {
    const inner = copy[name]
    if (typeof inner === 'object' && inner !== null) copy[name] = copied(inner)
  }
  return copy as A
}

/** A copy that can be changed, and so can the records in it; the things in these are shared. */
export const thawed = <A extends object>(plain: A): A => {
  const copy = { ...plain } as Plain
  for (const name in copy) {
    const inner = copy[name]
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) {
      copy[name] = { ...inner }
    }
  }
  return copy as A
}

/** Freezes a value and everything inside it. A value that is frozen already is left as it is. */
export const frozen = <A>(plain: A): A => {
  if (typeof plain !== 'object' || plain === null || Object.isFrozen(plain)) return plain
  // inner values first: engines are slow to read the fields of a frozen object
  if (Array.isArray(plain)) {
    for (const inner of plain) frozen(inner)
    return Object.freeze(plain)
  }
  for (const name in plain) frozen(plain[name])
  return Object.freeze(plain)
}

/** Whether a value is frozen throughout, without getters, and at most `depth` objects deep. */
export const isFixed = (value: unknown, depth = 6): boolean => {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function'
  if (depth === 0 || !Object.isFrozen(value)) return false
  return Reflect.ownKeys(value).every((name) => {
    const field = Object.getOwnPropertyDescriptor(value, name)
    return field !== undefined && 'value' in field && isFixed(field.value, depth - 1)
  })
}

/** Whether two values hold the same data: in any order of names, and undefined is absent. */
export const isSame = (one: unknown, other: unknown): boolean => {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return false
  }
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [a, b] = [one as Record<string, unknown>, other as Record<string, unknown>]
  return (
    Object.keys(a).every((name) => isSame(a[name], Object.hasOwn(b, name) ? b[name] : undefined)) &&
    Object.keys(b).every((name) => b[name] === undefined || Object.hasOwn(a, name))
  )
}

/** A record without the fields that are undefined. */
export const present = <A extends object>(
  loose: A,
): { [Name in keyof A]?: Exclude<A[Name], undefined> } =>
  Object.fromEntries(Object.entries(loose).filter(([, value]) => value !== undefined)) as A

/** The value of a record's own property: an id may be the name of a property that every object has. */
export const ownAt = <A>(record: Readonly<Record<string, A>>, name: string): A | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** Stands for a hidden field, another prototype, or nesting without end. No codec accepts it. */
export const NOT_PLAIN = Symbol('not plain')

const PLAIN: readonly unknown[] = [Object.prototype, null]

/** Whether a value has fields by name: a list has none. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether an object is what `{}` makes, and inherits nothing of its own. */
export const isPlainObject = (value: object): boolean =>
  PLAIN.includes(Object.getPrototypeOf(value))

/** Whether every field is an own one that JSON shows. */
const isOpen = (value: object): boolean =>
  isPlainObject(value) && Reflect.ownKeys(value).length === Object.keys(value).length

/** Gives an object a field of its own, whatever the name of the field is. */
const put = (to: Record<string, unknown>, name: string, value: unknown): void => {
  if (name !== '__proto__') to[name] = value
  else Object.defineProperty(to, name, { value, enumerable: true, writable: true })
}

/** Whether a value is a list without holes: JSON has none, and a list may have four billion of them. */
export const isList = (value: unknown): value is readonly unknown[] => {
  if (!Array.isArray(value)) return false
  for (let at = 0; at < value.length; at += 1) if (!(at in value)) return false
  return true
}

/** The elements of what somebody gives as several things; null for a list with holes. */
export const elementsOf = <A>(all: Iterable<A>): readonly A[] | null =>
  Array.isArray(all) && !isList(all) ? null : [...all]

interface Copy {
  readonly of: unknown
  readonly height: number
}

const WRONG: Copy = { of: NOT_PLAIN, height: 0 }

/** Copies plain values up to a depth. What is shared is copied once, so that no copy is larger. */
export const plainly = (value: unknown, depth: number): unknown => {
  const known = new Map<object, Copy>()

  const made = (whole: object, left: number): Copy => {
    if (Array.isArray(whole) ? !isList(whole) : !isOpen(whole)) return WRONG
    let height = 0
    const inner = (each: unknown): unknown => {
      if (typeof each !== 'object' || each === null) return each
      const copy = copyOf(each, left - 1)
      height = Math.max(height, copy.height)
      return copy.of
    }
    if (Array.isArray(whole)) {
      const of: unknown[] = []
      for (let at = 0; at < whole.length; at += 1) of.push(inner(whole[at]))
      return { of, height: height + 1 }
    }
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
