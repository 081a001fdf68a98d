/** Plain data, all that JSON can hold: copied, frozen, compared. */

type Plain = Record<string, unknown>

/** A copy that shares nothing with what it is of. */
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

/** Freezes it with all that it holds. What is frozen already is frozen throughout. */
export const frozen = <A>(plain: A): A => {
  if (typeof plain !== 'object' || plain === null || Object.isFrozen(plain)) return plain
  // from within: an engine is slow to look through what is frozen
  for (const name in plain) {
    const inner = plain[name] as unknown
    if (typeof inner === 'object' && inner !== null) frozen(inner)
  }
  return Object.freeze(plain)
}

/** Whether two hold the same, whatever the order of names; a name without a value counts as none. */
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
