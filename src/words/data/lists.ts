/** Lists by key, and the order of texts. */

/** Adds a value to the list of a key. */
export const addTo = <K, A>(lists: Map<K, A[]>, key: K, value: A): void => {
  const known = lists.get(key)
  if (known === undefined) lists.set(key, [value])
  else known.push(value)
}

/** Lists by key, from pairs of a key and a value. */
export const listsOf = <K, A>(pairs: Iterable<readonly [K, A]>): Map<K, A[]> => {
  const lists = new Map<K, A[]>()
  for (const [key, value] of pairs) addTo(lists, key, value)
  return lists
}

/** Compares two texts by code unit, as a sort function does. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** A list in the order of a text that each element has. */
export const sortedBy = <A>(all: readonly A[], textOf: (element: A) => string): readonly A[] =>
  all.length < 2 ? all : all.toSorted((a, b) => compare(textOf(a), textOf(b)))

/** The greatest of some numbers, however many there are; null if there is none. */
export const greatest = (all: readonly number[]): number | null =>
  all.reduce<number | null>((most, each) => (most === null || each > most ? each : most), null)

/** The least of some numbers, however many there are; null if there is none. */
export const least = (all: readonly number[]): number | null =>
  all.reduce<number | null>((most, each) => (most === null || each < most ? each : most), null)

/** Adds elements to a list, however many there are. */
export const addAll = <A>(list: A[], more: Iterable<A>): void => {
  for (const each of more) list.push(each)
}

/** A number of things, in words. */
export const count = (many: number, one: string, more = `${one}s`): string =>
  `${many.toLocaleString('en-US')} ${many === 1 ? one : more}`

const MOST_NAMED = 8

/** A list in words: the first of many, and how many more there are. */
export const namedFirst = (all: readonly (string | number)[]): string => {
  const more = all.length - MOST_NAMED
  return [...all.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
}

/** The empty list: one for all, so that nothing is made where there is nothing. */
export const NONE: readonly never[] = Object.freeze([])

/** Lists as one. Where no more than one of them has elements, it is that list itself. */
export const joined = <A>(...lists: readonly (readonly A[])[]): readonly A[] => {
  let all: readonly A[] = NONE
  for (const list of lists) if (list.length > 0) all = all.length === 0 ? list : [...all, ...list]
  return all
}
