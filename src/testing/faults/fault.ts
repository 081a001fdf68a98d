/** A fault of a provider, as a value, and the messages that are altered in one respect. */
import { type Instant, shift, type TimeText, toInstant } from '../../words/time/instant.ts'
import type { Delivery } from '../generators/provider-messages.ts'

/** A way in which a provider errs or lies. */
export interface Fault {
  readonly name: string
  /** What the provider does, in one sentence. */
  readonly says: string
  /** The codes of findings and the reasons of parked events that it may cause. */
  readonly finds: readonly string[]
  /**
   * The messages that come in place of one message; none if the fault cannot happen to it. `all` are
   * the messages among which it comes.
   */
  readonly plant: (message: Delivery, all: readonly Delivery[]) => readonly Delivery[]
}

/** The fields of a message. */
export type MessageFields = Readonly<Record<string, unknown>>
/** A webhook or a callback. */
export type UnaskedDelivery = Exclude<Delivery, { kind: 'response' }>

const isBody = (value: unknown): value is MessageFields =>
  typeof value === 'object' && value !== null

/** The data of a webhook; empty if it has none. */
export const dataOf = ({ body }: UnaskedDelivery): MessageFields => {
  const { data } = body as MessageFields
  return isBody(data) ? data : {}
}

/** The type of a webhook. */
export const typeOf = ({ body }: UnaskedDelivery): string => String((body as MessageFields)['type'])

/** When a webhook says that it was sent. */
export const madeAt = ({ body }: UnaskedDelivery): TimeText => {
  const { created_on: createdOn, timestamp } = body as MessageFields
  return (createdOn ?? timestamp) as TimeText
}

/** Changes a webhook's data; `id` is appended to its id, so that '' keeps the id. */
const changed = (
  webhook: UnaskedDelivery,
  id: string,
  data: MessageFields,
  more: MessageFields = {},
): UnaskedDelivery => {
  const body = webhook.body as MessageFields
  return { ...webhook, body: { ...body, ...more, id: `${body['id']}${id}`, data } }
}

/** The same webhook, as if it had been sent later and about something else. */
export const again = (
  webhook: UnaskedDelivery,
  id: string,
  data: MessageFields,
  seconds: number,
): UnaskedDelivery => {
  const at = shift(toInstant(madeAt(webhook)), seconds)
  const sent = 'created_on' in webhook.body ? { created_on: at } : { timestamp: at }
  const later = { ...data, processed_on: at }
  return {
    ...changed(webhook, id, later, sent),
    receivedAt: shift(webhook.receivedAt, seconds),
  }
}

/** A fault that happens to webhooks of some types. */
export const inWebhook =
  (
    types: RegExp,
    plant: (
      webhook: UnaskedDelivery,
      data: MessageFields,
      all: readonly Delivery[],
    ) => readonly Delivery[],
  ): Fault['plant'] =>
  (message, all) =>
    message.kind === 'webhook' && types.test(typeOf(message))
      ? plant(message, dataOf(message), all)
      : []

/** A fault of webhooks of some types: other fields in their data; null if it cannot happen to one. */
export const inData = (
  types: RegExp,
  change: (
    data: MessageFields,
    webhook: UnaskedDelivery,
    all: readonly Delivery[],
  ) => MessageFields | null,
): Fault['plant'] =>
  inWebhook(types, (webhook, data, all) => {
    const fields = change(data, webhook, all)
    return fields === null ? [] : [changed(webhook, '', { ...data, ...fields })]
  })

/** A fault of webhooks of some types: each comes again, later and as another type. */
export const followed = (
  types: RegExp,
  id: string,
  seconds: number,
  other: (type: string) => string,
): Fault['plant'] =>
  inWebhook(types, (webhook, data) => {
    const later = again(webhook, id, data, seconds)
    const type = other(typeOf(webhook))
    return [webhook, { ...later, body: { ...later.body, type } }]
  })

/** A fault of the responses of an endpoint: other fields in their bodies; null if it cannot happen. */
export const showing =
  (endpoint: string, change: (body: MessageFields) => MessageFields | null): Fault['plant'] =>
  (message) => {
    if (message.kind !== 'response' || message.endpoint !== endpoint) return []
    const body = message.body as MessageFields
    const fields = change(body)
    return fields === null ? [] : [{ ...message, body: { ...body, ...fields } }]
  }

/** A fault of the lists of actions: one element more. */
export const listing =
  (element: (at: Instant) => object): Fault['plant'] =>
  (message) =>
    message.kind === 'response' && message.endpoint === 'getPaymentActions'
      ? [{ ...message, body: [...Object.values(message.body), element(message.receivedAt)] }]
      : []

/** A fault of webhooks of some types: their data lack some fields. */
export const lacking = (types: RegExp, ...fields: readonly string[]): Fault['plant'] =>
  inWebhook(types, (webhook, data) => {
    const rest = Object.entries(data).filter(([field]) => !fields.includes(field))
    return [changed(webhook, '', Object.fromEntries(rest))]
  })

/** A fault of webhooks of some types: each has another type. */
export const retyped = (types: RegExp, other: (type: string) => string): Fault['plant'] =>
  inWebhook(types, (webhook, data) => [
    changed(webhook, '', data, { type: other(typeOf(webhook)) }),
  ])

/** A fault of webhooks of some types: each comes again with other fields, or as another type. */
export const repeated = (
  types: RegExp,
  id: string,
  change: (data: MessageFields) => MessageFields,
  more: MessageFields = {},
): Fault['plant'] =>
  inWebhook(types, (webhook, data) => [
    webhook,
    changed(webhook, id, { ...data, ...change(data) }, more),
  ])

/** The webhooks about money. */
export const MONEY = /^payment_(captured|refunded|refund_pending|refund_declined|chargeback)$/

/** The amount that a webhook names; 0 if it names none. */
export const amountIn = (data: MessageFields): number => Number(data['amount'] ?? 0)

/** The names in a text. */
export const namesIn = (text: string): readonly string[] => text.split(' ')

/** What other amounts may cause. */
export const AMOUNTS = namesIn(
  'CapturedDiffers Disagreement DisputeDiffers MoreThanCaptured NegativeNet OneOrTwo Overruled ' +
    'RefundAtRisk StatementDiffers Unbound withinCaptured',
)
