/** Taking messages in: each is kept as it came, then read, and what it tells is appended. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { tipOf } from 'payfold'
import { readDelivery } from 'payfold/provider'
import { isConflict } from './database.js'
import { pf } from './payfold.js'

/**
 * @typedef {{ readonly stream: import('payfold').Stream, readonly event: import('payfold').DomainEvent }} Told
 * @typedef {import('payfold').Entry} Entry
 */

/** @param {readonly Told[]} told */
const streamsOf = (told) => [...new Set(told.map(({ stream }) => stream))]

/** How often a write is tried again that somebody else was faster than. */
const TRIES = 100

/**
 * Runs what reads and then writes, again from the start whenever somebody wrote in between.
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
 * The entries that some events add to their streams, of which all entries are given.
 *
 * @param {readonly Entry[]} known
 * @param {readonly Told[]} told
 * @returns {readonly Entry[]}
 */
export const added = (known, told) => {
  const tips = new Map(streamsOf(told).map((stream) => [stream, tipOf(stream, of(known, stream))]))
  const appended = pf.appendAll(tips, told)
  // what was told is an event: `readDelivery` and `decide` make no other
  if (isLeft(appended)) throw new Error(`What was told cannot be appended: ${appended.left.error}.`)
  return appended.right.entries
}

/** @param {readonly Entry[]} entries @param {import('payfold').Stream} stream */
const of = (entries, stream) => entries.filter((entry) => entry.stream === stream)

/**
 * What the payments among some entries mean for their mandates.
 *
 * @param {readonly Entry[]} known
 * @param {readonly Entry[]} fresh
 * @returns {readonly Told[]}
 */
const impliedBy = (known, fresh) => {
  const streams = new Set(fresh.map(({ stream }) => stream))
  const payments = [...streams].filter((stream) => stream.startsWith('payment-'))
  return payments.flatMap((stream) => {
    const state = pf.fold(stream, [...of(known, stream), ...of(fresh, stream)])
    const implied = pf.consequences(state)
    // a payment of no lifecycle here means nothing yet
    return isRight(implied) ? implied.right : []
  })
}

/**
 * What some events come to in the log: their own entries, and those on mandates that payments imply.
 *
 * @param {import('./store.js').Store} store
 * @param {readonly Told[]} told
 * @returns {Promise<readonly Entry[]>}
 */
const entriesFor = async (store, told) => {
  const known = await store.entriesOf(streamsOf(told))
  const fresh = added(known, told)
  const implied = impliedBy(known, fresh)
  const mandates = await store.entriesOf(streamsOf(implied))
  // a message may tell of a mandate itself, and of a payment on it
  return [...fresh, ...added([...mandates, ...fresh], implied)]
}

/**
 * What became of a message. `told`: it tells events, perhaps none that are new. `nothing`: it can be read, and
 * tells nothing. `unreadable`: it cannot be read by this release; it is kept.
 *
 * @typedef {object} Taken
 * @property {'told' | 'nothing' | 'unreadable'} outcome
 * @property {string | null} because why it cannot be read
 * @property {readonly import('payfold').Stream[]} streams what it is about
 * @property {number} added how many entries are new
 */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./metrics.js').Metrics} metrics
 */
export const intakeInto = (store, metrics) => {
  /**
   * Reads a message that is kept, and appends what it tells.
   *
   * @param {import('./store.js').Kept} message
   * @returns {Promise<Taken>}
   */
  const read = async ({ id, receivedAt, kind, about, body }) => {
    const text = Buffer.from(body).toString('utf8')
    const reading = readDelivery({ ...about, kind, receivedAt, body: text })
    const told = isLeft(reading) ? [] : reading.right
    const outcome = isLeft(reading) ? 'unreadable' : told.length === 0 ? 'nothing' : 'told'
    const entries = await again(async () => {
      const entries = await entriesFor(store, told)
      await store.addRead(id, outcome, entries)
      return entries
    }, metrics.conflict)
    metrics.message(kind, outcome)
    return {
      outcome,
      because: isLeft(reading) ? pf.explain(reading.left) : null,
      streams: streamsOf(told),
      added: entries.length,
    }
  }

  return {
    read,

    /**
     * Keeps a message; resolves to it once the database has it.
     *
     * @param {Omit<import('./store.js').Kept, 'id'>} message
     * @returns {Promise<import('./store.js').Kept>}
     */
    keep: async (message) => ({ ...message, id: await store.keep(message) }),

    /**
     * Reads what was kept and not read: a process or a database stopped in between. Resolves to how many it read;
     * one that fails holds up no other.
     *
     * @param {object} options
     * @param {number} options.seconds how long ago they were kept, at least
     * @param {() => boolean} options.isWanted whether to go on
     * @param {(error: unknown, id: string) => void} options.onFailure
     * @returns {Promise<number>}
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
          // an embedded database answers without ever letting go: requests come first
          await new Promise((resolve) => setImmediate(resolve))
        }
      }
    },
  }
}

/** @typedef {ReturnType<typeof intakeInto>} Intake */
