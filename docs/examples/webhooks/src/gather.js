/**
 * Gathers things that are to be done while others are being done, so that one statement can do many:
 * what arrives alone is done at once, and what arrives together is done together.
 */

/**
 * @template T, R
 * @typedef {object} Waiting
 * @property {T} thing
 * @property {(result: R) => void} resolve
 * @property {(error: unknown) => void} reject
 */

/**
 * Takes from the front as many things as one turn may have; at least one.
 *
 * @template T, R
 * @param {Waiting<T, R>[]} waiting
 * @param {number} most
 * @param {number} mostBytes
 * @param {(thing: T) => number} bytesOf
 */
const nextTurn = (waiting, most, mostBytes, bytesOf) => {
  let [count, bytes] = [0, 0]
  for (const { thing } of waiting) {
    bytes += bytesOf(thing)
    if (count === most || (count > 0 && bytes > mostBytes)) break
    count += 1
  }
  return waiting.splice(0, count)
}

/**
 * Returns a function that does one thing, together with those that wait with it. If the work fails,
 * it fails for all of its turn.
 *
 * @template T, R
 * @param {object} options
 * @param {number} options.most how many things one turn has at most
 * @param {number} options.mostBytes how many bytes one turn has at most, unless one thing has more
 * @param {(thing: T) => number} options.bytesOf
 * @param {(things: readonly T[]) => Promise<readonly R[]>} options.work returns a result for each
 * @returns {(thing: T) => Promise<R>}
 */
export const gathering = ({ most, mostBytes, bytesOf, work }) => {
  /** @type {Waiting<T, R>[]} */
  const waiting = []
  let isBusy = false
  const run = async () => {
    isBusy = true
    while (waiting.length > 0) {
      // what arrives in the same turn of the event loop belongs together
      await new Promise((resolve) => setImmediate(resolve))
      const turn = nextTurn(waiting, most, mostBytes, bytesOf)
      try {
        const results = await work(turn.map(({ thing }) => thing))
        for (const [index, { resolve }] of turn.entries()) {
          resolve(/** @type {R} */ (results[index]))
        }
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    isBusy = false
  }
  return (thing) =>
    new Promise((resolve, reject) => {
      waiting.push({ thing, resolve, reject })
      if (!isBusy) void run()
    })
}
