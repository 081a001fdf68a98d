/**
 * Refunds: each refund is decided from the log, and recorded with its attempt before its request is
 * sent.
 */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
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
  return came('unassigned', ...(isLeft(open) ? [] : open.right.map(({ because }) => because)))
}

/**
 * Sends the request of an attempt, and records the response.
 *
 * @param {import('./provider.js').Provider | null} provider
 * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
 * @param {import('./stream-log.js').Log} log
 * @param {import('payfold').Attempt} recorded the attempt, which is in the log
 */
const send = async (provider, ctx, log, { attempt, request, sendBy }) => {
  // A crash interrupts this step before its result is stored. It then runs again, and sends the same
  // request under the same key. Until `sendBy` that is still the same attempt: the object takes one
  // call at a time, so no other attempt begins before this call ends. From `sendBy` on, the request
  // must not leave: the next attempt relies on that. A 5xx that is lost in the crash cannot be known
  // apart from no response: docs/decisions/51
  const answer = await ctx.run('ask', async () => {
    if (momentOf(Date.now()) >= sendBy) return 'tooLate'
    return (await provider?.(request)) ?? null
  })
  if (answer === 'tooLate') ctx.console.warn('a request was too late, and was not sent')
  if (answer === 'tooLate' || answer === null) return log
  const { status, ...message } = answer
  const { endpoint, params, headers, body } = request
  const about = { kind: 'response', endpoint, params, request: body, attempt, status, headers }
  const index = Number((await ctx.get('answers')) ?? 0)
  ctx.set('answers', index + 1)
  ctx.set(`answer/${index}`, { about, message })
  const { because, byStream } = read(message, about)
  if (because !== null) ctx.console.warn(`the response of the provider cannot be read: ${because}`)
  const events = byStream.get(log.tip.stream) ?? []
  return record(ctx, log, { message: `answer ${index}`, events })
}

/**
 * The handler: it decides, records the refund with its attempt, sends the request, and records the
 * response. Meanwhile the stream accepts nothing else: messages wait in its queue. A crash may come
 * after the request is sent, but before the cluster has stored the decision. Even then the decision
 * is recorded, because the cluster accepted the call before the decision, and runs the call to its
 * end despite crashes.
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
    const now = momentOf(await ctx.date.now())
    const log = await load(ctx)
    if (log.tip.revision < 0) return came('notFound', `No message has reported ${ctx.key}.`)
    const decided = decide(log, call, now)
    if (isLeft(decided) && decided.left.error !== 'InDoubt')
      return outcomeOf(decided.left, log.state, now)
    if (isRight(decided) && decided.right.request === null) return came('done')
    // a refund that is in doubt is recorded already: its next attempt may be due
    const fresh = isLeft(decided) ? [] : decided.right.events
    const after = fresh.reduce((state, event) => pf.evolve(state, event), log.state)
    const attempt = pf.attempt(after, call.commandId, now)
    if (isLeft(attempt)) return outcomeOf(attempt.left, after, now)
    const events = [...fresh, ...attempt.right.events]
    const message = `own ${call.commandId} ${attempt.right.attempt}`
    const recorded = await record(ctx, log, { message, events })
    const answered = await send(provider, ctx, recorded, attempt.right)
    const became = decide(answered, call, now)
    return isLeft(became) ? outcomeOf(became.left, answered.state, now) : came('accepted')
  }
