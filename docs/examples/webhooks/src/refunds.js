/** Refunds: decided on the log, recorded before they are asked for, and asked for under one key. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { PlainText } from 'payfold'
import { checkRequest, endpoints, explainUnsendable } from 'payfold/provider'
import { added, again } from './intake.js'
import { momentOf, pf } from './payfold.js'

/**
 * What came of a refund that was asked for.
 *
 * `unsendable`: the request is wrong. `notFound`: nobody has told of the payment. `unassigned`: nobody has told
 * what kind of payment it is. `keyUsed`: the key was used for another refund. `refused`: it breaks rules.
 * `refusedByProvider`: the provider has turned it down. `inDoubt`: it is recorded, and nobody knows whether the
 * provider has it; ask again under the same key. `accepted`: the provider has it. `done`: it had it already.
 *
 * @typedef {object} Refunded
 * @property {'unsendable' | 'notFound' | 'unassigned' | 'keyUsed' | 'refused' | 'refusedByProvider' | 'inDoubt' | 'accepted' | 'done'} outcome
 * @property {readonly string[]} sentences why, one for each thing
 * @property {readonly { readonly rule: string, readonly sentence: string, readonly remedy: string, readonly source: string }[]} [rules]
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
 * How long after it was recorded a refund is asked for at most: the provider knows a key for 24 hours, after which the
 * same request would be another refund.
 */
const KEY_LIFE_MS = 23 * 3_600_000

/** @param {import('payfold').DomainEvent} event @param {string} now */
const isTooLate = ({ metadata }, now) =>
  Date.parse(now) - Date.parse(metadata.recordedAt) >= KEY_LIFE_MS

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
const ONLY = 'A refund has an amount and a reference, and nothing else.'
const PLAIN =
  'reference should be 1 to 80 letters, digits, . _ : / # + -, and no number of a card or an account.'
const KEY_USED = 'Another refund was asked for under this key. Use a new one.'
const TURNED_DOWN = 'The provider has turned it down. What is asked for anew wants a new key.'

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
   * Decides, and records what is decided; what the provider is then to be asked, or an answer already.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId
   * @param {Asked} asked
   * @returns {Promise<Refunded | { readonly ask: Asked }>}
   */
  const record = async (stream, commandId, asked) => {
    const { entries, state } = await load(stream)
    if (entries.length === 0) return came('notFound', `Nobody has told of ${stream}.`)
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
      const stands = standing(state, commandId)
      if (stands === 'refusedByProvider') return came(stands, TURNED_DOWN)
      if (stands === 'accepted') return came('done')
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
   * Asks the provider, keeps its answer as it came, reads it, and says how the refund then stands.
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
    const stands = standing((await load(stream)).state, commandId)
    if (stands === 'inDoubt') return came(stands, DOUBT)
    return stands === 'accepted' ? came(stands) : came(stands, TURNED_DOWN)
  }

  /**
   * Asks for a refund.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId the key that goes to the provider: the same for the same refund, however often
   * @param {unknown} body
   * @returns {Promise<Refunded>}
   */
  return async (stream, commandId, body) => {
    const checked = checkRequest(endpoints.requestRefund)(body)
    if (isLeft(checked)) return came('unsendable', ...explainUnsendable(checked.left))
    const { amount, reference, ...others } = checked.right
    // a misspelt amount is none, and none is all there is
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
