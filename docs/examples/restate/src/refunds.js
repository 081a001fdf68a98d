/**
 * Refunds: each refund is decided from the log, recorded before its request is sent, and requested
 * under one key.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { eventsOf } from 'payfold'
import { endpoints } from 'payfold/provider'
import { read } from './inbox.js'
import { momentOf, pf } from './payfold.js'
import { came, isSame, keyUsed } from './refund-request.js'
import { load, record } from './stream-log.js'

/**
 * @typedef {import('./refund-request.js').Asked} Asked
 * @typedef {import('./refund-request.js').Refunded} Refunded
 * @typedef {{ readonly commandId: string, readonly asked: Asked }} Call
 */

/** @param {import('payfold').DomainEvent} event @param {string} commandId */
const isAsked = ({ type, data }, commandId) =>
  type === 'refund_requested' && 'commandId' in data && data.commandId === commandId

/**
 * The outcome of a recorded refund, from the responses so far.
 *
 * @param {import('./payfold.js').Folded} state
 * @param {string} commandId
 */
const outcomeOf = ({ occurrences }, commandId) => {
  const asked = occurrences.find(({ events }) => events.some((event) => isAsked(event, commandId)))
  if (asked?.disposition === 'refused') return 'refusedByProvider'
  const isAnswered = asked?.events.some(({ metadata }) => metadata.source !== 'request')
  return isAnswered === true ? 'accepted' : 'inDoubt'
}

const DOUBT =
  'The refund is recorded, but it is not known yet whether the provider received it. Send the request again under the same key.'
const TOO_LATE =
  'The refund is recorded, but it is not known whether the provider received it. The provider may have forgotten its key, so the refund is not requested again: a second request could refund the money twice. Look at the payment’s actions at the provider.'
const TURNED_DOWN = 'The provider refused the refund. To request it again, use a new key.'

/** @param {string} key */
const paymentIdIn = (key) => key.slice(key.indexOf('-') + 1)

/**
 * Decides a refund from the log. Returns its outcome if the refund already has one, otherwise the
 * events to record before the request is sent.
 *
 * @param {string} key
 * @param {import('./stream-log.js').Log} log
 * @param {string} commandId
 * @param {Asked} asked
 * @param {string} now
 * @returns {Refunded | { readonly since: string, readonly events: readonly
 *   import('payfold').DomainEvent[] }} `since`: when the refund was recorded
 */
const judged = (key, { tip, state }, commandId, asked, now) => {
  if (tip.revision < 0) return came('notFound', `No message has reported ${key}.`)
  const earlier = eventsOf(state).find((event) => isAsked(event, commandId))
  if (earlier !== undefined) {
    if (!isSame(/** @type {Asked} */ (earlier.data), asked)) return keyUsed()
    const outcome = outcomeOf(state, commandId)
    if (outcome === 'refusedByProvider') return came(outcome, TURNED_DOWN)
    if (outcome === 'accepted') return came('done')
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
 * The handler: it decides, records, sends the request, and records the response. Meanwhile the
 * stream accepts nothing else: messages wait in its queue. A crash may come after the request is
 * sent, but before the cluster has stored the decision. Even then the decision is recorded, because
 * the cluster accepted the call before the decision, and runs the call to its end despite crashes.
 *
 * The provider remembers a key only for a while; later, the same request would be another refund.
 * So the time is checked immediately before the request, no matter how late an interrupted call
 * runs again.
 *
 * @param {import('./provider.js').Provider | null} provider
 * @param {number} keyMs how long after its recording a refund may be requested
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
    const { since, events: toRecord } = judgement
    const recorded = await record(ctx, log, { message: `own ${commandId}`, events: toRecord })

    const { name, method, path } = endpoints.requestRefund
    const params = { payment_id: paymentIdIn(ctx.key) }
    const call = { method, path: path.replace('{payment_id}', params.payment_id), commandId }
    // if this step is interrupted, it sends the request again under the same key. Once there is a
    // response, the call keeps the response
    const answer = await ctx.run('ask', async () => {
      if (Date.now() - Date.parse(since) >= keyMs) return 'tooLate'
      return (await provider?.({ ...call, body: asked })) ?? null
    })
    if (answer === 'tooLate') {
      ctx.console.warn('a refund is in doubt, and too old to be requested again')
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
    if (because !== null)
      ctx.console.warn(`the response of the provider cannot be read: ${because}`)
    const events = byStream.get(log.tip.stream) ?? []
    const answered = await record(ctx, recorded, { message: `answer ${number}`, events })
    const outcome = outcomeOf(answered.state, commandId)
    if (outcome === 'inDoubt') return came(outcome, DOUBT)
    return outcome === 'accepted' ? came(outcome) : came(outcome, TURNED_DOWN)
  }
