/** What the tests have a provider say of a payment, which is of 100.00 EUR. */
import { webhookOf } from '../src/sandbox.js'

/** @param {string} name what its ids end with @param {string} type @param {object} [more] */
export const told = (name, type, more = {}) =>
  webhookOf(`evt_${type}_${name}`, type, {
    id: `pay_${name}`,
    amount: 10_000,
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
    ...more,
  })

/** That its money has come. @param {string} name */
export const captured = (name) => told(name, 'payment_captured', { action_id: `act_${name}` })
