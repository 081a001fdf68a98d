/** Merges sources, each of which is sorted by stream name. */

/**
 * @template {{ readonly stream: string }} A
 * @typedef {object} Front
 * @property {AsyncIterator<readonly A[]>} source
 * @property {readonly A[]} batch
 * @property {number} index
 */

/**
 * Yields the items of all sources by stream name; for the same name, the items of the earlier
 * source come first.
 *
 * @template {{ readonly stream: string }} A
 * @param {readonly AsyncIterable<readonly A[]>[]} sources
 * @returns {AsyncGenerator<A>}
 */
export async function* inOrder(sources) {
  /** @param {AsyncIterator<readonly A[]>} source @returns {Promise<Front<A> | null>} */
  const open = async (source) => {
    for (;;) {
      const { value, done } = await source.next()
      if (done === true) return null
      if (value.length > 0) return { source, batch: value, index: 0 }
    }
  }
  /** @type {(Front<A> | null)[]} */
  const fronts = []
  for (const source of sources) fronts.push(await open(source[Symbol.asyncIterator]()))
  for (;;) {
    let first = -1
    let next = /** @type {A | undefined} */ (undefined)
    for (const [index, front] of fronts.entries()) {
      const item = front?.batch[front.index]
      if (item === undefined || (next !== undefined && next.stream <= item.stream)) continue
      first = index
      next = item
    }
    const front = fronts[first]
    if (next === undefined || front === undefined || front === null) return
    yield next
    front.index += 1
    if (front.index === front.batch.length) fronts[first] = await open(front.source)
  }
}
