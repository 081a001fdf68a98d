/** Merges sorted sequences into one, of which it holds one element each. */

/** A sequence, and its next element. */
interface Ahead<A> {
  readonly rest: Iterator<A>
  readonly order: number
  value: A
}

/** Whether one comes before another; of equals, that of the sequence which was given first. */
const isBefore = <A>(one: Ahead<A>, other: Ahead<A>, compare: (a: A, b: A) => number): boolean =>
  (compare(one.value, other.value) || one.order - other.order) < 0

/** Lets the first of a heap sink to its place. */
const sink = <A>(heap: Ahead<A>[], compare: (a: A, b: A) => number): void => {
  let at = 0
  for (;;) {
    let least = at
    for (const child of [2 * at + 1, 2 * at + 2]) {
      const [one, other] = [heap[child], heap[least]]
      if (one !== undefined && other !== undefined && isBefore(one, other, compare)) least = child
    }
    const [above, below] = [heap[at], heap[least]]
    if (least === at || above === undefined || below === undefined) return
    heap[at] = below
    heap[least] = above
    at = least
  }
}

/** Yields the elements of sorted sequences in order. */
export function* mergeSorted<A>(
  all: readonly Iterable<A>[],
  compare: (a: A, b: A) => number,
): Generator<A> {
  const heap: Ahead<A>[] = []
  for (const [order, each] of all.entries()) {
    const rest = each[Symbol.iterator]()
    const next = rest.next()
    if (next.done !== true) heap.push({ rest, order, value: next.value })
  }
  // a sorted list is a heap
  heap.sort((a, b) => (isBefore(a, b, compare) ? -1 : 1))
  for (let first = heap[0]; first !== undefined; first = heap[0]) {
    yield first.value
    const next = first.rest.next()
    if (next.done !== true) first.value = next.value
    else {
      const last = heap.pop()
      if (last !== undefined && heap.length > 0) heap[0] = last
    }
    sink(heap, compare)
  }
}
