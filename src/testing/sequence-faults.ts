/** The faults that a sequence of webhooks can have: one comes too often, or contradicts another. */
import { AMOUNTS, again, amountIn, changed, inWebhook, MONEY, typeOf, withData } from './altered.ts'
import type { Fault } from './fault.ts'

const DAY = 86_400

const END = /^payment_(declined|canceled|expired)$/
const BACK = /^(payment_chargeback|dispute_won)$/

/** Every fault of a sequence of webhooks. */
export const sequenceFaults: readonly Fault[] = [
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
    name: 'two amounts',
    says: 'A message comes again under another id, with another amount.',
    finds: AMOUNTS,
    plant: inWebhook(MONEY, (webhook, data) => [
      webhook,
      changed(webhook, 'again', { ...data, amount: amountIn(data) + 1 }),
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
    finds: [...AMOUNTS, 'notOfTickets', 'withinChargebackWindow'],
    plant: inWebhook(/^payment_chargeback$/, (webhook, data) => [
      webhook,
      again(webhook, 'more', { ...data, action_id: 'act_more', dispute_id: 'dsp_more' }, 15 * DAY),
    ]),
  },
  {
    name: 'a third chargeback',
    says: 'The bank takes the money back a second and a third time.',
    finds: [...AMOUNTS, 'notOfTickets', 'withinChargebackWindow'],
    plant: inWebhook(/^payment_chargeback$/, (webhook, data) => [
      webhook,
      ...[15, 30].map((days) => {
        const ids = { action_id: `act_more${days}`, dispute_id: `dsp_more${days}` }
        return again(webhook, `more${days}`, { ...data, ...ids }, days * DAY)
      }),
    ]),
  },
  {
    name: 'a partial reversal',
    says: 'A reversal returns less than the chargeback took.',
    finds: ['NegativeNet', 'DisputeDiffers', 'Overruled', 'Unbound', 'RefundAtRisk'],
    plant: inWebhook(BACK, (webhook, data) =>
      typeOf(webhook) === 'dispute_won'
        ? withData({ amount: Math.max(1, amountIn(data) - 1) })(webhook, data)
        : [],
    ),
  },
  {
    name: 'an end after the capture',
    says: 'A payment is reported as declined after it was captured.',
    finds: ['Superseded', 'FieldDiffers'],
    plant: inWebhook(/^payment_captured$/, (webhook, data) => [
      webhook,
      again(webhook, 'end', data, DAY, 'payment_declined'),
    ]),
  },
  {
    name: 'a capture after the end',
    says: 'A payment is reported as captured after it had ended.',
    finds: [
      'CapturedDiffers',
      'StatementDiffers',
      'Overruled',
      'moneyAfterEnd',
      'lateCapture',
      'mandateUsable',
    ],
    plant: inWebhook(END, (webhook, data) => [
      webhook,
      again(webhook, 'late', data, DAY, 'payment_captured'),
    ]),
  },
  {
    name: 'a second end',
    says: 'A payment is reported as canceled and as declined.',
    finds: ['EndsContradict', 'NotOfThisLifecycle'],
    plant: inWebhook(END, (webhook, data) => {
      const another = typeOf(webhook) === 'payment_canceled' ? 'declined' : 'canceled'
      return [webhook, again(webhook, 'end', data, 60, `payment_${another}`)]
    }),
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
]
