/** A requested refund: its validation, and its possible outcomes. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { PlainText } from 'payfold/machine'
import { checkRequest, endpoints } from 'payfold/provider'
import { pf } from './payfold.js'

/**
 * The outcome of a requested refund.
 *
 * `unsendable`: the request is invalid. `notFound`: no message has reported the payment.
 * `unassigned`: no message has named the payment's method. `keyUsed`: the key was used for another
 * refund. `refused`: the refund breaks rules. `refusedByProvider`: the provider refused it. `over`:
 * it was not taken, or a person gave it up. `inDoubt`: the refund is recorded, but it is unknown
 * whether the provider received it; it is never requested again, and the sentence says from when on a
 * look-up shows what became of it. `accepted`: the provider accepted it. `done`: the provider had
 * already accepted it.
 *
 * @typedef {object} Refunded
 * @property {'unsendable' | 'notFound' | 'unassigned' | 'keyUsed' | 'refused' | 'refusedByProvider'
 *   | 'over' | 'inDoubt' | 'accepted' | 'done'} outcome
 * @property {readonly string[]} sentences the reasons, one sentence each
 */

/** @typedef {{ readonly amount: number, readonly reference?: string }} Asked */

/** @param {Refunded['outcome']} outcome @param {readonly string[]} sentences @returns {Refunded} */
export const came = (outcome, ...sentences) => ({ outcome, sentences })

const ONLY = 'A refund has an amount and a reference, and no other fields.'
const PLAIN =
  'reference should be 1 to 80 characters: letters, digits and any of . _ : / # + - (the first one a letter or digit). It must not look like a card number, an account number or a key.'

/** The outcome for a key that is in use. */
export const keyUsed = () => came('keyUsed', 'This key was used for another refund. Use a new key.')

/**
 * Reads the refund in a body, or says what is wrong with it.
 *
 * @param {unknown} body
 * @returns {{ readonly asked: Asked } | Refunded}
 */
export const requestIn = (body) => {
  const checked = checkRequest(endpoints.requestRefund)(body)
  if (isLeft(checked)) return came('unsendable', pf.explain(checked.left))
  const { amount, reference, ...others } = checked.right
  if (Object.keys(others).length > 0) return came('unsendable', ONLY)
  if (reference === undefined) return { asked: { amount } }
  return PlainText.is(reference) ? { asked: { amount, reference } } : came('unsendable', PLAIN)
}
