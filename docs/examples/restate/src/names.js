/**
 * The names of the objects. Objects call each other by name, so that no object has to import
 * another object's code.
 */

/**
 * A stream: its log, its state, its timers.
 *
 * @type {import('@restatedev/restate-sdk').VirtualObjectDefinition<'stream', {
 *   take: (ctx: import('@restatedev/restate-sdk').ObjectContext, reported: import('./stream-log.js').Reported) => Promise<void>,
 *   refund: (ctx: import('@restatedev/restate-sdk').ObjectContext, call: import('./refunds.js').Call) => Promise<import('./refund-request.js').Refunded>,
 *   remind: (ctx: import('@restatedev/restate-sdk').ObjectContext, set: { readonly at: string }) => Promise<void>,
 * }>}
 */
export const STREAM = { name: 'stream' }

/** A message as it arrived, by the hash of its bytes. */
export const INBOX = { name: /** @type {const} */ ('inbox') }

/** A mark that is set before a query, so that the result of the query can be checked for it. */
export const MARK = { name: /** @type {const} */ ('mark') }

/** What a key was used for. */
export const COMMAND = { name: /** @type {const} */ ('command') }

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
