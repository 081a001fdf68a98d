/**
 * Sets marks in every part of a cluster. An SQL query may be answered from a copy of a part, and
 * the copy may lag behind. A copy that has the mark has everything that happened before the mark
 * was set.
 */
import { randomUUID } from 'node:crypto'
import { handlers, object } from '@restatedev/restate-sdk'
import { callerOf } from './calls.js'

/** A mark that is set before a query, so that the result of the query can be checked for it. */
export const MARK = { name: /** @type {const} */ ('mark') }

const SOON = { initialInterval: 50, exponentiationFactor: 2, maxInterval: 1000 }

/**
 * How often an interrupted call is tried again, for every object. Restate's own default waits
 * longer and longer, and after 70 tries pauses the call until somebody resumes it.
 */
export const PATIENT = { retryPolicy: { ...SOON, maxAttempts: Number.MAX_SAFE_INTEGER } }

/**
 * How often an interrupted call that only reads is tried again: for a short time, because after a
 * while no caller waits for the call any more.
 */
export const BRIEF = {
  retryPolicy: { ...SOON, maxAttempts: 10, onMaxAttempts: /** @type {const} */ ('kill') },
}

const MINUTE_MS = 60_000

/**
 * How long a node may take to set a mark, and how many times to try all nodes. A new cluster
 * refuses calls for a while.
 */
const [PATIENCE_MS, ROUNDS] = [5000, 200]

/**
 * Keys of mark objects, each in its own 64th of the range over which Restate spreads keys. Restate
 * divides the range into equal parts, so with at most 32 parts, each part contains a whole 64th and
 * thus a mark.
 */
const KEYS = [
  66, 13, 1, 6, 37, 57, 45, 63, 32, 87, 158, 54, 191, 127, 120, 286, 16, 46, 75, 17, 216, 5, 172,
  29, 28, 14, 43, 25, 59, 23, 118, 24, 33, 83, 21, 34, 56, 4, 2, 9, 27, 121, 76, 53, 81, 78, 61, 50,
  31, 69, 0, 39, 55, 47, 269, 71, 112, 67, 256, 119, 3, 15, 19, 107,
].map(String)

/** The maximum number of parts of a cluster that somebody else started. Restate's default is 24. */
export const MOST_PARTS = KEYS.length / 2

/** The keys that put a mark into every part. @param {number} parts */
export const keysFor = (parts) => {
  const step = Math.max(1, Math.floor(KEYS.length / (2 * parts)))
  return KEYS.filter((_, index) => index % step === 0)
}

export const mark = object({
  name: MARK.name,
  handlers: {
    /** Sets the mark again: counts how many times it was set, and stores which call set it last. */
    set: handlers.object.exclusive(
      { ...BRIEF, idempotencyRetention: 10 * MINUTE_MS },
      async (/** @type {import('@restatedev/restate-sdk').ObjectContext} */ ctx) => {
        const count = Number((await ctx.get('count')) ?? 0) + 1
        ctx.set('count', count)
        return { count, call: ctx.request().id }
      },
    ),
  },
})

/**
 * A mark that was set.
 *
 * @typedef {{ readonly key: string, readonly count: number, readonly call: string }} Mark
 */

/**
 * The addresses of a cluster: `urls` for calls of handlers, `admins` for SQL.
 *
 * @typedef {{ readonly urls: readonly string[], readonly admins: readonly string[], readonly parts: number }} Place
 */

/**
 * Sets a mark in every part; rejects if a mark cannot be set.
 *
 * @param {Place} place
 * @returns {Promise<readonly Mark[]>}
 */
export const setMarks = ({ urls, parts }) => {
  const call = callerOf(urls, PATIENCE_MS)
  return Promise.all(
    keysFor(parts).map(async (key) => {
      // afterwards, the key shows which call set the mark
      const one = { 'idempotency-key': randomUUID() }
      const answer = await call(`/${MARK.name}/${key}/set`, {}, one, ROUNDS)
      if (answer?.status !== 200) throw new Error('The handlers do not respond.')
      return { key, ...answer.body }
    }),
  )
}
