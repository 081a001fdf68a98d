/**
 * The streams that this process wrote last: the tip and the state of each, kept in memory, and of
 * long streams also in the database. Before they are used, they are brought up to date with what the
 * log has after them, so that it does not matter which process wrote it.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { tipAfter, tipOf } from 'payfold/machine'
import { pf } from './payfold.js'

/**
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').Entry} Entry
 * @typedef {import('payfold/machine').Tip} Tip
 * @typedef {ReturnType<typeof pf.fold>} State
 */

/**
 * What is known of a stream. The state is that of a payment: nothing here needs those of others. It
 * is made when it is needed, from an earlier one and the entries since then.
 *
 * @typedef {object} Known
 * @property {Tip} tip
 * @property {State | null} state an earlier state; null: that of an empty stream
 * @property {readonly Entry[]} since the entries that the earlier state does not have
 * @property {boolean} isLoaded whether `state` and `since` have all; if not, the database has the state
 * @property {number} kept the revision up to which the database has the tip and the state
 * @property {Tip | null} keptAt the tip that the database has, if the state is still there only
 */

/** @param {Stream} stream */
export const isPayment = (stream) => stream.startsWith('payment-')

/** @param {Stream} stream @returns {Known} */
const unknown = (stream) => ({
  tip: tipOf(stream, []),
  state: null,
  since: [],
  isLoaded: true,
  kept: -1,
  keptAt: null,
})

/**
 * A stream with more entries, of which `tip` is the end.
 *
 * @param {Known} known
 * @param {readonly Entry[]} entries
 * @param {Tip} tip
 * @returns {Known}
 */
export const grown = (known, entries, tip) =>
  isPayment(tip.stream) ? { ...known, tip, since: [...known.since, ...entries] } : { ...known, tip }

/** Up to how many entries are added one by one: for more of them, a fold takes less time. */
const FEW = 16

/** The events that a state has, without those that it inferred. @param {State} state */
const eventsOf = ({ occurrences }) =>
  occurrences
    .flatMap(({ events }) => events)
    .filter(({ metadata: { source } }) => source !== 'inferred')

/** A stream whose state has all its entries. @param {Known} known @param {number} [few] @returns {Known} */
export const withState = (known, few = FEW) => {
  const { tip, state, since, isLoaded } = known
  if (!isLoaded) throw new Error('The state of a stream is needed, and was not loaded.')
  if (state !== null && since.length === 0) return known
  if (state !== null && since.length <= few) {
    return {
      ...known,
      state: since.reduce((last, entry) => pf.evolve(last, entry), state),
      since: [],
    }
  }
  const before = state === null ? [] : eventsOf(state)
  return { ...known, state: pf.fold(tip.stream, [...before, ...since]), since: [] }
}

/** How many events the streams in memory have at most, or one stream has more. */
const MOST_EVENTS = 100_000

/** How many entries must be new, at least, for a stream to be kept in the database again. */
const LEAST_GROWTH = 256

/** Long streams are kept when a quarter of them is new: so all this costs little per entry. */
const isDue = (/** @type {Known} */ { tip, kept }) =>
  tip.revision - kept >= Math.max(LEAST_GROWTH, tip.revision / 4)

const NOT_CONTINUED = 'The log does not continue what it had. Audit the log.'

/**
 * @param {Pick<import('./store.js').Store, 'ends' | 'entriesOf' | 'keptState' | 'keepEnd' | 'forgetEnd'>} store
 */
export const streamsIn = (store) => {
  /** The stream that was used last is the last one. @type {Map<Stream, Known>} */
  const memory = new Map()
  let count = 0
  /** What the database is still to keep. @type {Promise<unknown>} */
  let keeping = Promise.resolve()

  /** @param {Stream} stream */
  const forget = (stream) => {
    count -= (memory.get(stream)?.tip.revision ?? -1) + 1
    memory.delete(stream)
  }

  /** Keeps the end of a long stream in the database. It is only a cache: a failure costs time. @param {Known} known */
  const keepInDatabase = ({ tip, state }) => {
    const { stream, revision, hash } = tip
    const end = {
      stream,
      revision,
      tip: JSON.stringify(tip),
      state: state === null ? null : JSON.stringify({ ...state, revision, hash }),
    }
    keeping = keeping.then(() => store.keepEnd(end)).catch(() => {})
  }

  /** @param {Stream} stream @param {Known} latest */
  const keep = (stream, latest) => {
    const before = memory.get(stream)
    // another message of this process may have been faster
    if (before !== undefined && before.tip.revision > latest.tip.revision) return
    let known = latest
    if (latest.isLoaded && isDue(latest)) {
      const made = isPayment(stream) ? withState(latest) : latest
      keepInDatabase(made)
      known = { ...made, kept: made.tip.revision }
    }
    forget(stream)
    memory.set(stream, known)
    count += known.tip.revision + 1
    for (const oldest of memory.keys()) {
      if (count <= MOST_EVENTS || oldest === stream) return
      forget(oldest)
    }
  }

  /**
   * A stream with what the log has from its last entry on. If the log does not have that entry, or
   * does not continue it, one of them is wrong.
   *
   * @param {Known} known
   * @param {readonly Entry[]} entries
   * @returns {Known | null}
   */
  const broughtUp = (known, entries) => {
    const isEmpty = known.tip.revision < 0
    const [first] = entries
    const isThere = first?.revision === known.tip.revision && first.hash === known.tip.hash
    if (!isEmpty && !isThere) return null
    const fresh = isEmpty ? entries : entries.slice(1)
    let { tip } = known
    for (const entry of fresh) {
      if (entry.revision !== tip.revision + 1 || entry.previous !== tip.hash) return null
      tip = tipAfter(tip, entry)
    }
    return fresh.length === 0 ? known : grown(known, fresh, tip)
  }

  /** A tip that the database has kept; null if it is none. @param {Stream} stream @param {string} text */
  const tipIn = (stream, text) => {
    /** @type {Tip} */
    const tip = JSON.parse(text)
    return tip.stream === stream && !isLeft(pf.append(tip, [])) ? tip : null
  }

  /**
   * What the log has of streams, as of now.
   *
   * @param {readonly Stream[]} streams
   * @returns {Promise<Map<Stream, Known>>}
   */
  const read = async (streams) => {
    const before = new Map(streams.map((stream) => [stream, memory.get(stream)]))
    const ends = await store.ends(
      streams.map((stream) => [stream, before.get(stream)?.tip.revision ?? -1]),
    )
    const all = new Map()
    for (const stream of streams) {
      const { entries = [], tip: text = null } = ends.get(stream) ?? {}
      const tip = text === null ? null : tipIn(stream, text)
      const kept = tip && {
        ...unknown(stream),
        tip,
        isLoaded: false,
        kept: tip.revision,
        keptAt: tip,
      }
      const read = broughtUp(before.get(stream) ?? kept ?? unknown(stream), entries)
      if (read === null) {
        forget(stream)
        await store.forgetEnd(stream)
        throw new Error(NOT_CONTINUED)
      }
      keep(stream, read)
      // while the log was read, another message may have brought the stream further
      all.set(stream, memory.get(stream) ?? read)
    }
    return all
  }

  /**
   * The stream with an earlier state that has everything before `since`: the one that the database
   * has kept, if the same machines made it, or else that of all entries.
   *
   * @param {Known} known
   * @returns {Promise<Known>}
   */
  const loaded = async (known) => {
    const { stream, revision } = known.tip
    const { revision: at, state: text = null } = (await store.keptState(stream)) ?? {}
    const { keptAt } = known
    const isThere = at === known.kept && text !== null && keptAt !== null
    // the log has the entry of this tip: a state at any other tip is not continued
    const resumed = isThere ? pf.resume(JSON.parse(text), keptAt) : null
    if (resumed !== null && !isLeft(resumed)) {
      return { ...known, state: resumed.right, isLoaded: true }
    }
    const entries = await store.entriesOf([stream])
    const since = entries.filter((entry) => entry.revision <= revision)
    return { ...known, state: null, since, isLoaded: true, kept: -1 }
  }

  return {
    keep,
    read,

    /**
     * Streams of which the state is needed: with everything that it is made from.
     *
     * @param {ReadonlyMap<Stream, Known>} known
     * @param {(stream: Stream) => boolean} isNeeded
     * @returns {Promise<Map<Stream, Known>>}
     */
    load: async (known, isNeeded) => {
      const all = new Map(known)
      for (const [stream, each] of known) {
        if (each.isLoaded || !(isNeeded(stream) || isDue(each))) continue
        const now = await loaded(each)
        keep(stream, now)
        all.set(stream, now)
      }
      return all
    },

    /** Resolves when the database has kept what it is to keep. */
    settled: () => keeping,
  }
}

/** @typedef {ReturnType<typeof streamsIn>} Streams */
