/**
 * Refunds: each refund is decided from the log, and recorded before its request is sent, once.
 */
import { randomUUID } from 'node:crypto'
import { isLeft } from 'fp-ts/lib/Either.js'
import { read } from './inbox.js'
import { momentOf, pf } from './payfold.js'
import { came, keyUsed } from './refund-request.js'
import { load, record } from './stream-log.js'

/**
 * @typedef {import('./refund-request.js').Refunded} Refunded
 * @typedef {{ readonly commandId: string, readonly asked: import('./refund-request.js').Asked }} Call
 * @typedef {Extract<ReturnType<typeof pf.decide>, { readonly _tag: 'Left' }>['left']} Undecided
 */

/**
 * Decides a refund from the log, or finds what became of it.
 *
 * @param {import('./stream-log.js').Log} log
 * @param {Call} call
 * @param {import('payfold').Instant} now
 */
const decide = ({ tip: { stream }, state }, { commandId, asked }, now) => {
  const data = { paymentId: stream.slice(stream.indexOf('-') + 1), ...asked }
  return pf.decide(state, { type: 'requestRefund', data, metadata: { commandId, now } })
}

/**
 * The outcome of a refund that is not to be requested now.
 *
 * @param {Undecided} why
 * @param {import('./payfold.js').Folded} state
 * @param {import('payfold').Instant} now
 */
const outcomeOf = (why, state, now) => {
  if (why.error === 'KeyReused') return keyUsed()
  if (why.error === 'Refused') return came('refused', ...why.refusals.map(pf.explain))
  if (why.error === 'InDoubt') return came('inDoubt', pf.explain(why))
  if (why.error === 'Ended')
    return came(why.how === 'refused' ? 'refusedByProvider' : 'over', pf.explain(why))
  if (why.error !== 'Unassigned') return came('unsendable', pf.explain(why))
  const open = pf.questions(state, now)
  const sentences = isLeft(open) ? [] : open.right.map(({ because }) => because)
  return came('unassigned', pf.explain(why), ...sentences)
}

/** The calls that began in this process, and have sent no request yet. @type {Set<string>} */
const begun = new Set()

/**
 * Begins a call: the time, and an id that only this process has in memory. A crash interrupts a step
 * before its result is stored, and the step then runs again, in another process: so nothing is sent
 * twice.
 */
const begin = () => {
  const id = randomUUID()
  begun.add(id)
  return { id, time: Date.now() }
}

/**
 * Sends a request, at most once, and records the response.
 *
 * @param {import('./provider.js').Provider | null} provider
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {import('./stream-log.js').Log} log
 * @param {import('payfold/machine').CommandRequest} request of a refund that is in the log
 * @param {string} id of the call
 */
const send = async (provider, ctx, log, request, id) => {
  const answer = await ctx.run('ask', async () => {
    const isFirst = begun.delete(id)
    if (!isFirst || momentOf(Date.now()) >= request.sendBy) return 'notSent'
    return (await provider?.(request)) ?? null
  })
  if (answer === 'notSent')
    ctx.console.warn('a request was too late or interrupted, and was not sent')
  if (answer === 'notSent' || answer === null) return log
  const { status, ...message } = answer
  const { endpoint, params, headers, body } = request
  const about = { kind: 'response', endpoint, params, request: body, status, headers }
  const index = Number((await ctx.get('answers')) ?? 0)
  ctx.set('answers', index + 1)
  ctx.set(`answer/${index}`, { about, message })
  const { because, byStream } = read(message, about)
  if (because !== null) ctx.console.warn(`the response of the provider cannot be read: ${because}`)
  const events = byStream.get(log.tip.stream) ?? []
  return record(ctx, log, { message: `answer ${index}`, events })
}

/**
 * The handler: it decides, records the refund, sends the request once, and records the response.
 * Meanwhile the stream accepts nothing else: messages wait in its queue. A crash may come after the
 * request is sent, but before the cluster has stored the decision. Even then the decision is
 * recorded, because the cluster accepted the call before the decision, and runs the call to its end
 * despite crashes.
 *
 * @param {import('./provider.js').Provider | null} provider
 */
export const refund =
  (provider) =>
  /**
   * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
   * @param {Call} call
   * @returns {Promise<Refunded>}
   */
  async (ctx, call) => {
    const { id, time } = await ctx.run('begin', begin)
    const now = momentOf(time)
    /** @param {Refunded} refunded that sends nothing */
    const unsent = (refunded) => {
      begun.delete(id)
      return refunded
    }
    const log = await load(ctx)
    if (log.tip.revision < 0) return unsent(came('notFound', `No message has reported ${ctx.key}.`))
    const decided = decide(log, call, now)
    if (isLeft(decided)) return unsent(outcomeOf(decided.left, log.state, now))
    const { events, request } = decided.right
    if (request === null) return unsent(came('done'))
    const recorded = await record(ctx, log, { message: `own ${call.commandId}`, events })
    const answered = await send(provider, ctx, recorded, request, id)
    const became = decide(answered, call, now)
    return isLeft(became) ? outcomeOf(became.left, answered.state, now) : came('accepted')
  }
