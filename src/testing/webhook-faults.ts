/** The faults that a provider's webhooks can have. */
import { shift, toInstant } from '../words/instant.ts'
import { changed, dataOf, madeAt, typeOf, without } from './errors.ts'
import type { Fault } from './fault.ts'
import type { Delivery } from './messages.ts'

type Body = Readonly<Record<string, unknown>>
type Webhook = Exclude<Delivery, { kind: 'response' }>

const DAY = 86_400

const inWebhook =
  (types: RegExp, plant: (webhook: Webhook, data: Body) => readonly Delivery[]): Fault['plant'] =>
  (message) =>
    message.kind === 'webhook' && types.test(typeOf(message)) ? plant(message, dataOf(message)) : []

const MONEY = /^payment_(captured|refunded|refund_pending|refund_declined|chargeback)$/
const REFUND = /^payment_(refunded|refund_pending|refund_declined)$/
const BACK = /^(payment_chargeback|dispute_won)$/

const amountIn = (data: Body): number => Number(data['amount'] ?? 0)

/** The same webhook, as if it had been sent later and about something else. */
const again = (
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

const withData = (fields: Body) => (webhook: Webhook, data: Body) => [
  changed(webhook, '', { ...data, ...fields }),
]

const claimed = (seconds: number) => (webhook: Webhook, data: Body) => {
  const at = shift(toInstant(madeAt(webhook)), seconds)
  return [changed(webhook, '', { ...data, processed_on: at })]
}

const AMOUNTS = [
  'AmountDiffers',
  'CapturedDiffers',
  'Disagreement',
  'NegativeNet',
  'OneOrTwo',
  'RefundAtRisk',
  'ReversalDiffers',
  'BoundByGuess',
  'Unbound',
  'BalanceMismatch',
  'withinCaptured',
  'SnapshotContradicts',
]
const LOOSE = ['BoundByGuess', 'Unbound', 'OneOrTwo', 'NoTransition', 'reported', 'NegativeNet']

/** Every fault of a webhook. */
export const webhookFaults: readonly Fault[] = [
  {
    name: 'another amount',
    says: 'A webhook names another amount than the provider moved.',
    finds: AMOUNTS,
    plant: inWebhook(MONEY, (webhook, data) =>
      withData({ amount: amountIn(data) + 1 })(webhook, data),
    ),
  },
  {
    name: 'a fee kept back',
    says: 'A webhook names the amount without a fee.',
    finds: AMOUNTS,
    plant: inWebhook(MONEY, (webhook, data) =>
      withData({ amount: Math.max(0, amountIn(data) - 30) })(webhook, data),
    ),
  },
  {
    name: 'another currency',
    says: 'A webhook names money in another currency.',
    finds: ['OtherCurrency', 'Disagreement'],
    plant: inWebhook(MONEY, withData({ currency: 'USD' })),
  },
  {
    name: 'no action id',
    says: 'A webhook about a refund or a chargeback does not say which.',
    finds: LOOSE,
    plant: inWebhook(/^payment_(refund|chargeback)/, (webhook, data) => [
      changed(webhook, '', without(data, 'action_id', 'payment_action_id', 'dispute_id')),
    ]),
  },
  {
    name: 'another action id',
    says: 'A webhook about a refund names an action that does not exist.',
    finds: [...LOOSE, ...AMOUNTS, 'withinRefundWindow'],
    plant: inWebhook(REFUND, withData({ action_id: 'act_another' })),
  },
  {
    name: 'another customer',
    says: 'A webhook names another customer than the payment has.',
    finds: ['OtherSource'],
    plant: inWebhook(MONEY, withData({ customer: { id: 'cus_another' } })),
  },
  {
    name: 'two messages under one id',
    says: 'A second message has the id of the first, and another amount.',
    finds: ['ConflictingDuplicate', ...AMOUNTS],
    plant: inWebhook(MONEY, (webhook, data) => [
      webhook,
      changed(webhook, '', { ...data, amount: amountIn(data) + 1 }),
    ]),
  },
  {
    name: 'one message under two ids',
    says: 'A message comes again under another id.',
    finds: [],
    plant: inWebhook(/./, (webhook, data) => [webhook, changed(webhook, 'again', data)]),
  },
  {
    name: 'a second chargeback',
    says: 'The bank takes the money back a second time.',
    finds: ['NegativeNet', 'RefundAtRisk', 'notOfTickets', 'chargebackInTime'],
    plant: inWebhook(/^payment_chargeback$/, (webhook, data) => [
      webhook,
      again(webhook, 'more', { ...data, action_id: 'act_more', dispute_id: 'dsp_more' }, 15 * DAY),
    ]),
  },
  {
    name: 'a partial reversal',
    says: 'A reversal returns less than the chargeback took.',
    finds: ['ReversalDiffers', 'BoundByGuess', 'Unbound', 'Disagreement'],
    plant: inWebhook(BACK, (webhook, data) =>
      typeOf(webhook) === 'dispute_won'
        ? withData({ amount: Math.max(1, amountIn(data) - 1) })(webhook, data)
        : [],
    ),
  },
  {
    name: 'an end after the capture',
    says: 'A payment is reported as declined after it was captured.',
    finds: ['Superseded', 'Disagreement'],
    plant: inWebhook(/^payment_captured$/, (webhook, data) => [
      webhook,
      again(webhook, 'end', data, DAY, 'payment_declined'),
    ]),
  },
  {
    name: 'a success after the failure',
    says: 'A refund that failed is reported as carried out again.',
    finds: ['RefundReversed', ...AMOUNTS],
    plant: inWebhook(/^payment_refund_declined$/, (webhook, data) => [
      webhook,
      again(webhook, 'done', data, DAY, 'payment_refunded'),
    ]),
  },
  {
    name: 'a type that nobody knows',
    says: 'A webhook has a type that the interface does not list.',
    finds: ['MoneyNotUnderstood', 'NotUnderstood'],
    plant: inWebhook(/^payment_/, (webhook, data) => [
      webhook,
      changed(webhook, 'type', data, { type: 'payment_on_hold' }),
    ]),
  },
  {
    name: 'a wrong balance',
    says: 'A webhook counts more refunded than the messages.',
    finds: ['BalanceMismatch', 'Disagreement'],
    plant: inWebhook(/^payment_captured$/, (webhook, data) =>
      withData({ balances: { total_captured: amountIn(data), total_refunded: 7 } })(webhook, data),
    ),
  },
  {
    name: 'a clock that runs ahead',
    says: 'A webhook claims to have been processed an hour after it was sent.',
    finds: ['ClockSkew'],
    plant: inWebhook(MONEY, claimed(3600)),
  },
  {
    name: 'processing booked back',
    says: 'A webhook is processed as of three days before other messages say so.',
    finds: ['OneOrTwo'],
    plant: inWebhook(/^payment_(refunded|chargeback)$/, claimed(-3 * DAY)),
  },
]
