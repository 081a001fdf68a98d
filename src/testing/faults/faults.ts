/** Plants the faults of a provider into messages. */
import fc from 'fast-check'
import { shift } from '../../words/time/instant.ts'
import type { Delivery } from '../generators/provider-messages.ts'
import type { Fault } from './fault.ts'
import { again, changed, inLookUp, inWebhook, typeOf } from './message-changes.ts'
import { sequenceFaults, webhookFaults } from './webhook-faults.ts'

/** Every fault of a look-up. */
const lookUpFaults: readonly Fault[] = [
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

const OUTCOME = /^authentication_(approved|attempted|failed)$/

/** The outcome that replaces another. */
const another = (type: string): string =>
  type === 'authentication_approved' ? 'authentication_attempted' : 'authentication_approved'

const DAY = 86_400

/** Every fault of a session's message. */
const sessionFaults: readonly Fault[] = [
  {
    name: 'another outcome',
    says: 'A webhook names another outcome than the session had.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(OUTCOME, (webhook, data) => [
      changed(webhook, '', data, { type: another(typeOf(webhook)) }),
    ]),
  },
  {
    name: 'a second outcome',
    says: 'A session is reported with two outcomes.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(OUTCOME, (webhook, data) => [
      webhook,
      again(webhook, 'other', data, DAY, another(typeOf(webhook))),
    ]),
  },
  {
    name: 'an outcome after the expiry',
    says: 'A session is reported as approved after it had expired.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: inWebhook(/^authentication_expired$/, (webhook, data) => [
      webhook,
      again(webhook, 'late', data, DAY, 'authentication_approved'),
    ]),
  },
  {
    name: 'another amount of a session',
    says: 'A webhook about a session names another amount.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      changed(webhook, '', { ...data, amount: `${Number(data['amount']) + 1}` }),
    ]),
  },
  {
    name: 'another currency of a session',
    says: 'A webhook about a session names another currency.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      changed(webhook, '', { ...data, currency: 'USD' }),
    ]),
  },
  {
    name: 'a type of session message that nobody knows',
    says: 'A webhook about a session has a type that the interface does not list.',
    finds: ['NotUnderstood'],
    plant: inWebhook(/^authentication_/, (webhook, data) => [
      webhook,
      changed(webhook, 'type', data, { type: 'authentication_paused' }),
    ]),
  },
  {
    name: 'a session status that nobody knows',
    says: 'A look-up shows a status of a session that the interface does not list.',
    finds: ['NotUnderstood', 'ContradictsItself'],
    plant: inLookUp('getSession', (answer, body) => [
      { ...answer, body: { ...body, status: 'paused' } },
    ]),
  },
]

/** Every fault: each is a named way in which a message is wrong, or comes too often. */
export const faults: readonly Fault[] = [
  ...webhookFaults,
  ...sequenceFaults,
  ...lookUpFaults,
  ...sessionFaults,
]

/** A fault, and the message in whose place it was planted. */
export interface PlantedFault {
  readonly fault: Fault
  readonly message: Delivery
}

/** Messages of which some are wrong, and the faults that were planted into them. */
export interface Planted {
  readonly delivered: readonly Delivery[]
  readonly planted: readonly PlantedFault[]
}

/** What a message says: the same each time that it is delivered. */
const contentOf = (message: Delivery): string =>
  JSON.stringify(message.kind === 'response' ? message : message.body)

/** A fault, and a message in whose place it can be planted. */
type Possible = readonly PlantedFault[]

/** A few faults, each in one message. */
const some = (possible: Possible, count: number): fc.Arbitrary<Possible> => {
  const most = Math.min(count, possible.length)
  return fc.subarray([...possible], { minLength: Math.min(1, most), maxLength: most })
}

/** One fault, in every message to which it can happen. */
const everywhere = (possible: Possible): fc.Arbitrary<Possible> => {
  const names = [...new Set(possible.map(({ fault }) => fault.name))]
  return names.length === 0
    ? fc.constant([])
    : fc.constantFrom(...names).map((name) => possible.filter(({ fault }) => fault.name === name))
}

/**
 * Plants faults into messages: a few, each into one message, or one fault into every message to which
 * it can happen. Its messages come in place of that message, as often as that message is delivered.
 * `count` is the greatest number of different faults.
 */
export const planted = (
  messages: readonly Delivery[],
  which: readonly Fault[] = faults,
  count = 3,
): fc.Arbitrary<Planted> => {
  const possible = messages.flatMap((message) =>
    which.flatMap((fault) =>
      fault.plant(message, messages).length > 0 ? [{ fault, message }] : [],
    ),
  )
  const chosen = fc.oneof(
    { weight: 4, arbitrary: some(possible, count) },
    { weight: 1, arbitrary: everywhere(possible) },
  )
  return chosen.map((all) => {
    const byMessage = new Map(all.map((each) => [contentOf(each.message), each]))
    return {
      delivered: messages.flatMap(
        (message) => byMessage.get(contentOf(message))?.fault.plant(message, messages) ?? [message],
      ),
      planted: [...byMessage.values()],
    }
  })
}
