/** Which events the examples of responses report, with which ids, on which streams. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { RESPONSES } from '../wire/examples.ts'
import { type Exchange, HEARD, problem, readEvents, response, unreadable } from './given.ts'

const NAMES = Object.keys(endpoints) as readonly EndpointName[]
const PARAMS = {
  session_id: 'sid_1',
  source_id: 'src_1',
  payment_id: 'pay_1',
  file_id: 'file_1',
  id: 'pay_1',
}

const read = (endpoint: EndpointName, exchange: Exchange) =>
  response(endpoint, { params: PARAMS, ...exchange })

const typesOf = (endpoint: EndpointName, exchange: Exchange): readonly string[] =>
  readEvents(read(endpoint, exchange)).map(({ event }) => event.type)

describe('a response by its status', () => {
  test.each([200.5, 404.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'reports nothing with %j, which is no status',
    (status) => {
      expect(readEvents(read('requestRefund', { status, body: { id: 'pay_1' } }))).toEqual([])
    },
  )

  test.each([200, 201, 202, 204, 250, 299])('is read with %j, whatever its endpoint', (status) => {
    for (const { endpoint, params, body } of RESPONSES) {
      const types = typesOf(endpoint, { params: { ...params }, status, body })
      expect(types).toEqual(typesOf(endpoint, { params: { ...params }, body }))
    }
  })

  test.each([408, 500, 502, 503, 504, 599, 300, 301, 304, 399, 100, 103, 199, 0, -1, 600])(
    'reports nothing with %j if it had no key: nobody knows',
    (status) => {
      for (const endpoint of NAMES)
        expect(typesOf(endpoint, { status, body: { error_type: 'x' } })).toEqual([])
    },
  )
})

describe('a response of a request that succeeded', () => {
  test.each(NAMES)('to %s that was cut off is unreadable', (endpoint) => {
    const cut = read(endpoint, { body: '{"id":"pay_1","sta' })
    expect(problem(cut)).toEqual(unreadable('', 'JSON', 'a text'))
  })

  test.each(NAMES.filter((name) => name !== 'completeSession' && name !== 'cancelMandate'))(
    'to %s that is empty is unreadable',
    (endpoint) => {
      expect(E.isLeft(read(endpoint, { body: '' }))).toBe(true)
      expect(read(endpoint, { body: '' })).toEqual(read(endpoint, {}))
    },
  )

  test.each([
    ['an uploaded file', []],
    ['a file record', []],
    [
      'a list of payment actions',
      [
        ...'payment_chargeback payment_refunded payment_canceled action_observed'.split(' '),
        ...'payment_captured action_observed action_observed action_observed'.split(' '),
      ],
    ],
    ['a non-hosted session', ['session_created']],
    [
      'a non-hosted session with other names for its links',
      ['session_created', 'channel_data_submitted', 'session_challenged'],
    ],
    ['a hosted session', ['session_created']],
    ['the details of a session', ['state_observed']],
    ['the few fields that a public key is shown of a session', ['state_observed']],
    [
      'a session with its channel data, challenged',
      ['channel_data_submitted', 'session_challenged'],
    ],
    [
      'a session with its channel data, without a challenge',
      ['channel_data_submitted', 'session_approved'],
    ],
    ['a completed session', ['session_completed']],
    ['a created source', ['mandate_created']],
    ['the details of a source', ['state_observed']],
    ['a cancelled mandate', ['mandate_cancelled']],
    ['a created SEPA payment', ['payment_pending']],
    ['a created payment by ticket, with redirect', ['payment_pending']],
    ['a created payment by ticket in the sandbox', ['payment_pending']],
    ['the details of a payment by ticket, direct', ['state_observed']],
    ['the details of a payment by ticket, with redirect', ['state_observed']],
    ['an accepted refund', ['refund_requested']],
  ])('reports %s %j', (name, types) => {
    const example = RESPONSES.find((each) => each.name === name)
    const { endpoint = 'getFile', params = {}, status = 0, body } = example ?? {}
    const exchange = { params: { ...params }, status, body }
    expect(typesOf(endpoint, exchange)).toEqual(types)
    const text = body === undefined ? '' : JSON.stringify(body)
    expect(read(endpoint, { ...exchange, body: text })).toEqual(read(endpoint, exchange))
  })

  test('reports nothing of what its body has for the caller', () => {
    const example = RESPONSES.find(({ name }) => name.endsWith('by ticket, direct'))
    const events = JSON.stringify(read('getPayment', { params: {}, body: example?.body }))
    for (const secret of ['3300 1020 4070', '330010204070991', 'lionel@buyer.example', '.png']) {
      expect(JSON.stringify(example?.body)).toContain(secret)
      expect(events).not.toContain(secret)
    }
  })

  test('that cannot be read is a message that nobody understood, unless somebody handed it on', () => {
    for (const [endpoint, body] of [
      ['getPayment', { id: 'pay_1', amount: -1 }],
      ['requestRefund', {}],
    ] as const) {
      expect(typesOf(endpoint, { body })).toEqual(['unrecognised'])
      expect(E.isLeft(read(endpoint, { body, isRelayed: true }))).toBe(true)
    }
    expect(problem(read('uploadFile', { body: {} }))).toEqual(
      unreadable('id', 'a file_ identifier', 'nothing'),
    )
  })
})

describe('the id of an event from a response', () => {
  const pending = { id: 'sid_1', status: 'pending', next_actions: ['collect_channel_data'] }
  const idsOf = (endpoint: EndpointName, body: object): readonly string[] =>
    readEvents(read(endpoint, { body })).map(({ event }) => event.metadata.eventId)

  test('is the same for the same response, and differs for another request', () => {
    const ids = [
      ...idsOf('getSession', pending),
      ...idsOf('submitChannelData', pending),
      ...idsOf('getSession', { ...pending, amount: 1 }),
    ]
    expect(new Set(ids).size).toBe(3)
    expect(idsOf('getSession', { ...pending })).toEqual(ids.slice(0, 1))
  })
})

describe('a body without its id', () => {
  /** The kind of value in the place of the id, or else the streams of the events. */
  const found = (endpoint: EndpointName, params: object, body: unknown): unknown => {
    const reading = response(endpoint, { params: { ...params }, body })
    if (E.isLeft(reading)) return 'found' in reading.left && reading.left.found
    return reading.right.map(({ stream }) => stream)
  }

  test.each([
    ['getFile', { file_id: 'file_1' }, []],
    ['getFile', { id: 'file_1' }, []],
    ['getSession', { session_id: 'sid_1' }, ['session-sid_1']],
    ['getSource', { id: 'src_1' }, ['mandate-src_1']],
    ['getPayment', { payment_id: 'pay_1' }, ['payment-pay_1']],
    ['submitChannelData', { session_id: 'sid_1' }, ['session-sid_1']],
  ] as const)('gets it from the path: %s with %j', (endpoint, params, streams) => {
    for (const own of [{}, { id: null }, { id: '' }, { id: {} }, { id: undefined }])
      expect(found(endpoint, params, { ...own, type: 'sepa' })).toEqual(streams)
  })

  test('keeps the id that it has', () => {
    expect(found('getFile', { file_id: 'file_1' }, { id: 'file_2' })).toEqual([])
    expect(found('getFile', { file_id: 'file_1' }, { id: 'evt_2' })).toBe('a text')
    expect(found('getFile', { file_id: 'file_1' }, { id: 7 })).toBe('a number')
  })

  test('has none if the path has none', () => {
    expect(found('getPayment', {}, {})).toBe('nothing')
    expect(found('getPayment', { session_id: 'sid_1' }, {})).toBe('nothing')
    expect(found('createPayment', { payment_id: 'pay_1', id: 'pay_1' }, {})).toBe('nothing')
    expect(found('createSession', { session_id: 'sid_1', id: 'sid_1' }, {})).toBe('nothing')
    const inherited: object = Object.create({ payment_id: 'pay_1' })
    expect(E.isLeft(response('getPayment', { params: inherited as never, body: {} }))).toBe(true)
  })

  test('is an object: a text, a list and an absent body are not', () => {
    expect(found('getPayment', { payment_id: 'pay_1' }, [])).toBe('a list')
    expect(found('getPayment', { payment_id: 'pay_1' }, undefined)).toBe('nothing')
    expect(found('getPayment', { payment_id: 'pay_1' }, null)).toBe('null')
    expect(found('getPayment', { payment_id: 'pay_1' }, '"x"')).toBe('a text')
    expect(found('getPayment', { payment_id: 'pay_1' }, '')).toBe('nothing')
  })
})

test('a refusal has a separate stream, by its command, if the request names none', () => {
  const streamOf = (key: string) =>
    readEvents(response('createSession', { status: 422, key }))[0]?.stream
  // the digits of these could be a card number, so they name no stream
  const [one, other] = [streamOf('order-424242424242-a'), streamOf('order-424242424242-b')]
  expect(streamOf('order-1')).toBe('unknown-order-1')
  expect(one).toMatch(/^unknown-made_[g-v]{32}$/)
  expect(other).not.toBe(one)
  expect(streamOf('order-424242424242-a')).toBe(one)
})

test('a response to a look-up says when it was asked for, and nothing about the question that it was sent for', () => {
  const question = `made_${'ghijklmnopqrstuv'.repeat(2)}`
  const received = { question, askedAt: HEARD, body: [] } as Exchange
  expect(
    readEvents(read('getPaymentActions', received)).map(({ event }) => [event.type, event.data]),
  ).toEqual([['actions_listed', { paymentId: 'pay_1', askedAt: HEARD, actions: [], unread: 0 }]])
})
