/** Plants the faults of a provider into messages. */

import fc from 'fast-check'
import { type Instant, shift, type TimeText, toInstant } from '../../words/time/instant.ts'
import type { Delivery } from '../generators/messages.ts'

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

type MessageFields = Readonly<Record<string, unknown>>
type UnaskedDelivery = Exclude<Delivery, { kind: 'response' }>

const dataOf = ({ body }: UnaskedDelivery): MessageFields => Object((body as MessageFields)['data'])

const typeOf = ({ body }: UnaskedDelivery): string => String((body as MessageFields)['type'])

const madeAt = ({ body }: UnaskedDelivery): Instant => {
  const { created_on: createdOn, timestamp } = body as MessageFields
  return toInstant((createdOn ?? timestamp) as TimeText)
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
const again = (
  webhook: UnaskedDelivery,
  id: string,
  data: MessageFields,
  seconds: number,
): UnaskedDelivery => {
  const at = shift(madeAt(webhook), seconds)
  const sent = 'created_on' in webhook.body ? { created_on: at } : { timestamp: at }
  const later = { ...data, processed_on: at }
  return {
    ...changed(webhook, id, later, sent),
    receivedAt: shift(webhook.receivedAt, seconds),
  }
}

/** A fault that happens to webhooks of some types. */
const inWebhook =
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
const inData = (
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
const followed = (
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
const showing =
  (endpoint: string, change: (body: MessageFields) => MessageFields | null): Fault['plant'] =>
  (message) => {
    if (message.kind !== 'response' || message.endpoint !== endpoint) return []
    const body = message.body as MessageFields
    const fields = change(body)
    return fields === null ? [] : [{ ...message, body: { ...body, ...fields } }]
  }

const listing =
  (element: (at: Instant) => object): Fault['plant'] =>
  (message) =>
    message.kind === 'response' && message.endpoint === 'getPaymentActions'
      ? [{ ...message, body: [...Object.values(message.body), element(message.receivedAt)] }]
      : []

const lacking = (types: RegExp, ...fields: readonly string[]): Fault['plant'] =>
  inWebhook(types, (webhook, data) => {
    const rest = Object.entries(data).filter(([field]) => !fields.includes(field))
    return [changed(webhook, '', Object.fromEntries(rest))]
  })

const retyped = (types: RegExp, other: (type: string) => string): Fault['plant'] =>
  inWebhook(types, (webhook, data) => [
    changed(webhook, '', data, { type: other(typeOf(webhook)) }),
  ])

/** A fault of webhooks of some types: each comes again with other fields, or as another type. */
const repeated = (
  types: RegExp,
  id: string,
  change: (data: MessageFields) => MessageFields,
  more: MessageFields = {},
): Fault['plant'] =>
  inWebhook(types, (webhook, data) => [
    webhook,
    changed(webhook, id, { ...data, ...change(data) }, more),
  ])

const MONEY = /^payment_(captured|refunded|refund_pending|refund_declined|chargeback)$/

const amountIn = (data: MessageFields): number => Number(data['amount'] ?? 0)

const namesIn = (text: string): readonly string[] => text.split(' ')

/** What other amounts may cause. */
const AMOUNTS = namesIn(
  'CapturedDiffers Disagreement DisputeDiffers MoreThanCaptured NegativeNet OneOrTwo Overruled ' +
    'RefundAtRisk StatementDiffers Unbound withinCaptured',
)

const DAY = 86_400

type NamedFaults = Readonly<Record<string, Omit<Fault, 'name'>>>

const END = /^payment_(declined|canceled|expired)$/

const IDS = ['action_id', 'payment_action_id', 'dispute_id']

const oneMore = (data: MessageFields) => ({ amount: amountIn(data) + 1 })

const chargedBackAgain = (...days: readonly number[]): Fault['plant'] =>
  inWebhook(/^payment_chargeback$/, (webhook, data) => [
    webhook,
    ...days.map((day) => {
      const ids = { action_id: `act_more${day}`, dispute_id: `dsp_more${day}` }
      return again(webhook, `more${day}`, { ...data, ...ids }, day * DAY)
    }),
  ])

const sequenceFaults: NamedFaults = {
  'two messages under one id': {
    says: 'A second message has the id of the first, and another amount.',
    finds: ['ConflictingDuplicate', ...AMOUNTS],
    plant: repeated(MONEY, '', oneMore),
  },
  'two amounts': {
    says: 'A message comes again under another id, with another amount.',
    finds: AMOUNTS,
    plant: repeated(MONEY, 'again', oneMore),
  },
  'one message under two ids': {
    says: 'A message comes again under another id.',
    finds: [],
    plant: repeated(/./, 'again', () => ({})),
  },
  'a second chargeback': {
    says: 'The bank takes the money back a second time.',
    finds: [...AMOUNTS, 'notOfTickets', 'withinChargebackWindow'],
    plant: chargedBackAgain(15),
  },
  'a third chargeback': {
    says: 'The bank takes the money back a second and a third time.',
    finds: [...AMOUNTS, 'notOfTickets', 'withinChargebackWindow'],
    plant: chargedBackAgain(15, 30),
  },
  'a partial reversal': {
    says: 'A reversal returns less than the chargeback took.',
    finds: ['NegativeNet', 'DisputeDiffers', 'Overruled', 'Unbound', 'RefundAtRisk'],
    plant: inData(/^dispute_won$/, (data) => ({ amount: Math.max(1, amountIn(data) - 1) })),
  },
  'an end after the capture': {
    says: 'A payment is reported as declined after it was captured.',
    finds: ['Superseded', 'FieldDiffers'],
    plant: followed(/^payment_captured$/, 'end', DAY, () => 'payment_declined'),
  },
  'a capture after the end': {
    says: 'A payment is reported as captured after it had ended.',
    finds: namesIn(
      'CapturedDiffers StatementDiffers Overruled moneyAfterEnd lateCapture mandateUsable ' +
        'withinChargebackWindow withinRefundWindow',
    ),
    plant: followed(END, 'late', DAY, () => 'payment_captured'),
  },
  'a second end': {
    says: 'A payment is reported as canceled and as declined.',
    finds: ['EndsContradict', 'NotOfThisLifecycle', 'Superseded'],
    plant: followed(END, 'end', 60, (type) =>
      type === 'payment_canceled' ? 'payment_declined' : 'payment_canceled',
    ),
  },
  'a success after the failure': {
    says: 'A refund that failed is reported as carried out again.',
    finds: ['RefundReversed', ...AMOUNTS],
    plant: followed(/^payment_refund_declined$/, 'done', DAY, () => 'payment_refunded'),
  },
  'a type that nobody knows': {
    says: 'A webhook has a type that the interface does not list.',
    finds: ['MoneyNotUnderstood', 'NotUnderstood'],
    plant: repeated(/^payment_/, 'type', () => ({}), { type: 'payment_on_hold' }),
  },
}

/** Another SEPA source than the message names; null if it names none. */
const otherSource = ({ source }: MessageFields): MessageFields | null =>
  Object(source).type === 'sepa' ? { source: { type: 'sepa', id: 'src_another' } } : null

const REFUND = /^payment_(refunded|refund_pending|refund_declined)$/

const claimed = (seconds: number) => (_: MessageFields, webhook: UnaskedDelivery) => ({
  processed_on: shift(madeAt(webhook), seconds),
})

/** What a report that does not name its refund or chargeback may cause. */
const LOOSE = namesIn(
  'NoEntity Unbound Overruled StatementDiffers MoreThanCaptured OneOrTwo NoTransition reported ' +
    'NegativeNet RefundAtRisk RefundReversed missingPredecessor',
)

const webhookFaults: NamedFaults = {
  'another amount': {
    says: 'A webhook names another amount than the provider moved.',
    finds: [...AMOUNTS, 'withinRefundWindow'],
    plant: inData(MONEY, oneMore),
  },
  'a fee kept back': {
    says: 'A webhook names the amount without a fee.',
    finds: [...AMOUNTS, 'withinRefundWindow'],
    plant: inData(MONEY, (data) => ({ amount: Math.max(0, amountIn(data) - 30) })),
  },
  'another currency': {
    says: 'A webhook names money in another currency.',
    finds: namesIn(
      'OtherCurrency Overruled NegativeNet RefundAtRisk StatementDiffers DisputeDiffers ' +
        'MoreThanCaptured Unbound',
    ),
    plant: inData(MONEY, () => ({ currency: 'USD' })),
  },
  'no action id': {
    says: 'A webhook about a refund or a chargeback does not say which.',
    finds: [...LOOSE, 'withinRefundWindow'],
    plant: lacking(/^payment_(refund|chargeback)/, ...IDS),
  },
  'another action id': {
    says: 'A webhook about a refund names an action that does not exist.',
    finds: [...LOOSE, ...AMOUNTS, 'withinRefundWindow'],
    plant: inData(REFUND, () => ({ action_id: 'act_another' })),
  },
  'the action id of another refund': {
    says: 'A webhook about a refund names the action of another refund.',
    finds: [...LOOSE, ...AMOUNTS, 'RefundReversed', 'withinRefundWindow'],
    plant: inData(REFUND, (data, _, all) => {
      const ids = all.flatMap((other) =>
        other.kind === 'webhook' && REFUND.test(typeOf(other)) && dataOf(other)['id'] === data['id']
          ? [dataOf(other)['action_id']]
          : [],
      )
      const another = ids.find((id) => id !== undefined && id !== data['action_id'])
      return another === undefined ? null : { action_id: another }
    }),
  },
  'no amount': {
    says: 'A webhook about money does not say how much.',
    finds: [...LOOSE, ...AMOUNTS],
    plant: lacking(MONEY, 'amount'),
  },
  'neither action id nor amount': {
    says: 'A webhook about a refund or a chargeback says neither which nor how much.',
    finds: [...LOOSE, ...AMOUNTS, 'withinRefundWindow'],
    plant: lacking(/^payment_(refund|chargeback)/, ...IDS, 'amount'),
  },
  'a refund as a chargeback': {
    says: 'A refund that was carried out is reported as a chargeback.',
    finds: [...LOOSE, ...AMOUNTS, 'notOfTickets', 'withinChargebackWindow', 'withinRefundWindow'],
    plant: retyped(/^payment_refunded$/, () => 'payment_chargeback'),
  },
  'another payment': {
    says: 'A webhook names a payment that it is not about.',
    finds: [...LOOSE, ...AMOUNTS, 'Superseded', 'FieldDiffers'],
    plant: inData(MONEY, () => ({ id: 'pay_another' })),
  },
  'another source': {
    says: 'A webhook names another source than the payment has.',
    finds: ['OtherSource', 'SourceInDoubt', 'mandateUsable'],
    plant: inData(MONEY, otherSource),
  },
  'another customer': {
    says: 'A webhook names another customer than the payment has.',
    // a mandate receives one collection for each customer that messages of it name
    finds: ['OtherSource', 'SourceInDoubt', 'FieldDiffers', 'sameCustomer'],
    plant: inData(/^payment_/, () => ({ customer: { id: 'cus_another' } })),
  },
  'a wrong balance': {
    says: 'A webhook counts more refunded than the messages. No webhook’s balance counts.',
    finds: [],
    plant: inData(/^payment_captured$/, (data) => ({
      balances: { total_captured: amountIn(data), total_refunded: 7 },
    })),
  },
  'a clock that runs ahead': {
    says: 'A webhook claims to have been processed an hour after it was sent.',
    finds: ['ClockSkew'],
    plant: inData(MONEY, claimed(3600)),
  },
  'processing booked back': {
    says: 'A webhook is processed as of three days before other messages say so.',
    finds: ['OneOrTwo', 'withinRefundWindow'],
    plant: inData(/^payment_(refunded|chargeback)$/, claimed(-3 * DAY)),
  },
}

const lookUpFaults: NamedFaults = {
  'a stale look-up': {
    says: 'The response to a look-up arrives long after it was true.',
    finds: namesIn(
      'Contradiction MoreThanCaptured NegativeNet RefundAtRisk RefundReversed withinCaptured ' +
        'Overruled',
    ),
    plant: (message) =>
      message.kind === 'response' && message.endpoint.startsWith('get')
        ? [{ ...message, receivedAt: shift(message.receivedAt, 400 * DAY) }]
        : [],
  },
  'a status that nobody knows': {
    says: 'A look-up shows a status that the interface does not list.',
    finds: ['MoneyNotUnderstood', 'NotUnderstood', 'StatementDiffers', 'mandateUsable'],
    plant: showing('getPayment', () => ({ status: 'On Hold' })),
  },
  'another status': {
    says: 'A look-up shows a declined payment that was captured.',
    finds: ['StatementDiffers', 'mandateUsable'],
    plant: showing('getPayment', ({ status }) =>
      status === 'Captured' ? { status: 'Declined' } : null,
    ),
  },
  'a status that contradicts': {
    says: 'A look-up shows that a captured payment was voided.',
    finds: ['StatementDiffers', 'MoneyNotUnderstood', 'mandateUsable'],
    plant: showing('getPayment', ({ status }) =>
      status === 'Captured' ? { status: 'Voided' } : null,
    ),
  },
  'another amount in a look-up': {
    says: 'A look-up shows another amount than the payment has.',
    finds: ['CapturedDiffers'],
    plant: showing('getPayment', (body) => ({ amount: Number(body['amount']) + 1 })),
  },
  'a wrong balance in a look-up': {
    says: 'A look-up counts more refunded than the messages.',
    finds: ['StatementDiffers'],
    plant: showing('getPayment', (body) => ({
      balances: { total_refunded: Number(body['amount']) + 7 },
    })),
  },
  'another source in a look-up': {
    says: 'A look-up shows another source than the payment has.',
    finds: ['OtherSource', 'SourceInDoubt'],
    plant: showing('getPayment', otherSource),
  },
  'another customer of a source': {
    says: 'A look-up of a source shows another customer than it has.',
    finds: ['OtherSource'],
    plant: showing('getSource', () => ({ customer: { id: 'cus_another' } })),
  },
  'a refund that nobody asked for': {
    says: 'The list of actions has a refund that no other message reports.',
    finds: namesIn(
      'NegativeNet MoreThanCaptured StatementDiffers RefundAtRisk withinNet withinCaptured ' +
        'missingPredecessor withinRefundWindow Overruled mandateUsable',
    ),
    plant: listing((at) => {
      const row = { id: 'act_nobody', type: 'Refund', amount: 7, approved: true }
      return { ...row, processed_on: at }
    }),
  },
  'a type of action that nobody knows': {
    says: 'The list of actions has an action of a type that the interface does not list.',
    // a list of which something cannot be read settles nothing
    finds: ['MoneyNotUnderstood', 'StatementDiffers', 'Overruled'],
    plant: listing((at) => {
      return { id: 'act_adjusted', type: 'Adjustment', amount: 7, processed_on: at }
    }),
  },
  'an action that nobody can read': {
    says: 'The list of actions has an element without a type.',
    finds: [
      'Unread',
      'Superseded',
      'RefundReversed',
      ...AMOUNTS,
      'withinCaptured',
      'withinRefundWindow',
    ],
    plant: listing(() => ({ id: 'act_unread' })),
  },
}

const OUTCOME = /^authentication_(approved|attempted|failed)$/

const another = (type: string): string =>
  type === 'authentication_approved' ? 'authentication_attempted' : 'authentication_approved'

const sessionFaults: NamedFaults = {
  'another outcome': {
    says: 'A webhook names another outcome than the session had.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: retyped(OUTCOME, another),
  },
  'a second outcome': {
    says: 'A session is reported with two outcomes.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: followed(OUTCOME, 'other', DAY, another),
  },
  'an outcome after the expiry': {
    says: 'A session is reported as approved after it had expired.',
    finds: ['Contradiction', 'NoTransition', 'Overruled'],
    plant: followed(/^authentication_expired$/, 'late', DAY, () => 'authentication_approved'),
  },
  'another amount of a session': {
    says: 'A webhook about a session names another amount.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inData(/^authentication_/, (data) => ({ amount: `${Number(data['amount']) + 1}` })),
  },
  'another currency of a session': {
    says: 'A webhook about a session names another currency.',
    finds: ['FieldDiffers', 'PriceDiffers'],
    plant: inData(/^authentication_/, () => ({ currency: 'USD' })),
  },
  'a type of session message that nobody knows': {
    says: 'A webhook about a session has a type that the interface does not list.',
    finds: ['NotUnderstood'],
    plant: repeated(/^authentication_/, 'type', () => ({}), { type: 'authentication_paused' }),
  },
  'a session status that nobody knows': {
    says: 'A look-up shows a status of a session that the interface does not list.',
    finds: ['NotUnderstood', 'ContradictsItself'],
    plant: showing('getSession', () => ({ status: 'paused' })),
  },
}

/** Every fault: each is a named way in which a message is wrong, or comes too often. */
export const faults: readonly Fault[] = Object.entries({
  ...webhookFaults,
  ...sequenceFaults,
  ...lookUpFaults,
  ...sessionFaults,
}).map(([name, fault]) => ({ name, ...fault }))

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

type Possible = readonly PlantedFault[]

const some = (possible: Possible, count: number): fc.Arbitrary<Possible> => {
  const most = Math.min(count, possible.length)
  return fc.subarray([...possible], { minLength: Math.min(1, most), maxLength: most })
}

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
