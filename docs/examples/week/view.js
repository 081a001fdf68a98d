// @ts-check
/** What to show of a state besides its status: a payment's sums, a session's next step. */
import { mayAuthorize, nextActions } from 'payfold/machines'
import { pf } from '../payfold.js'

/**
 * Whether a payment of the session's own amount may be authorized.
 *
 * @param {import('payfold').StateOf<typeof import('payfold/machines').session>} state
 * @param {string} now
 */
const answerOf = (state, now) => {
  const { amount, currency } = state.context
  const price = { amount: amount ?? 0, currency: currency ?? 'XXX' }
  return mayAuthorize(state, { ...price, now }, pf.policy).answer
}

/** @typedef {NonNullable<ReturnType<typeof viewOf>>} View */

/**
 * The view of a state at a time; null if no machine defines a view for it.
 *
 * @param {import('./fold.js').Folded} state
 * @param {string} now
 */
export const viewOf = (state, now) => {
  switch (state.machine) {
    case 'session@1':
      return { nextActions: nextActions(state), mayAuthorize: answerOf(state, now) }
    case 'sepa-payment@1':
    case 'ticket-payment@1': {
      const sums = pf.sums(state)
      return sums._tag === 'Right' ? sums.right : null
    }
    case 'sepa-mandate@1': {
      const { mandateType, collections } = state.context
      return { mandateType, payments: Object.keys(collections).length }
    }
    default:
      return null
  }
}
