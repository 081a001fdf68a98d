/** Merges sorted sequences into one, of which it holds one element each. */

/** Yields the elements of two sequences in order; of equals, that of the first comes first. */
function* mergeTwo<A>(
  one: Iterable<A>,
  other: Iterable<A>,
  compare: (a: A, b: A) => number,
): Generator<A> {
  const rest = other[Symbol.iterator]()
  let next = rest.next()
  for (const value of one) {
    for (; next.done !== true && compare(next.value, value) < 0; next = rest.next()) {
      yield next.value
    }
    yield value
  }
  for (; next.done !== true; next = rest.next()) yield next.value
}

/** The sorted sequences in order; each half is merged by itself, so that many take no longer. */
export const mergeSorted = <A>(
  all: readonly Iterable<A>[],
  compare: (a: A, b: A) => number,
): Iterable<A> => {
  const [first = [], ...others] = all
  if (others.length === 0) return first
  const half = Math.ceil(all.length / 2)
  const [one, other] = [all.slice(0, half), all.slice(half)]
  return mergeTwo(mergeSorted(one, compare), mergeSorted(other, compare), compare)
}
