/** Lists by key. */

/** Adds a value to the list of a key. */
export const addTo = <K, A>(lists: Map<K, A[]>, key: K, value: A): void => {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}
