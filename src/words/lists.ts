/** Lists by key, and the order of texts. */

/** Adds a value to the list of a key. */
export const addTo = <K, A>(lists: Map<K, A[]>, key: K, value: A): void => {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

/** Compares two texts by code unit, as a sort function does. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A list in the order of a text that each element has. */
export const sortedBy = <A>(all: readonly A[], textOf: (element: A) => string): readonly A[] =>
  all.toSorted((a, b) => compare(textOf(a), textOf(b)))
