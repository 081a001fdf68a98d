/** The provider's messages about the payment in the tests, a payment of 100.00 EUR. */
import { webhookOf } from '../../services/sandbox.js'

/** @param {string} name the end of its ids @param {string} type @param {object} [more] */
export const webhook = (name, type, more = {}) =>
  webhookOf(`evt_${type}_${name}`, type, {
    id: `pay_${name}`,
    amount: 10_000,
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
    ...more,
  })

/** The message that the payment was captured. @param {string} name */
export const captured = (name) => webhook(name, 'payment_captured', { action_id: `act_${name}` })
