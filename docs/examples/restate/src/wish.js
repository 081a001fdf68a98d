/** What is wished for: a refund as it is asked for, checked, and what may come of it. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { PlainText } from 'payfold'
import { checkRequest, endpoints, explainUnsendable } from 'payfold/provider'

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
 */

/** @typedef {{ readonly amount?: number, readonly reference?: string }} Asked no amount: all there is */

/** @param {Refunded['outcome']} outcome @param {readonly string[]} sentences @returns {Refunded} */
export const came = (outcome, ...sentences) => ({ outcome, sentences })

const ONLY = 'A refund has an amount and a reference, and nothing else.'
const PLAIN =
  'reference should be 1 to 80 letters, digits, . _ : / # + -, and no number of a card or an account.'

/** Under a key that is not free. */
export const keyUsed = () =>
  came('keyUsed', 'Another refund was asked for under this key. Use a new one.')

/** @param {Asked} one @param {Asked} other */
export const isSame = (one, other) =>
  one.amount === other.amount && one.reference === other.reference

/**
 * What a body asks for, or what is wrong with it.
 *
 * @param {unknown} body
 * @returns {{ readonly asked: Asked } | Refunded}
 */
export const wishIn = (body) => {
  const checked = checkRequest(endpoints.requestRefund)(body)
  if (isLeft(checked)) return came('unsendable', ...explainUnsendable(checked.left))
  const { amount, reference, ...others } = checked.right
  // a misspelt amount is none, and none is all there is
  if (Object.keys(others).length > 0) return came('unsendable', ONLY)
  if (reference !== undefined && !PlainText.is(reference)) return came('unsendable', PLAIN)
  return {
    asked: {
      ...(amount === undefined ? {} : { amount }),
      ...(reference === undefined ? {} : { reference }),
    },
  }
}
