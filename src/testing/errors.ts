/** A provider's errors: messages that are wrong in one respect. */
import { shift, toInstant } from '../words/instant.ts'
import { amountIn, changed, dataOf, madeAt, typeOf, type Webhook, without } from './altered.ts'
import type { Delivery } from './messages.ts'

/** The wrong type that replaces each type of webhook. */
const ANOTHER: Readonly<Record<string, string>> = {
  payment_canceled: 'payment_expired',
  payment_expired: 'payment_canceled',
  payment_refunded: 'payment_chargeback',
  authentication_approved: 'authentication_attempted',
  authentication_attempted: 'authentication_approved',
  authentication_failed: 'authentication_approved',
}

const errorsOf = (webhook: Webhook): readonly Webhook[] => {
  const data = dataOf(webhook)
  const amount = amountIn(data)
  const type = ANOTHER[typeOf(webhook)] ?? 'payment_on_hold'
  const claimed = { processed_on: shift(toInstant(madeAt(webhook)), 3600) }
  const balances = { total_captured: amount + 1, total_refunded: amount + 1 }
  const action = `${data['action_id'] ?? 'act_'}more`
  return [
    changed(webhook, '', { ...data, amount: amount + 1 }),
    changed(webhook, 'a', { ...data, amount: amount + 1 }),
    changed(webhook, 'b', { ...data, ...claimed }),
    changed(webhook, 'c', { ...data, balances }),
    changed(webhook, 'd', { ...data, customer: { id: 'cus_another' } }),
    changed(webhook, 'e', data, { type }),
    changed(webhook, 'f', without(data, 'action_id', 'payment_action_id', 'amount')),
    changed(webhook, 'g', { ...data, action_id: action, amount: amount * 3 }),
  ]
}

/**
 * Removes the action id from a webhook: the provider omits it from some webhooks about refunds and
 * chargebacks.
 */
export const nameless = (delivery: Delivery): Delivery =>
  delivery.kind === 'webhook'
    ? changed(delivery, '', without(dataOf(delivery), 'action_id', 'payment_action_id'))
    : delivery

/**
 * Returns erroneous versions of a message. A look-up's response has just one: unchanged, but
 * received long after its content was true. Other responses have none.
 */
export const errorsIn = (delivery: Delivery): readonly Delivery[] => {
  if (delivery.kind !== 'response') return delivery.kind === 'webhook' ? errorsOf(delivery) : []
  if (!delivery.endpoint.startsWith('get')) return []
  return [{ ...delivery, receivedAt: shift(delivery.receivedAt, 400 * 86_400) }]
}
