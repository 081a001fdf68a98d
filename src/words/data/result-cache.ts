/** Caches the results of a function, so that each is computed only once. */

/** The most results that a cache keeps: enough for one per day of a long log. */
const MOST = 10_000

/** Caches the results of a pure function that never returns undefined; for speed only. */
export const remembering = <K, A>(compute: (key: K) => A): ((key: K) => A) => {
  const cache = new Map<K, A>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    if (cache.size >= MOST) cache.clear()
    const result = compute(key)
    cache.set(key, result)
    return result
  }
}

/** Caches the results of a pure function for objects that do not change; for speed only. */
export const rememberingOf = <K extends object, A>(compute: (key: K) => A): ((key: K) => A) => {
  const cache = new WeakMap<K, A>()
  return (key) => {
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const result = compute(key)
    cache.set(key, result)
    return result
  }
}

/** The same for objects that may change: only the results for frozen ones are kept. */
export const rememberingFrozen = <K extends object, A>(compute: (key: K) => A): ((key: K) => A) => {
  const known = rememberingOf(compute)
  return (key) => (Object.isFrozen(key) ? known(key) : compute(key))
}
