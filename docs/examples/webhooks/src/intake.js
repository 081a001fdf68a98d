/** Receives messages: each is stored as it arrived, then read, and its events are appended. */
import { isConflict } from './database.js'
import { gathering } from './gather.js'
import { planned, readingOf, streamsOf } from './plan.js'
import { streamsIn } from './streams.js'

/**
 * @typedef {import('./store.js').Kept} Kept
 * @typedef {import('./store.js').Message} Message
 * @typedef {import('./plan.js').Reading} Reading
 */

/** How many stored messages are fetched at once. A message has a megabyte at most. */
const BATCH = 25

/** How many messages, and about how many bytes of them, one statement stores. */
const [MOST, MOST_BYTES] = [64, 4 * 1024 * 1024]

/** How many times to repeat a write if another process was faster. */
const TRIES = 100

/**
 * Runs work that reads and then writes; starts it again whenever another process wrote in between.
 *
 * @template T
 * @param {() => Promise<T>} work
 * @param {() => void} onConflict
 * @returns {Promise<T>}
 */
export const again = async (work, onConflict) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || tries === TRIES) throw error
      onConflict()
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(50, tries * 2)))
    }
  }
}

/**
 * What became of a message. `kept`: it is stored, but not read yet.
 *
 * @typedef {object} Taken
 * @property {string} id
 * @property {Reading['outcome'] | 'kept'} outcome
 * @property {string | null} because why it cannot be read
 * @property {readonly import('payfold').Stream[]} streams the streams that it concerns
 * @property {number} added how many entries are new
 */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./metrics.js').Metrics} metrics
 * @param {(error: unknown, ids: readonly string[]) => void} [onFailure] is called if messages were stored, but not read
 */
export const intakeInto = (store, metrics, onFailure = () => {}) => {
  const streams = streamsIn(store)

  /**
   * Writes messages with everything that they add to the log, in one statement. If another process
   * wrote in between, it writes each half by itself; one message is tried again and again.
   *
   * @template {Message} M
   * @param {readonly M[]} messages
   * @param {(messages: readonly M[], outcomes: readonly Reading['outcome'][], added: readonly import('./store.js').Added[]) => Promise<readonly string[]>} put
   * @param {readonly Reading[]} [readings]
   * @returns {Promise<readonly Taken[]>}
   */
  const write = async (messages, put, readings = messages.map(readingOf)) => {
    const once = async () => {
      const { added, after } = await planned(streams, readings)
      const outcomes = readings.map(({ outcome }) => outcome)
      const placed = added.flatMap((all, place) => all.map((entry) => ({ entry, place })))
      const ids = await put(messages, outcomes, placed)
      for (const [stream, known] of after) streams.keep(stream, known)
      return messages.map(({ kind }, place) => {
        const { outcome, because, reported } = /** @type {Reading} */ (readings[place])
        metrics.message(kind, outcome)
        const id = ids[place] ?? ''
        return {
          id,
          outcome,
          because,
          streams: streamsOf(reported),
          added: added[place]?.length ?? 0,
        }
      })
    }
    if (messages.length === 1) return again(once, metrics.conflict)
    try {
      return await once()
    } catch (error) {
      if (!isConflict(error)) throw error
      metrics.conflict()
    }
    const half = messages.length >> 1
    return [
      ...(await write(messages.slice(0, half), put, readings.slice(0, half))),
      ...(await write(messages.slice(half), put, readings.slice(half))),
    ]
  }

  /** @param {readonly Kept[]} messages */
  const read = (messages) =>
    write(messages, async (all, outcomes, added) => {
      const ids = all.map(({ id }) => id)
      await store.addRead(ids, outcomes, added)
      return ids
    })

  /**
   * Stores messages, reads them, and appends their events, all in one statement. If that fails, it
   * stores them only.
   *
   * @param {readonly Message[]} messages
   * @returns {Promise<readonly Taken[]>}
   */
  const takeAll = async (messages) => {
    try {
      return await write(messages, store.keepAndAdd)
    } catch (error) {
      const ids = await store.keep(messages)
      onFailure(error, ids)
      return ids.map((id) => ({ id, outcome: 'kept', because: null, streams: [], added: 0 }))
    }
  }

  return {
    /**
     * Takes a message in, together with others that arrive meanwhile. Resolves once the database has
     * the message; it is read then, unless that failed.
     *
     * @type {(message: Message) => Promise<Taken>}
     */
    take: gathering({
      most: MOST,
      mostBytes: MOST_BYTES,
      bytesOf: ({ body }) => body.length,
      work: takeAll,
    }),

    /**
     * Stores a message. Resolves to the stored message once the database has it.
     *
     * @param {Message} message
     * @returns {Promise<Kept>}
     */
    keep: async (message) => ({ ...message, id: (await store.keep([message]))[0] ?? '' }),

    /**
     * Reads a stored message, and appends its events.
     *
     * @param {Kept} message
     * @returns {Promise<Taken>}
     */
    read: async (message) => /** @type {Taken} */ ((await read([message]))[0]),

    /**
     * Reads stored messages that were not read, because a process or a database stopped in between.
     * Resolves to the number of messages that it read. A failure with one message does not delay
     * the others.
     *
     * @param {object} options
     * @param {number} options.seconds the least age of a message
     * @param {() => boolean} options.isWanted whether to go on
     * @param {(error: unknown, id: string) => void} options.onFailure
     * @returns {Promise<number>}
     *
     */
    catchUp: async ({ seconds, isWanted, onFailure }) => {
      let [count, last] = [0, '0']
      /** @param {readonly Kept[]} messages @returns {Promise<void>} */
      const readAll = async (messages) => {
        if (!isWanted()) return
        try {
          count += (await read(messages)).length
        } catch (error) {
          const [first, ...others] = messages
          if (others.length === 0) return onFailure(error, first?.id ?? '')
          // one by one: the others do not wait for the one that fails
          for (const message of messages) await readAll([message])
        }
      }
      for (;;) {
        const messages = isWanted() ? await store.unread(BATCH, seconds, last) : []
        if (messages.length === 0) return count
        last = messages.at(-1)?.id ?? last
        await readAll(messages)
        // an embedded database responds without yielding: let waiting requests run first
        await new Promise((resolve) => setImmediate(resolve))
      }
    },

    /** Resolves when everything is written that was to be written later. */
    settled: () => streams.settled(),
  }
}

/** @typedef {ReturnType<typeof intakeInto>} Intake */
