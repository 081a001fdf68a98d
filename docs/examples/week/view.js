// @ts-check
/** What to show of a state besides its status: a payment's sums, a session's next step. */
import { mayAuthorize, nextActions, paymentSums } from 'payfold/machines'

/** @typedef {NonNullable<ReturnType<typeof viewOf>>} View */

/**
 * The view of a state; null if no machine defines a view for it.
 *
 * @param {import('./fold.js').Folded} state
 */
export const viewOf = (state) => {
  switch (state.machine) {
    case 'session@1':
      return { nextActions: nextActions(state), mayAuthorize: mayAuthorize(state) }
    case 'sepa-payment@1':
      return paymentSums(state.context)
    case 'ticket-payment@1':
      return paymentSums(state.context)
    case 'sepa-mandate@1': {
      const { mandateType, collections } = state.context
      return { mandateType, payments: Object.keys(collections).length }
    }
    default:
      return null
  }
}
