/**
 * The streams that this process wrote last: the tip and the state of each, kept in memory. Before
 * they are used, they are brought up to date with what the log has after them, so that it does not
 * matter which process wrote it.
 */
import { tipAfter, tipOf } from 'payfold'
import { pf } from './payfold.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').Entry} Entry
 * @typedef {import('payfold').Tip} Tip
 * @typedef {ReturnType<typeof pf.fold>} State
 */

/**
 * What is known of a stream. The state is that of a payment: nothing here needs those of others.
 *
 * @typedef {object} Known
 * @property {Tip} tip
 * @property {State | null} state
 */

/** @param {Stream} stream */
const isPayment = (stream) => stream.startsWith('payment-')

/**
 * @param {Stream} stream
 * @param {readonly Entry[]} entries
 * @returns {Known}
 */
const knownOf = (stream, entries) => ({
  tip: tipOf(stream, entries),
  state: isPayment(stream) ? pf.fold(stream, entries) : null,
})

/**
 * A stream with more entries, of which `tip` is the end.
 *
 * @param {Known} known
 * @param {readonly Entry[]} entries
 * @param {Tip} tip
 * @returns {Known}
 */
export const grown = ({ state }, entries, tip) => ({
  tip,
  state: state === null ? null : entries.reduce((last, entry) => pf.evolve(last, entry), state),
})

/** How many events the streams in memory have at most, or one stream has more. */
const MOST_EVENTS = 100_000

/**
 * @param {Pick<import('./store.js').Store, 'entriesAfter'>} store
 */
export const streamsIn = ({ entriesAfter }) => {
  /** The stream that was used last is the last one. @type {Map<Stream, Known>} */
  const kept = new Map()
  let count = 0

  /** @param {Stream} stream @param {Known} known */
  const keep = (stream, known) => {
    const before = kept.get(stream)
    // another message of this process may have been faster
    if (before !== undefined && before.tip.revision > known.tip.revision) return
    kept.delete(stream)
    kept.set(stream, known)
    count += known.tip.revision - (before?.tip.revision ?? -1)
    for (const [oldest, { tip }] of kept) {
      if (count <= MOST_EVENTS || oldest === stream) return
      kept.delete(oldest)
      count -= tip.revision + 1
    }
  }

  /**
   * A stream with what the log has after it. If the log does not continue what is known, one of them
   * is wrong.
   *
   * @param {Known} known
   * @param {readonly Entry[]} entries
   * @returns {Known}
   */
  const broughtUp = (known, entries) => {
    const fresh = entries.filter(({ revision }) => revision > known.tip.revision)
    let { tip } = known
    for (const entry of fresh) {
      if (entry.revision !== tip.revision + 1 || entry.previous !== tip.hash) {
        kept.clear()
        count = 0
        throw new Error('The log does not continue what it had. Audit the log.')
      }
      tip = tipAfter(tip, entry)
    }
    return fresh.length === 0 ? known : grown(known, fresh, tip)
  }

  return {
    keep,

    /**
     * What the log has of streams, as of now.
     *
     * @param {readonly Stream[]} streams
     * @returns {Promise<Map<Stream, Known>>}
     */
    read: async (streams) => {
      const before = new Map(streams.map((stream) => [stream, kept.get(stream)]))
      const entries = await entriesAfter(
        streams.map((stream) => [stream, before.get(stream)?.tip.revision ?? -1]),
      )
      const all = new Map()
      for (const stream of streams) {
        const own = entries.filter((entry) => entry.stream === stream)
        // while the log was read, another message may have brought the stream further
        const known = before.get(stream) && (kept.get(stream) ?? before.get(stream))
        const now = known === undefined ? knownOf(stream, own) : broughtUp(known, own)
        keep(stream, now)
        all.set(stream, now)
      }
      return all
    },
  }
}

/** @typedef {ReturnType<typeof streamsIn>} Streams */
