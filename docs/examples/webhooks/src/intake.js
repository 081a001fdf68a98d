/** Receives messages: each is stored as it arrived, then read, and its events are appended. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { readDelivery } from 'payfold/provider'
import { isConflict } from './database.js'
import { pf } from './payfold.js'
import { grown, streamsIn } from './streams.js'

/**
 * @typedef {{ readonly stream: import('payfold').Stream, readonly event: import('payfold').DomainEvent }} Reported
 * @typedef {import('payfold').Entry} Entry
 */

/** @param {readonly Reported[]} reported */
const streamsOf = (reported) => [...new Set(reported.map(({ stream }) => stream))]

/** How many stored messages are fetched at once. A message has a megabyte at most. */
const BATCH = 25

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

/** @param {readonly Entry[]} entries @param {import('payfold').Stream} stream */
const of = (entries, stream) => entries.filter((entry) => entry.stream === stream)

/**
 * Streams with the events of a message, and the entries that these add.
 *
 * @param {ReadonlyMap<import('payfold').Stream, import('./streams.js').Known>} known
 * @param {readonly Reported[]} reported
 */
const withEvents = (known, reported) => {
  const tips = new Map([...known].map(([stream, { tip }]) => [stream, tip]))
  const appended = pf.appendAll(tips, reported)
  // the events are valid: `readDelivery` returns only valid events
  if (isLeft(appended))
    throw new Error(`A message reported an invalid event: ${appended.left.error}.`)
  const { entries, tips: ends } = appended.right
  const after = new Map(
    [...known].map(([stream, each]) => {
      const own = of(entries, stream)
      return [stream, own.length === 0 ? each : grown(each, own, ends.get(stream) ?? each.tip)]
    }),
  )
  return { entries, after }
}

/**
 * The consequences that payments have for their mandates.
 *
 * @param {ReadonlyMap<import('payfold').Stream, import('./streams.js').Known>} known
 * @returns {readonly Reported[]}
 */
const impliedBy = (known) =>
  [...known.values()].flatMap(({ state }) => {
    const implied = state === null ? null : pf.consequences(state)
    // a payment of another lifecycle has no consequences yet
    return implied !== null && isRight(implied) ? implied.right : []
  })

/**
 * Everything that some events add to the log: the entries of the events themselves, and the entries
 * that payments imply for mandates; and the streams as they are then.
 *
 * @param {import('./streams.js').Streams} streams
 * @param {readonly Reported[]} reported
 */
const addedBy = async (streams, reported) => {
  const own = withEvents(await streams.read(streamsOf(reported)), reported)
  const isChanged = (/** @type {import('payfold').Stream} */ stream) =>
    own.entries.some((entry) => entry.stream === stream)
  const implied = impliedBy(new Map([...own.after].filter(([stream]) => isChanged(stream))))
  // one message may report a mandate and also a payment on that mandate
  const others = streamsOf(implied).filter((stream) => !own.after.has(stream))
  const mandates = withEvents(new Map([...own.after, ...(await streams.read(others))]), implied)
  return { entries: [...own.entries, ...mandates.entries], after: mandates.after }
}

/**
 * The outcome of a message. `recorded`: the message reports events, even if none of them is new.
 * `nothing`: the message can be read, but reports nothing. `unreadable`: this release cannot read
 * the message; it stays stored.
 *
 * @typedef {object} Taken
 * @property {'recorded' | 'nothing' | 'unreadable'} outcome
 * @property {string | null} because why it cannot be read
 * @property {readonly import('payfold').Stream[]} streams the streams that it concerns
 * @property {number} added how many entries are new
 */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./metrics.js').Metrics} metrics
 */
export const intakeInto = (store, metrics) => {
  const streams = streamsIn(store)
  /**
   * Reads a stored message, and appends its events.
   *
   * @param {import('./store.js').Kept} message
   * @returns {Promise<Taken>}
   */
  const read = async ({ id, receivedAt, kind, about, body }) => {
    const text = Buffer.from(body).toString('utf8')
    const reading = readDelivery({ ...about, kind, receivedAt, body: text })
    const reported = isLeft(reading) ? [] : reading.right
    const outcome = isLeft(reading) ? 'unreadable' : reported.length === 0 ? 'nothing' : 'recorded'
    const entries = await again(async () => {
      const { entries, after } = await addedBy(streams, reported)
      await store.addRead(id, outcome, entries)
      for (const [stream, known] of after) streams.keep(stream, known)
      return entries
    }, metrics.conflict)
    metrics.message(kind, outcome)
    return {
      outcome,
      because: isLeft(reading) ? pf.explain(reading.left) : null,
      streams: streamsOf(reported),
      added: entries.length,
    }
  }

  return {
    read,

    /**
     * Stores a message. Resolves to the stored message once the database has it.
     *
     * @param {Omit<import('./store.js').Kept, 'id'>} message
     * @returns {Promise<import('./store.js').Kept>}
     *
     */
    keep: async (message) => ({ ...message, id: await store.keep(message) }),

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
      for (;;) {
        const messages = await store.unread(BATCH, seconds, last)
        if (messages.length === 0) return count
        for (const message of messages) {
          if (!isWanted()) return count
          last = message.id
          try {
            await read(message)
            count += 1
          } catch (error) {
            onFailure(error, message.id)
          }
          // an embedded database responds without yielding: let waiting requests run first
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    },
  }
}

/** @typedef {ReturnType<typeof intakeInto>} Intake */
