/** What the objects are called, by which they call each other: neither needs the other's code. */

/**
 * A stream: its log, its state, its timers.
 *
 * @type {import('@restatedev/restate-sdk').VirtualObjectDefinition<'stream', {
 *   take: (ctx: import('@restatedev/restate-sdk').ObjectContext, told: import('./stream-log.js').Told) => Promise<void>,
 *   refund: (ctx: import('@restatedev/restate-sdk').ObjectContext, call: import('./refunds.js').Call) => Promise<import('./wish.js').Refunded>,
 *   remind: (ctx: import('@restatedev/restate-sdk').ObjectContext, set: { readonly at: string }) => Promise<void>,
 * }>}
 */
export const STREAM = { name: 'stream' }

/** A message as it came, by the hash of its bytes. */
export const INBOX = { name: /** @type {const} */ ('inbox') }

/** What is set before a question, and looked for in its answer. */
export const MARK = { name: /** @type {const} */ ('mark') }

/** What a key was used for. */
export const COMMAND = { name: /** @type {const} */ ('command') }

const SOON = { initialInterval: 50, exponentiationFactor: 2, maxInterval: 1000 }

/**
 * How often a call is tried again that broke off, for every object. Restate's own default gives up waiting longer
 * and longer, and after 70 tries pauses the call until somebody resumes it.
 */
export const PATIENT = { retryPolicy: { ...SOON, maxAttempts: Number.MAX_SAFE_INTEGER } }

/** The same for who only reads: nobody waits for that any more after a while. */
export const BRIEF = {
  retryPolicy: { ...SOON, maxAttempts: 10, onMaxAttempts: /** @type {const} */ ('kill') },
}
