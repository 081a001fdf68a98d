/**
 * Refunds: each refund is decided from the log, recorded before its request is sent, and requested
 * once.
 */
import { isLeft } from 'fp-ts/lib/Either.js'
import { tipOf } from 'payfold/machine'
import { checkRequest, endpoints } from 'payfold/provider'
import { again } from './intake.js'
import { momentOf, pf } from './payfold.js'

/**
 * The outcome of a requested refund.
 *
 * `unsendable`: the request is invalid. `notFound`: no message has reported the payment.
 * `unassigned`: no message has named the payment's method. `keyUsed`: the key was used for another
 * refund. `refused`: the refund breaks rules. `refusedByProvider`: the provider refused it. `ended`:
 * a look-up, or a person, has shown that the provider did nothing. `inDoubt`: the refund is
 * recorded, but it is unknown whether the provider received it; it is never requested again, and the
 * sentence says from when on a look-up shows what became of it. `accepted`: the provider accepted it. `done`:
 * the provider had already accepted it.
 *
 * @typedef {object} Refunded
 * @property {'unsendable' | 'notFound' | 'unassigned' | 'keyUsed' | 'refused' | 'refusedByProvider'
 *   | 'ended' | 'inDoubt' | 'accepted' | 'done'} outcome
 * @property {readonly string[]} sentences the reasons, one sentence each
 * @property {readonly { readonly rule: string, readonly sentence: string, readonly remedy: string,
 *   readonly source: string }[]} [rules]
 */

/** @typedef {{ readonly amount: number, readonly reference?: string }} Asked */
/** @typedef {import('payfold/machine').CommandRequest} CommandRequest */

/** @param {Refunded['outcome']} outcome @param {readonly string[]} sentences @returns {Refunded} */
const came = (outcome, ...sentences) => ({ outcome, sentences })

/** @param {readonly import('payfold').Refusal[]} refusals @returns {Refunded} */
const refused = (refusals) => ({
  outcome: 'refused',
  sentences: refusals.map(pf.explain),
  rules: refusals.map((refusal) => {
    const { remedy, source = '' } = pf.rules[refusal.rule] ?? {}
    return {
      rule: refusal.rule,
      sentence: pf.explain(refusal),
      remedy: remedy?.asked ?? '',
      source,
    }
  }),
})

const NOT_REQUESTED =
  'The refund is recorded, but not requested: this service has no address of the provider.'
const ONLY = 'A refund has an amount and a reference, and no other fields.'
const KEY_USED = 'This key was used for another refund. Use a new key.'
const TURNED_DOWN = 'The provider refused the refund. To request it again, use a new key.'
const NOT_TAKEN =
  'It is known now that the provider did not carry the refund out. To request it again, use a new key.'

/**
 * The outcome of a refund that is not requested, from why it is not.
 *
 * @param {import('./payfold.js').Undecided} left
 * @returns {Refunded}
 */
const notRequested = (left) => {
  if (left.error === 'Refused') return refused(left.refusals)
  if (left.error === 'KeyReused') return came('keyUsed', KEY_USED)
  if (left.error === 'InDoubt') return came('inDoubt', pf.explain(left))
  if (left.error !== 'Ended') return came('unsendable', pf.explain(left))
  return left.how === 'refused' ? came('refusedByProvider', TURNED_DOWN) : came('ended', NOT_TAKEN)
}

/**
 * The entries that steps of ours add to a stream that has these entries.
 *
 * @param {import('payfold').Stream} stream
 * @param {readonly import('payfold').Entry[]} entries
 * @param {readonly import('payfold').DomainEvent[]} events
 */
const stepsOf = (stream, entries, events) => {
  const appended = pf.append(tipOf(stream, entries), events)
  // the events are valid: `decide` returns only valid events
  if (isLeft(appended)) throw new Error(`A step is invalid: ${appended.left.error}.`)
  return appended.right.entries
}

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {import('./intake.js').Intake} parts.intake
 * @param {import('./provider.js').Provider | null} parts.provider
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {() => string} parts.now
 */
export const refundsWith = ({ store, intake, provider, metrics, now }) => {
  /**
   * Loads a payment, and decides a refund of it.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId
   * @param {Asked} asked
   */
  const decide = async (stream, commandId, asked) => {
    const entries = await store.entriesOf([stream])
    const state = pf.fold(stream, entries)
    const decided = pf.decide(state, {
      type: 'requestRefund',
      data: { paymentId: stream.slice(stream.indexOf('-') + 1), ...asked },
      metadata: { commandId, now: now() },
    })
    return { entries, state, decided }
  }

  /**
   * Records a refund; returns the request to send once, or the outcome if there is none.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId
   * @param {Asked} asked
   * @returns {Promise<Refunded | CommandRequest>}
   */
  const record = async (stream, commandId, asked) => {
    const { entries, state, decided } = await decide(stream, commandId, asked)
    if (entries.length === 0) return came('notFound', `No message has reported ${stream}.`)
    if (state.machine === 'unassigned') {
      const open = pf.questions(state, momentOf(now()))
      const sentences = isLeft(open) ? [] : open.right.map(({ because }) => because)
      return came('unassigned', pf.explain({ error: 'Unassigned' }), ...sentences)
    }
    const known = await store.streamOfCommand(commandId)
    if (known !== null && known !== stream) return came('keyUsed', KEY_USED)
    if (isLeft(decided)) return notRequested(decided.left)
    const { events, request } = decided.right
    if (request === null) return came('done')
    await store.addOwn(stepsOf(stream, entries, events))
    return provider === null ? came('inDoubt', NOT_REQUESTED) : request
  }

  /**
   * Sends a request, once; stores the response as it arrived, and reads it.
   *
   * @param {CommandRequest} request
   */
  const send = async (request) => {
    // if recording was slow, this request could still be on its way when the look-up is asked
    if (provider === null || momentOf(now()) >= request.sendBy) return
    const answer = await provider(request)
    if (answer === null) return
    const { status, body } = answer
    const { endpoint, params, commandId } = request
    const about = { endpoint, params, request: request.body, commandId, status }
    await intake.read(await intake.keep({ kind: 'response', receivedAt: now(), about, body }))
  }

  /**
   * Requests a refund.
   *
   * @param {import('payfold').Stream} stream
   * @param {string} commandId the key that the provider receives: the same for every repetition of the same refund
   * @param {unknown} body
   * @returns {Promise<Refunded>}
   */
  const request = async (stream, commandId, body) => {
    const checked = checkRequest(endpoints.requestRefund)(body)
    if (isLeft(checked)) return came('unsendable', pf.explain(checked.left))
    const { amount, reference, ...others } = checked.right
    if (Object.keys(others).length > 0) return came('unsendable', ONLY)
    const asked = { amount, ...(reference === undefined ? {} : { reference }) }
    const recorded = await again(() => record(stream, commandId, asked), metrics.conflict)
    if ('outcome' in recorded) return recorded
    await send(recorded)
    const { decided } = await decide(stream, commandId, asked)
    return isLeft(decided) ? notRequested(decided.left) : came('accepted')
  }

  /** @type {typeof request} */
  return async (stream, commandId, body) => {
    const refunded = await request(stream, commandId, body)
    metrics.command(refunded.outcome)
    return refunded
  }
}

/** @typedef {ReturnType<typeof refundsWith>} Refunds */
