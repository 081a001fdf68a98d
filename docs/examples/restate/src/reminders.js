/**
 * Durable timers. When a window of a stream closes, they write what is due into the object's state.
 */
import { rpc } from '@restatedev/restate-sdk'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { STREAM } from './names.js'
import { momentOf, pf } from './payfold.js'

/**
 * @typedef {object} Due a window that has closed
 * @property {string} name
 * @property {string} entityId
 * @property {string} closesAt
 * @property {string} because a sentence that says what is over or overdue
 * @property {string} remindedAt
 */

/** @param {Pick<Due, 'name' | 'entityId' | 'closesAt'>} window */
const nameOf = ({ name, entityId, closesAt }) => `${name} ${entityId} ${closesAt}`

/** The reminders of a stream that has no machine yet. */
const none = getOrElseW(() => [])

/**
 * The first millisecond at which a window is closed: timers are less precise than instants.
 * @param {string} closesAt
 */
const closedBy = (closesAt) => Date.parse(closesAt) + 1

/**
 * Writes what is due by now, and sets a timer for the next window to close. It reads the clock only
 * if there is a new window. The call stores the time that it read, so it uses the same time if it
 * runs again.
 *
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {Pick<import('./stream-log.js').Log, 'state'>} log
 */
export const plan = async (ctx, { state }) => {
  if (state.machine === 'unassigned') return
  const due = /** @type {Due[]} */ ((await ctx.get('due')) ?? [])
  const timer = /** @type {string | null} */ (await ctx.get('timer'))
  const listed = new Set(due.map(nameOf))
  /** @param {number} now @returns {readonly import('payfold').WindowAt[]} the earliest to close first */
  const unlisted = (now) =>
    none(pf.windows(state, momentOf(now))).filter((each) => !listed.has(nameOf(each)))
  // the time does not change which windows there are, only whether they are open
  const [first] = unlisted(0)
  if (first === undefined || first.closesAt === timer) return
  const now = await ctx.date.now()
  const all = unlisted(now)
  const next = all.find(({ closesAt }) => closedBy(closesAt) > now)
  const open = none(pf.questions(state, momentOf(now)))
  const overdue = open.filter(({ reason }) => reason === 'Overdue')
  const fresh = all.flatMap(({ name, entityId, closesAt, allows }) => {
    if (closedBy(closesAt) > now) return []
    const key = entityId === '' ? name : `${name}:${entityId}`
    const because = overdue.find((question) => question.key === key)?.because ?? `Over: ${allows}`
    return [{ name, entityId, closesAt, because, remindedAt: momentOf(now) }]
  })
  if (fresh.length > 0) ctx.set('due', [...due, ...fresh])
  if (next === undefined || next.closesAt === timer) return
  ctx.set('timer', next.closesAt)
  const delay = closedBy(next.closesAt) - now
  ctx.objectSendClient(STREAM, ctx.key).remind({ at: next.closesAt }, rpc.sendOpts({ delay }))
}

/**
 * Runs when a timer ends. If the windows have changed since the timer was set, it does nothing,
 * because a newer timer has replaced it.
 *
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {Pick<import('./stream-log.js').Log, 'state'>} log
 * @param {string} at the time for which the timer was set
 */
export const ring = async (ctx, log, at) => {
  if ((await ctx.get('timer')) !== at) return
  ctx.clear('timer')
  await plan(ctx, log)
}
