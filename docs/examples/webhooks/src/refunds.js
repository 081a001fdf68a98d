/**
 * Refunds: each refund is decided from the log, recorded before its request is sent, and requested
 * under one key.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { PlainText } from 'payfold'
import { checkRequest, endpoints, explainUnsendable } from 'payfold/provider'
import { added, again } from './intake.js'
import { momentOf, pf } from './payfold.js'

/**
 * The outcome of a requested refund.
 *
 * `unsendable`: the request is invalid. `notFound`: no message has reported the payment.
 * `unassigned`: no message has named the payment's method. `keyUsed`: the key was used for another
 * refund. `refused`: the refund breaks rules. `refusedByProvider`: the provider refused it.
 * `inDoubt`: the refund is recorded, but it is unknown whether the provider received it; send the
 * request again under the same key. `accepted`: the provider accepted it. `done`: the provider had
 * already accepted it.
 *
 * @typedef {object} Refunded
 * @property {'unsendable' | 'notFound' | 'unassigned' | 'keyUsed' | 'refused' | 'refusedByProvider'
 *   | 'inDoubt' | 'accepted' | 'done'} outcome
 * @property {readonly string[]} sentences the reasons, one sentence each
 * @property {readonly { readonly rule: string, readonly sentence: string, readonly remedy: string,
 *   readonly source: string }[]} [rules]
 */

/** @typedef {{ readonly amount?: number, readonly reference?: string }} Asked */

/** @param {Refunded['outcome']} outcome @param {readonly string[]} sentences @returns {Refunded} */
const came = (outcome, ...sentences) => ({ outcome, sentences })

/** @param {readonly import('payfold').Refusal[]} refusals @returns {Refunded} */
const refused = (refusals) => ({
  outcome: 'refused',
  sentences: refusals.map(pf.explain),
  rules: refusals.map((refusal) => {
    const { remedy = '', source = '' } = pf.rules[refusal.rule] ?? {}
    return { rule: refusal.rule, sentence: pf.explain(refusal), remedy, source }
  }),
})

/**
 * How long after its recording a refund may be requested. The provider remembers a key for 24
 * hours; later, the same request would be another refund.
 */
const KEY_LIFE_MS = 23 * 3_600_000

/** @param {import('payfold').DomainEvent} event @param {string} now */
const isTooLate = ({ metadata }, now) =>
  Date.parse(now) - Date.parse(metadata.recordedAt) >= KEY_LIFE_MS

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
const ONLY = 'A refund has an amount and a reference, and no other fields.'
const PLAIN =
  'reference should be 1 to 80 characters: letters, digits and any of . _ : / # + - (the first one a letter or digit). It must not look like a card number, an account number or a key.'
const KEY_USED = 'This key was used for another refund. Use a new key.'
const TURNED_DOWN = 'The provider refused the refund. To request it again, use a new key.'

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {import('./intake.js').Intake} parts.intake
 * @param {import('./provider.js').Provider | null} parts.provider
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {() => string} parts.now
 */
export const refundsWith = ({ store, intake, provider, metrics, now }) => {
  /** @param {import('payfold').Stream} stream */
  const load = async (stream) => {
    const entries = await store.entriesOf([stream])
    return { entries, state: pf.fold(stream, entries) }
  }

  /**
   * Decides a refund and records the decision; returns the request to send, or the outcome if the
   * refund already has one.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId
   * @param {Asked} asked
   * @returns {Promise<Refunded | { readonly ask: Asked }>}
   *
   */
  const record = async (stream, commandId, asked) => {
    const { entries, state } = await load(stream)
    if (entries.length === 0) return came('notFound', `No message has reported ${stream}.`)
    if (state.machine === 'unassigned') {
      const open = pf.questions(state, momentOf(now()))
      return came('unassigned', ...(isLeft(open) ? [] : open.right.map(({ because }) => because)))
    }
    const known = await store.streamOfCommand(commandId)
    if (known !== null && known !== stream) return came('keyUsed', KEY_USED)
    const earlier = entries.find(({ event }) => isAsked(event, commandId))?.event
    if (earlier !== undefined) {
      const { amount, reference } = /** @type {Asked} */ (earlier.data)
      if (amount !== asked.amount || reference !== asked.reference) {
        return came('keyUsed', KEY_USED)
      }
      const outcome = outcomeOf(state, commandId)
      if (outcome === 'refusedByProvider') return came(outcome, TURNED_DOWN)
      if (outcome === 'accepted') return came('done')
      return isTooLate(earlier, now()) ? came('inDoubt', TOO_LATE) : { ask: asked }
    }
    const decided = pf.decide(state, {
      type: 'requestRefund',
      data: { paymentId: stream.slice(stream.indexOf('-') + 1), ...asked },
      metadata: { commandId, now: now() },
    })
    if (isLeft(decided)) {
      const { left } = decided
      if (left.error === 'Refused') return refused(left.refusals)
      return left.error === 'InDoubt'
        ? came('inDoubt', DOUBT)
        : came('unsendable', pf.explain(left))
    }
    const [entry] = added(
      entries,
      decided.right.events.map((event) => ({ stream, event })),
    )
    if (entry === undefined) return came('done')
    await store.addOwn(entry, commandId)
    return { ask: asked }
  }

  /**
   * Sends the request to the provider, stores the response as it arrived, reads it, and returns the
   * outcome of the refund.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId
   * @param {Asked} asked
   * @returns {Promise<Refunded>}
   */
  const send = async (stream, commandId, asked) => {
    const { name, method, path } = endpoints.requestRefund
    const params = { payment_id: stream.slice(stream.indexOf('-') + 1) }
    const call = { method, path: path.replace('{payment_id}', params.payment_id), commandId }
    const answer = provider === null ? null : await provider({ ...call, body: asked })
    if (answer === null) return came('inDoubt', DOUBT)
    const { status, body } = answer
    const headers = { 'Cko-Idempotency-Key': commandId }
    const about = { endpoint: name, params, request: asked, status, headers }
    await intake.read(await intake.keep({ kind: 'response', receivedAt: now(), about, body }))
    const outcome = outcomeOf((await load(stream)).state, commandId)
    if (outcome === 'inDoubt') return came(outcome, DOUBT)
    return outcome === 'accepted' ? came(outcome) : came(outcome, TURNED_DOWN)
  }

  /**
   * Requests a refund.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId the key that the provider receives: the same for every repetition of the same refund
   * @param {unknown} body
   * @returns {Promise<Refunded>}
   */
  return async (stream, commandId, body) => {
    const checked = checkRequest(endpoints.requestRefund)(body)
    if (isLeft(checked)) return came('unsendable', ...explainUnsendable(checked.left))
    const { amount, reference, ...others } = checked.right
    // without this check, a misspelt `amount` would be taken for no amount, which means everything
    // that is left
    if (Object.keys(others).length > 0) return came('unsendable', ONLY)
    if (reference !== undefined && !PlainText.is(reference)) return came('unsendable', PLAIN)
    const asked = {
      ...(amount === undefined ? {} : { amount }),
      ...(reference === undefined ? {} : { reference }),
    }
    const recorded = await again(() => record(stream, commandId, asked), metrics.conflict)
    const refunded = 'ask' in recorded ? await send(stream, commandId, recorded.ask) : recorded
    metrics.command(refunded.outcome)
    return refunded
  }
}

/** @typedef {ReturnType<typeof refundsWith>} Refunds */
