/** Messages that are altered in one respect, and the faults that alter them. */
import { shift, type TimeText, toInstant } from '../words/instant.ts'
import type { Fault } from './fault.ts'
import type { Delivery } from './messages.ts'

/** The fields of a message. */
export type Body = Readonly<Record<string, unknown>>
/** A webhook or a callback. */
export type Webhook = Exclude<Delivery, { kind: 'response' }>
type Response = Extract<Delivery, { kind: 'response' }>

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

/** The same webhook, as if it had been sent later and about something else. */
export const again = (
  webhook: Webhook,
  id: string,
  data: Body,
  seconds: number,
  type?: string,
): Webhook => {
  const at = shift(toInstant(madeAt(webhook)), seconds)
  const sent = 'created_on' in webhook.body ? { created_on: at } : { timestamp: at }
  const later = { ...data, processed_on: at }
  return {
    ...changed(webhook, id, later, type === undefined ? sent : { ...sent, type }),
    receivedAt: shift(webhook.receivedAt, seconds),
  }
}

/** A fault that happens to webhooks of some types. */
export const inWebhook =
  (
    types: RegExp,
    plant: (webhook: Webhook, data: Body, all: readonly Delivery[]) => readonly Delivery[],
  ): Fault['plant'] =>
  (message, all) =>
    message.kind === 'webhook' && types.test(typeOf(message))
      ? plant(message, dataOf(message), all)
      : []

/** A fault that happens to the responses of an endpoint. */
export const inLookUp =
  (
    endpoint: string,
    plant: (answer: Response, body: Body) => readonly Delivery[],
  ): Fault['plant'] =>
  (message) =>
    message.kind === 'response' && message.endpoint === endpoint
      ? plant(message, message.body as Body)
      : []

/** Leaves fields out. */
export const without = (data: Body, ...fields: readonly string[]): Body =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)))

/** The webhooks about money. */
export const MONEY = /^payment_(captured|refunded|refund_pending|refund_declined|chargeback)$/

/** The amount that a webhook names; 0 if it names none. */
export const amountIn = (data: Body): number => Number(data['amount'] ?? 0)

/** The webhook with other fields in its data. */
export const withData = (fields: Body) => (webhook: Webhook, data: Body) => [
  changed(webhook, '', { ...data, ...fields }),
]

/** What other amounts may cause. */
export const AMOUNTS = [
  'CapturedDiffers',
  'Disagreement',
  'DisputeDiffers',
  'MoreThanCaptured',
  'NegativeNet',
  'OneOrTwo',
  'Overruled',
  'RefundAtRisk',
  'StatementDiffers',
  'Unbound',
  'withinCaptured',
]
