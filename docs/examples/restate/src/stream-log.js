/**
 * The log of a stream in the state of its object: one value per entry, and one value for the end,
 * which contains the tip and the folded state.
 */
import { TerminalError } from '@restatedev/restate-sdk'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { emptyTip } from 'payfold/machine'
import { STREAM } from './names.js'
import { pf } from './payfold.js'
import { plan } from './reminders.js'

/**
 * @typedef {import('@restatedev/restate-sdk').ObjectContext} Context
 * @typedef {import('@restatedev/restate-sdk').ObjectSharedContext} Reading
 * @typedef {import('payfold').Stream} Stream
 * @typedef {import('payfold').DomainEvent} Event
 * @typedef {{ readonly line: string, readonly message: string }} Kept a line, and the message that reported it
 * @typedef {{ readonly message: string, readonly events: readonly Event[] }} Reported
 * @typedef {{ readonly tip: import('payfold/machine').Tip, readonly state: import('./payfold.js').Folded }} Log
 */

/** @param {Reading} ctx @returns {Stream} */
export const streamOf = (ctx) => /** @type {Stream} */ (ctx.key)

/**
 * The entries up to the tip. The end is one value, and is set last. A reader therefore sees
 * everything that a running handler adds, or nothing of it.
 *
 * @param {Reading} ctx
 * @param {import('payfold/machine').Tip} tip
 * @returns {Promise<readonly Kept[]>}
 */
const linesTo = async (ctx, { revision }) => {
  const all = Array.from({ length: revision + 1 }, (_, index) => ctx.get(`event/${index}`))
  return /** @type {Kept[]} */ (await Promise.all(all))
}

/** @param {Kept} kept */
const entryIn = ({ line }) => {
  const read = pf.fromLine(line)
  // only `record` writes lines, so an invalid line is an accident, and no entry may follow it.
  // Calls that write wait until the line is repaired
  if (isLeft(read)) throw new Error('A line of the log is not valid. Audit the log.')
  return read.right
}

/** @param {Reading} ctx @returns {Promise<{ readonly tip: import('payfold/machine').Tip, readonly state: unknown }>} */
const endIn = async (ctx) => (await ctx.get('end')) ?? { tip: emptyTip(streamOf(ctx)), state: null }

/** The lines of the log. @param {Reading} ctx */
export const lines = async (ctx) => {
  const { tip } = await endIn(ctx)
  return (await linesTo(ctx, tip)).map(({ line }) => line)
}

/**
 * The state of a stream. The stored state is used if it is what its events fold to today, up to this
 * tip; otherwise the log is folded again.
 *
 * @param {Reading} ctx
 * @returns {Promise<Log>}
 */
export const load = async (ctx) => {
  const { tip, state: kept } = await endIn(ctx)
  const resumed = pf.resume(kept, tip)
  if (isRight(resumed)) return { tip, state: resumed.right }
  return { tip, state: pf.fold(tip.stream, (await linesTo(ctx, tip)).map(entryIn)) }
}

/**
 * The consequences of a state for mandates; none if the stream has no machine yet.
 * @param {Log['state']} state
 */
const impliedBy = (state) => {
  const implied = pf.consequences(state)
  return isLeft(implied) ? [] : implied.right
}

/**
 * Adds reported events to a stream, sends mandates their consequences, and plans reminders. The
 * object runs one call at a time and repeats an interrupted call, so each of these steps happens
 * exactly once.
 *
 * @param {Context} ctx
 * @param {Log} log
 * @param {Reported} reported
 * @returns {Promise<Log>}
 */
export const record = async (ctx, log, { message, events }) => {
  const appended = pf.append(log.tip, events)
  if (isLeft(appended))
    throw new TerminalError(`The message reported an invalid event: ${appended.left.error}.`)
  const { entries, tip } = appended.right
  if (entries.length === 0) return log
  const state = entries.reduce((before, entry) => pf.evolve(before, entry), log.state)
  const next = { tip, state }
  for (const entry of entries) {
    ctx.set(`event/${entry.revision}`, { line: pf.toLine(entry), message })
  }
  ctx.set('end', next)
  const known = new Set(impliedBy(log.state).map(({ event }) => event.metadata.eventId))
  const fresh = impliedBy(state).filter(({ event }) => !known.has(event.metadata.eventId))
  // all consequences of a payment concern one mandate
  const [{ stream = null } = {}] = fresh
  if (stream !== null) {
    const implied = {
      message: `${ctx.key}@${tip.revision}`,
      events: fresh.map(({ event }) => event),
    }
    ctx.objectSendClient(STREAM, stream).take(implied)
  }
  await plan(ctx, next)
  return next
}
