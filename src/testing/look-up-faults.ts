/** The faults that the responses to look-ups can have. */
import { shift } from '../words/instant.ts'
import { inLookUp } from './altered.ts'
import type { Fault } from './fault.ts'

const DAY = 86_400

/** Every fault of a look-up. */
export const lookUpFaults: readonly Fault[] = [
  {
    name: 'a stale look-up',
    says: 'The response to a look-up arrives long after it was true.',
    finds: ['Contradiction'],
    plant: (message) =>
      message.kind === 'response' && message.endpoint.startsWith('get')
        ? [{ ...message, receivedAt: shift(message.receivedAt, 400 * DAY) }]
        : [],
  },
  {
    name: 'a status that nobody knows',
    says: 'A look-up shows a status that the interface does not list.',
    finds: ['MoneyNotUnderstood', 'NotUnderstood', 'StatementDiffers', 'mandateUsable'],
    plant: inLookUp('getPayment', (answer, body) => [
      { ...answer, body: { ...body, status: 'On Hold' } },
    ]),
  },
  {
    name: 'another status',
    says: 'A look-up shows a declined payment that was captured.',
    finds: ['StatementDiffers', 'mandateUsable'],
    plant: inLookUp('getPayment', (answer, body) =>
      body['status'] === 'Captured' ? [{ ...answer, body: { ...body, status: 'Declined' } }] : [],
    ),
  },
  {
    name: 'a status that contradicts',
    says: 'A look-up shows that a captured payment was voided.',
    finds: ['StatementDiffers', 'MoneyNotUnderstood', 'mandateUsable'],
    plant: inLookUp('getPayment', (answer, body) =>
      body['status'] === 'Captured' ? [{ ...answer, body: { ...body, status: 'Voided' } }] : [],
    ),
  },
  {
    name: 'another amount in a look-up',
    says: 'A look-up shows another amount than the payment has.',
    finds: ['CapturedDiffers'],
    plant: inLookUp('getPayment', (answer, body) => [
      { ...answer, body: { ...body, amount: Number(body['amount']) + 1 } },
    ]),
  },
  {
    name: 'a wrong balance in a look-up',
    says: 'A look-up counts more refunded than the messages.',
    finds: ['StatementDiffers'],
    plant: inLookUp('getPayment', (answer, body) => [
      { ...answer, body: { ...body, balances: { total_refunded: Number(body['amount']) + 7 } } },
    ]),
  },
  {
    name: 'another source in a look-up',
    says: 'A look-up shows another source than the payment has.',
    finds: ['OtherSource', 'SourceInDoubt'],
    plant: inLookUp('getPayment', (answer, body) =>
      Object(body['source']).type === 'sepa'
        ? [{ ...answer, body: { ...body, source: { type: 'sepa', id: 'src_another' } } }]
        : [],
    ),
  },
  {
    name: 'another customer of a source',
    says: 'A look-up of a source shows another customer than it has.',
    finds: ['OtherSource'],
    plant: inLookUp('getSource', (answer, body) => [
      { ...answer, body: { ...body, customer: { id: 'cus_another' } } },
    ]),
  },
  {
    name: 'a refund that nobody asked for',
    says: 'The list of actions has a refund that no other message reports.',
    finds: [
      'NegativeNet',
      'MoreThanCaptured',
      'StatementDiffers',
      'RefundAtRisk',
      'withinNet',
      'withinCaptured',
      'missingPredecessor',
      'withinRefundWindow',
    ],
    plant: inLookUp('getPaymentActions', (answer) => [
      {
        ...answer,
        body: [
          ...(answer.body as readonly object[]),
          {
            id: 'act_nobody',
            type: 'Refund',
            amount: 7,
            approved: true,
            processed_on: answer.receivedAt,
          },
        ],
      },
    ]),
  },
  {
    name: 'a type of action that nobody knows',
    says: 'The list of actions has an action of a type that the interface does not list.',
    finds: ['MoneyNotUnderstood'],
    plant: inLookUp('getPaymentActions', (answer) => [
      {
        ...answer,
        body: [
          ...(answer.body as readonly object[]),
          { id: 'act_adjusted', type: 'Adjustment', amount: 7, processed_on: answer.receivedAt },
        ],
      },
    ]),
  },
  {
    name: 'an action that nobody can read',
    says: 'The list of actions has an element without a type.',
    finds: ['Unread'],
    plant: inLookUp('getPaymentActions', (answer) => [
      { ...answer, body: [...(answer.body as readonly object[]), { id: 'act_unread' }] },
    ]),
  },
]
