/** A message about a known subject that cannot be read in one field: an event that asks, not an error. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readCallback } from '../../../src/provider/read/session-events.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import type { EndpointName } from '../../../src/provider/wire/endpoints.ts'
import { readDelivery } from '../../read-delivery.ts'
import {
  dataOf,
  events,
  gist,
  HEARD,
  newer,
  older,
  problem,
  readEvents,
  response,
  unreadable,
  webhook,
} from './given.ts'

const pay = { id: 'pay_1', action_id: 'act_1', amount: 4000, currency: 'EUR' }

/** What is wrong in one field, and the path of the field. */
const WRONG: readonly (readonly [string, object, string])[] = [
  ['an amount with decimals', { amount: '4000.00' }, 'data.amount'],
  ['an amount below zero', { amount: -4000 }, 'data.amount'],
  ['an amount that is a list', { amount: [4000] }, 'data.amount'],
  ['a currency that is a number', { currency: 978 }, 'data.currency'],
  ['a currency by its number', { currency: '978' }, 'data.currency'],
  ['an odd action', { action_id: 'act 1' }, 'data.action_id'],
]

describe('a signed webhook', () => {
  test.each(WRONG)('with %s is unrecognised on its payment, with the path', (_, field, path) => {
    for (const type of ['payment_refunded', 'payment_captured', 'payment_voided']) {
      const read = webhook(older(type, { ...pay, ...field }))
      expect(gist(read)).toEqual(['payment-pay_1: unrecognised'])
      expect(dataOf(read)).toEqual({ name: type, path })
    }
  })

  test('is about the payment that payment_id names, and else its id', () => {
    const both = { ...pay, payment_id: 'pay_2', amount: -1 }
    expect(gist(webhook(older('payment_refunded', both)))).toEqual(['payment-pay_2: unrecognised'])
    expect(gist(webhook(older('payment_refunded', { ...both, payment_id: 'odd' })))).toEqual([
      'payment-pay_1: unrecognised',
    ])
  })

  test('keeps its id, and the time and method that it would have had', () => {
    const data = { ...pay, source: { type: 'sepa' }, processed_on: '2026-03-02T10:00:00Z' }
    const [whole] = events(webhook(newer('gateway.payment_refunded', data)))
    const [unread] = events(webhook(newer('gateway.payment_refunded', { ...data, amount: -1 })))
    expect(unread?.metadata).toEqual(whole?.metadata)
    expect(unread?.data).toEqual({ name: 'payment_refunded', method: 'sepa', path: 'data.amount' })
  })

  test('about a dispute is unrecognised on the payment of the dispute', () => {
    const data = { id: 'dsp_1', payment_id: 'pay_1', amount: 4000, date: '2026-03-02T09:00:00Z' }
    const [whole] = events(webhook(older('dispute_received', data)))
    for (const [field, path] of [
      [{ id: 'pay_9' }, 'data.id'],
      [{ amount: '4000.00' }, 'data.amount'],
    ] as const) {
      const read = webhook(older('dispute_received', { ...data, ...field }))
      expect(gist(read)).toEqual(['payment-pay_1: unrecognised'])
      expect(dataOf(read)).toEqual({ name: 'dispute_received', path })
      expect(events(read)[0]?.metadata).toEqual(whole?.metadata)
    }
  })

  test.each([42, '', 'x'.repeat(201)])('of a type that cannot be read, %j, says so', (type) => {
    const read = webhook(older(type as string, pay))
    expect(gist(read)).toEqual(['payment-pay_1: unrecognised'])
    expect(dataOf(read)).toEqual({ path: 'type' })
  })

  test('that names no subject remains an error', () => {
    const { id: _, ...nameless } = pay
    const wrong = { ...nameless, amount: -1 }
    const amount = unreadable(
      'data.amount',
      'an amount in minor units, at most 999999999',
      'a number',
    )
    for (const data of [wrong, { ...wrong, id: 'odd' }, { ...wrong, session_id: 'sid_1' }]) {
      expect(problem(webhook(older('payment_refunded', data)))).toEqual(amount)
    }
    expect(gist(webhook(older('payment_refunded', nameless)))).toEqual(["Unreadable at 'data.id'"])
    expect(gist(webhook({ id: 'evt_1', type: 'payment_refunded', data: [pay] }))).toEqual([
      "Unreadable at 'data'",
    ])
    const dispute = { id: 'dsp_1', payment_id: 'odd', source_id: 'src_1' }
    expect(gist(webhook(older('dispute_lost', dispute)))).toEqual([
      "Unreadable at 'data.payment_id'",
    ])
    const session = { session_id: 'odd', payment_id: 'pay_1' }
    expect(gist(webhook(older('authentication_approved', session)))).toEqual([
      "Unreadable at 'data.session_id'",
    ])
  })

  test('that is not verified remains an error', () => {
    const body = older('payment_refunded', { ...pay, amount: -1 })
    for (const isVerified of [undefined, false]) {
      expect(E.isLeft(readWebhook({ body, receivedAt: HEARD, isVerified }))).toBe(true)
    }
    expect(E.isLeft(readCallback({ body, receivedAt: HEARD }))).toBe(true)
  })
})

describe('a price that cannot be read', () => {
  const AMOUNTS = ['60.00', '60,00', '6000 ', 6000.5, -6000, '99999999999', [6000], { a: 1 }, true]
  const CURRENCIES = ['978', 978, 'euro', ['EUR']]
  const wrong = [
    ...AMOUNTS.map((amount) => ({ amount, currency: 'EUR' })),
    ...CURRENCIES.map((currency) => ({ amount: '6000', currency })),
  ]
  const pathOf = ({ currency }: { readonly currency: unknown }) =>
    currency === 'EUR' ? 'amount' : 'currency'

  test.each(wrong)('of a session is unrecognised on the session, %j', (price) => {
    for (const type of ['started', 'approved', 'attempted', 'expired', 'failed']) {
      const name = `authentication_${type}`
      const read = webhook(newer(name, { session_id: 'sid_1', payment_id: 'pay_1', ...price }))
      expect(gist(read)).toEqual(['session-sid_1: unrecognised'])
      expect(dataOf(read)).toEqual({ name, path: `data.${pathOf(price)}` })
    }
    for (const endpoint of ['createSession', 'getSession', 'submitChannelData'] as const) {
      const read = response(endpoint, { body: { id: 'sid_1', status: 'approved', ...price } })
      expect(gist(read)).toEqual(['session-sid_1: unrecognised'])
      expect(dataOf(read)).toEqual({ name: endpoint, path: pathOf(price) })
    }
  })

  test('is not one that is missing, in digits, or 0', () => {
    for (const price of [{}, { amount: null, currency: '' }, { amount: '6000', currency: 'eur' }]) {
      const read = webhook(newer('authentication_approved', { session_id: 'sid_1', ...price }))
      expect(gist(read)).toEqual(['session-sid_1: session_approved'])
    }
    for (const amount of [0, '0']) {
      const read = response('getSession', { body: { id: 'sid_1', status: 'approved', amount } })
      expect(dataOf(read)).toMatchObject({ status: 'approved', amount: 0 })
    }
  })
})

describe('what decides an answer and cannot be read', () => {
  /** Such fields of responses, with a value that can be read. */
  const DECIDING: readonly (readonly [EndpointName, string, object, string, unknown])[] = [
    ['getSession', 'session-sid_1', { id: 'sid_1' }, 'status', 'approved'],
    ['getSession', 'session-sid_1', { id: 'sid_1', status: 'approved' }, 'approved', 'True'],
    ['getPayment', 'payment-pay_1', { id: 'pay_1' }, 'status', 'Captured'],
    ['createPayment', 'payment-pay_1', { id: 'pay_1' }, 'status', 'Pending'],
    ['getPayment', 'payment-pay_1', { id: 'pay_1' }, 'balances.total_captured', 4000],
    ['getPayment', 'payment-pay_1', { id: 'pay_1' }, 'balances.total_refunded', '0'],
    ['createSource', 'mandate-src_1', { id: 'src_1', type: 'Sepa' }, 'response_code', '10000'],
    ['getSource', 'mandate-src_1', { id: 'src_1' }, 'response_code', '20005'],
  ]
  const having = (path: string, value: unknown): object => {
    const [name = '', inner] = path.split('.')
    return { [name]: inner === undefined ? value : { [inner]: value } }
  }

  test.each(DECIDING)('in a response of %s is unrecognised on %s', (...field) => {
    const [endpoint, stream, body, path, readable] = field
    for (const value of [['approved'], 5.5, -1]) {
      const read = response(endpoint, { body: { ...body, ...having(path, value) } })
      expect(gist(read)).toEqual([`${stream}: unrecognised`])
      expect(dataOf(read)).toMatchObject({ name: endpoint, path })
    }
    for (const value of [readable, null, '', {}]) {
      const read = response(endpoint, { body: { ...body, ...having(path, value) } })
      expect(gist(read)).not.toContain(`${stream}: unrecognised`)
    }
  })

  test('in a row of a list, or in its length, proves nothing', () => {
    const capture = { id: 'act_1', type: 'Capture', amount: 4000, response_code: '10000' }
    const rows = (approved: unknown) =>
      dataOf(
        response('getPaymentActions', {
          ...{ params: { id: 'pay_1' }, askedAt: HEARD },
          body: [{ ...capture, approved }],
        }),
      )
    expect(rows('no')).toEqual({ name: 'payment_action' })
    expect(rows('False')).toMatchObject({ actions: [{ approved: false }], unread: 0 })
    const params = { reference: 'order-1', source_id: 'src_1' }
    const list = (total_count: unknown) =>
      response('getPayments', { params, askedAt: HEARD, body: { total_count, data: [] } })
    expect(gist(list('1'))).toEqual(["Unreadable at 'total_count'"])
    expect(dataOf(list(1))).toMatchObject({ actions: [], unread: 1 })
  })

  test('in the dispute of a chargeback is unrecognised on its payment', () => {
    const read = webhook(older('payment_chargeback', { ...pay, dispute_id: 'odd' }))
    expect(dataOf(read)).toEqual({ name: 'payment_chargeback', path: 'data.dispute_id' })
  })

  test('in the balances of a webhook decides nothing, and is left out', () => {
    const read = webhook(newer('payment_captured', { ...pay, balances: { total_captured: 'x' } }))
    expect(gist(read)).toEqual(['payment-pay_1: payment_captured'])
    expect(dataOf(read)).not.toHaveProperty('balances')
  })
})

describe('a response to our own request', () => {
  const body = { id: 'pay_1', amount: '4000.00', currency: 'EUR', source: { type: 'sepa' } }
  const unread = (path: string, name: string) => ({ name, path })

  test('is unrecognised on the payment that it names, with the path', () => {
    for (const endpoint of ['getPayment', 'createPayment'] as const) {
      const read = response(endpoint, { body, key: 'command-1' })
      expect(gist(read)).toEqual(['payment-pay_1: unrecognised'])
      expect(dataOf(read)).toEqual({ ...unread('amount', endpoint), method: 'sepa' })
      expect(events(read)[0]?.metadata).toMatchObject({ source: 'response', occurredAt: null })
    }
  })

  test('shows the method of its request, if it shows none', () => {
    const request = { source: { type: 'id', id: 'src_1' } }
    const read = response('createPayment', { body: { id: 'pay_1', amount: -1 }, request })
    expect(dataOf(read)).toEqual({ ...unread('amount', 'createPayment'), method: 'sepa' })
  })

  test('is unrecognised on the subject that its request names', () => {
    const named: readonly (readonly [string, object, object, string, string])[] = [
      ['getPayment', { payment_id: 'pay_1' }, { id: 42 }, 'payment-pay_1', 'id'],
      ['getSession', { session_id: 'sid_1' }, { id: 'odd' }, 'session-sid_1', 'id'],
      ['submitChannelData', { session_id: 'sid_1' }, { id: 'odd' }, 'session-sid_1', 'id'],
      ['getSource', { id: 'src_1' }, { id: 'odd' }, 'mandate-src_1', 'id'],
      [
        'requestRefund',
        { payment_id: 'pay_1' },
        { action_id: 'odd' },
        'payment-pay_1',
        'action_id',
      ],
      ['requestRefund', { payment_id: 'pay_1' }, {}, 'payment-pay_1', 'action_id'],
    ]
    for (const [endpoint, params, body, stream, path] of named) {
      const read = readDelivery({
        kind: 'response',
        receivedAt: HEARD,
        status: 200,
        endpoint,
        params,
        body,
      })
      expect(gist(read)).toEqual([`${stream}: unrecognised`])
      expect(dataOf(read)).toEqual(unread(path, endpoint))
    }
  })

  test('with a list that has an unreadable payment is unrecognised on that payment', () => {
    const data = [{ id: 'pay_1', amount: 4000 }, { id: 'pay_2', amount: -1 }, { id: 'odd' }]
    const read = response('getPayments', { body: { data } })
    expect(gist(read)).toEqual(['payment-pay_1: state_observed', 'payment-pay_2: unrecognised'])
    expect(readEvents(read)[1]?.event.data).toEqual(unread('amount', 'getPayments'))
  })

  test('that names no subject remains an error', () => {
    expect(gist(response('createPayment', { body: { id: 'odd' } }))).toEqual(["Unreadable at 'id'"])
    expect(gist(response('createSession', { body: { id: 'odd' } }))).toEqual(["Unreadable at 'id'"])
    const params = { payment_id: 'pay_1', id: 'pay_1' }
    for (const whole of ['', '[]', '{"id":"pay_1"', '"pay_1"']) {
      expect(gist(response('getPayment', { params, body: whole }))).toEqual(["Unreadable at ''"])
    }
  })

  test('that somebody else handed on remains an error', () => {
    expect(E.isLeft(response('getPayment', { body, isRelayed: true }))).toBe(true)
    const list = { data: [{ id: 'pay_2', amount: -1 }] }
    expect(gist(response('getPayments', { body: list, isRelayed: true }))).toEqual([])
  })
})

test('no value of a field that cannot be read gets into the event', () => {
  const secret = 'Ada4242424242424242'
  for (const field of ['amount', 'currency', 'action_id']) {
    const body = older('payment_refunded', { ...pay, [field]: secret })
    expect(JSON.stringify(webhook(body))).not.toContain(secret)
    expect(JSON.stringify(events(webhook(body)))).not.toContain('4242')
  }
})
