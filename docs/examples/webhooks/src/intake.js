/** Receives messages: each is stored as it arrived, then read, and its events are appended. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { tipOf } from 'payfold'
import { readDelivery } from 'payfold/provider'
import { isConflict } from './database.js'
import { pf } from './payfold.js'

/**
 * @typedef {{ readonly stream: import('payfold').Stream, readonly event: import('payfold').DomainEvent }} Reported
 * @typedef {import('payfold').Entry} Entry
 */

/** @param {readonly Reported[]} reported */
const streamsOf = (reported) => [...new Set(reported.map(({ stream }) => stream))]

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
 * The entries that some events add to their streams, given all entries that these streams have so
 * far.
 *
 * @param {readonly Entry[]} known
 * @param {readonly Reported[]} reported
 * @returns {readonly Entry[]}
 */
export const added = (known, reported) => {
  const tips = new Map(
    streamsOf(reported).map((stream) => [stream, tipOf(stream, of(known, stream))]),
  )
  const appended = pf.appendAll(tips, reported)
  // the events are valid: `readDelivery` and `decide` return only valid events
  if (isLeft(appended))
    throw new Error(`A message reported an invalid event: ${appended.left.error}.`)
  return appended.right.entries
}

/** @param {readonly Entry[]} entries @param {import('payfold').Stream} stream */
const of = (entries, stream) => entries.filter((entry) => entry.stream === stream)

/**
 * The consequences that the payments among some entries have for their mandates.
 *
 * @param {readonly Entry[]} known
 * @param {readonly Entry[]} fresh
 * @returns {readonly Reported[]}
 */
const impliedBy = (known, fresh) => {
  const streams = new Set(fresh.map(({ stream }) => stream))
  const payments = [...streams].filter((stream) => stream.startsWith('payment-'))
  return payments.flatMap((stream) => {
    const state = pf.fold(stream, [...of(known, stream), ...of(fresh, stream)])
    const implied = pf.consequences(state)
    // a payment of another lifecycle has no consequences yet
    return isRight(implied) ? implied.right : []
  })
}

/**
 * All entries that some events add to the log: the entries of the events themselves, and the
 * entries that payments imply for mandates.
 *
 * @param {import('./store.js').Store} store
 * @param {readonly Reported[]} reported
 * @returns {Promise<readonly Entry[]>}
 */
const entriesFor = async (store, reported) => {
  const known = await store.entriesOf(streamsOf(reported))
  const fresh = added(known, reported)
  const implied = impliedBy(known, fresh)
  const mandates = await store.entriesOf(streamsOf(implied))
  // one message may report a mandate and also a payment on that mandate
  return [...fresh, ...added([...mandates, ...fresh], implied)]
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
      const entries = await entriesFor(store, reported)
      await store.addRead(id, outcome, entries)
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
        const ids = await store.unread(100, seconds, last)
        if (ids.length === 0) return count
        for (const id of ids) {
          if (!isWanted()) return count
          last = id
          try {
            await read(await store.message(id))
            count += 1
          } catch (error) {
            onFailure(error, id)
          }
          // an embedded database responds without yielding: let waiting requests run first
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    },
  }
}

/** @typedef {ReturnType<typeof intakeInto>} Intake */
