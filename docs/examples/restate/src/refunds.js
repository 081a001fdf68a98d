/** Refunds: decided on the log, recorded before they are asked for, and asked for under one key. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { eventsOf } from 'payfold'
import { endpoints } from 'payfold/provider'
import { read } from './inbox.js'
import { momentOf, pf } from './payfold.js'
import { load, record } from './stream-log.js'
import { came, isSame, keyUsed } from './wish.js'

/**
 * @typedef {import('./wish.js').Asked} Asked
 * @typedef {import('./wish.js').Refunded} Refunded
 * @typedef {{ readonly commandId: string, readonly asked: Asked }} Call
 */

/** @param {import('payfold').DomainEvent} event @param {string} commandId */
const isAsked = ({ type, data }, commandId) =>
  type === 'refund_requested' && 'commandId' in data && data.commandId === commandId

/**
 * How a refund that was recorded stands: who has answered, and what.
 *
 * @param {import('./payfold.js').Folded} state
 * @param {string} commandId
 */
const standing = ({ occurrences }, commandId) => {
  const asked = occurrences.find(({ events }) => events.some((event) => isAsked(event, commandId)))
  if (asked?.disposition === 'refused') return 'refusedByProvider'
  const isAnswered = asked?.events.some(({ metadata }) => metadata.source !== 'request')
  return isAnswered === true ? 'accepted' : 'inDoubt'
}

const DOUBT =
  'It is recorded, and nobody knows yet whether the provider has it. Ask again under the same key.'
const TOO_LATE =
  'It is recorded, and nobody knows whether the provider has it. The provider may have forgotten its key, so it is not asked again: that could pay back twice. Look at the payment’s actions at the provider.'
const TURNED_DOWN = 'The provider has turned it down. What is asked for anew wants a new key.'

/** @param {string} key */
const paymentIdIn = (key) => key.slice(key.indexOf('-') + 1)

/**
 * What the log says to a refund: an answer already, or the events to record before it is asked for.
 *
 * @param {string} key
 * @param {import('./stream-log.js').Log} log
 * @param {string} commandId
 * @param {Asked} asked
 * @param {string} now
 * @returns {Refunded | { readonly since: string, readonly events: readonly import('payfold').DomainEvent[] }} `since`: when it was recorded
 */
const judged = (key, { tip, state }, commandId, asked, now) => {
  if (tip.revision < 0) return came('notFound', `Nobody has told of ${key}.`)
  const earlier = eventsOf(state).find((event) => isAsked(event, commandId))
  if (earlier !== undefined) {
    if (!isSame(/** @type {Asked} */ (earlier.data), asked)) return keyUsed()
    const stands = standing(state, commandId)
    if (stands === 'refusedByProvider') return came(stands, TURNED_DOWN)
    if (stands === 'accepted') return came('done')
    return { since: earlier.metadata.recordedAt, events: [] }
  }
  const data = { paymentId: paymentIdIn(key), ...asked }
  const metadata = { commandId, now }
  const decided = pf.decide(state, { type: 'requestRefund', data, metadata })
  if (!isLeft(decided)) return { since: now, events: decided.right.events }
  const { left } = decided
  if (left.error === 'Refused') return came('refused', ...left.refusals.map(pf.explain))
  if (left.error === 'InDoubt') return came('inDoubt', DOUBT)
  if (left.error !== 'Unassigned') return came('unsendable', pf.explain(left))
  const open = pf.questions(state, momentOf(now))
  return came('unassigned', ...(isLeft(open) ? [] : open.right.map(({ because }) => because)))
}

/**
 * The handler: decide, record, ask, record the answer. While the provider is asked the stream takes nothing else
 * in: messages wait in its queue. The call was accepted before anything was decided, and is gone through to its end
 * whatever crashes; so what was decided is recorded even where a crash comes between the asking and the recording.
 *
 * The provider knows a key for a while only: after that the same request would be another refund. So the time is looked
 * at right before it is asked, however late a call that broke off is gone through again.
 *
 * @param {import('./provider.js').Provider | null} provider
 * @param {number} keyMs how long after it was recorded a refund may be asked for
 */
export const refund =
  (provider, keyMs) =>
  /**
   * @param {import('@restatedev/restate-sdk').ObjectContext} ctx
   * @param {Call} call
   * @returns {Promise<Refunded>}
   */
  async (ctx, { commandId, asked }) => {
    const now = new Date(await ctx.date.now()).toISOString()
    const log = await load(ctx)
    const judgement = judged(ctx.key, log, commandId, asked, now)
    if ('outcome' in judgement) return judgement
    const { since, events: wished } = judgement
    const recorded = await record(ctx, log, { message: `own ${commandId}`, events: wished })

    const { name, method, path } = endpoints.requestRefund
    const params = { payment_id: paymentIdIn(ctx.key) }
    const call = { method, path: path.replace('{payment_id}', params.payment_id), commandId }
    // broken off, it is asked for again under the same key; answered, the answer is kept with the call
    const answer = await ctx.run('ask', async () => {
      if (Date.now() - Date.parse(since) >= keyMs) return 'tooLate'
      return (await provider?.({ ...call, body: asked })) ?? null
    })
    if (answer === 'tooLate') {
      ctx.console.warn('a refund is in doubt, and too old to be asked for again')
      return came('inDoubt', TOO_LATE)
    }
    if (answer === null) return came('inDoubt', DOUBT)
    const { status, ...message } = answer
    const headers = { 'Cko-Idempotency-Key': commandId }
    const about = { kind: 'response', endpoint: name, params, request: asked, status, headers }
    const number = Number((await ctx.get('answers')) ?? 0)
    ctx.set('answers', number + 1)
    ctx.set(`answer/${number}`, { about, message })
    const { because, byStream } = read(message, about)
    if (because !== null) ctx.console.warn(`the answer of the provider cannot be read: ${because}`)
    const events = byStream.get(log.tip.stream) ?? []
    const answered = await record(ctx, recorded, { message: `answer ${number}`, events })
    const stands = standing(answered.state, commandId)
    if (stands === 'inDoubt') return came(stands, DOUBT)
    return stands === 'accepted' ? came(stands) : came(stands, TURNED_DOWN)
  }
