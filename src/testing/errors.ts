/** A provider's errors: messages that are wrong in one respect. */
import { shift, type TimeText, toInstant } from '../words/instant.ts'
import type { Delivery } from './messages.ts'

type Body = Readonly<Record<string, unknown>>
type Webhook = Exclude<Delivery, { kind: 'response' }>

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** The data of a webhook; empty if it has none. */
export const dataOf = ({ body }: Webhook): Body => {
  const { data } = body as Body
  return isBody(data) ? data : {}
}

/** The type of a webhook. */
export const typeOf = ({ body }: Webhook): string => String((body as Body)['type'])

/** When a webhook says that it was sent. */
export const madeAt = ({ body }: Webhook): TimeText => {
  const { created_on: createdOn, timestamp } = body as Body
  return (createdOn ?? timestamp) as TimeText
}

/** Changes a webhook's data; `id` is appended to its id, so that '' keeps the id. */
export const changed = (webhook: Webhook, id: string, data: Body, more: Body = {}): Webhook => {
  const body = webhook.body as Body
  return { ...webhook, body: { ...body, ...more, id: `${body['id']}${id}`, data } }
}

/** Leaves fields out. */
export const without = (data: Body, ...fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)))

const amountIn = (data: Body): number => Number(data['amount'] ?? 0)

/** The wrong type that replaces each type of webhook. */
const ANOTHER: Readonly<Record<string, string>> = {
  payment_canceled: 'payment_expired',
  payment_expired: 'payment_canceled',
  payment_refunded: 'payment_chargeback',
  authentication_approved: 'authentication_attempted',
  authentication_attempted: 'authentication_approved',
  authentication_failed: 'authentication_approved',
}

const inWebhook = (webhook: Webhook): readonly Webhook[] => {
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
  if (delivery.kind !== 'response') return delivery.kind === 'webhook' ? inWebhook(delivery) : []
  if (!delivery.endpoint.startsWith('get')) return []
  return [{ ...delivery, receivedAt: shift(delivery.receivedAt, 400 * 86_400) }]
}
