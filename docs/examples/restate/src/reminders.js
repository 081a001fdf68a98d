/** Durable timers: when a window of a stream closes, what is then due is written into the object's state. */
import { rpc } from '@restatedev/restate-sdk'
import { instant, questions, windows } from 'payfold'
import { STREAM } from './names.js'

/**
 * @typedef {object} Due a window that has closed
 * @property {string} name
 * @property {string} about
 * @property {string} closesAt
 * @property {string} because what is over or overdue, as a sentence
 * @property {string} remindedAt
 */

/** @param {Pick<Due, 'name' | 'about' | 'closesAt'>} window */
const nameOf = ({ name, about, closesAt }) => `${name} ${about} ${closesAt}`

/** @param {number} ms */
const instantAt = (ms) =>
  /** @type {import('payfold').Instant} */ (instant(new Date(ms).toISOString()))

/** The first millisecond at which a window is closed: instants are finer. @param {string} closesAt */
const closedBy = (closesAt) => Date.parse(closesAt) + 1

/**
 * Writes what is due by now, and sets a timer for what closes next. The time is asked for only where there is
 * something new; it is kept with the call, so that the call gone through again sees the same.
 *
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {Pick<import('./stream-log.js').Log, 'machine' | 'state'>} log
 */
export const plan = async (ctx, { machine, state }) => {
  if (machine === null) return
  const due = /** @type {Due[]} */ ((await ctx.get('due')) ?? [])
  const timer = /** @type {string | null} */ (await ctx.get('timer'))
  const listed = new Set(due.map(nameOf))
  /** @param {number} now @returns {readonly import('payfold').WindowAt[]} the earliest to close first */
  const unlisted = (now) =>
    windows(machine)(state, instantAt(now)).filter((each) => !listed.has(nameOf(each)))
  // which windows there are does not depend on the time: only whether they are open
  const [first] = unlisted(0)
  if (first === undefined || first.closesAt === timer) return
  const now = await ctx.date.now()
  const all = unlisted(now)
  const next = all.find(({ closesAt }) => closedBy(closesAt) > now)
  const overdue = questions(state, all).filter(({ reason }) => reason === 'Overdue')
  const fresh = all.flatMap(({ name, about, closesAt, allows }) => {
    if (closedBy(closesAt) > now) return []
    const key = about === '' ? name : `${name}:${about}`
    const because = overdue.find((question) => question.key === key)?.because ?? `Over: ${allows}`
    return [{ name, about, closesAt, because, remindedAt: instantAt(now) }]
  })
  if (fresh.length > 0) ctx.set('due', [...due, ...fresh])
  if (next === undefined || next.closesAt === timer) return
  ctx.set('timer', next.closesAt)
  const delay = closedBy(next.closesAt) - now
  ctx.objectSendClient(STREAM, ctx.key).remind({ at: next.closesAt }, rpc.sendOpts({ delay }))
}

/**
 * What a timer does. One that was set for what has moved since is left behind, and finds another in its place.
 *
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {Pick<import('./stream-log.js').Log, 'machine' | 'state'>} log
 * @param {string} at the moment that it was set for
 */
export const ring = async (ctx, log, at) => {
  if ((await ctx.get('timer')) !== at) return
  ctx.clear('timer')
  await plan(ctx, log)
}
