/** The result of a request: done, refused for good, or open; with its body, or with its problem. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readResponse } from '../../../src/provider/read/response.ts'
import type { StreamEvent } from '../../../src/provider/read/stream-event.ts'
import type { Endpoint } from '../../../src/provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { NO_PROBLEM } from '../../../src/provider/wire/problem.ts'
import { CommandId } from '../../../src/words/text/plain-text.ts'
import { RESPONSES } from '../wire/examples.ts'
import { HEARD, unreadable } from './given.ts'

const NAMES = Object.keys(endpoints) as readonly EndpointName[]
const PARAMS = {
  session_id: 'sid_1',
  source_id: 'src_1',
  payment_id: 'pay_1',
  file_id: 'file_1',
  id: 'pay_1',
}

type ReceivedResponse = Parameters<typeof readResponse>[1]
type Outcome = Extract<ReturnType<typeof readResponse>, { readonly _tag: 'Right' }>['right']

const read = (endpoint: EndpointName, received: Partial<ReceivedResponse>) =>
  readResponse(endpoints[endpoint], { params: PARAMS, status: 200, receivedAt: HEARD, ...received })

const answered = (endpoint: EndpointName, received: Partial<ReceivedResponse>): Outcome => {
  const reading = read(endpoint, received)
  if (E.isLeft(reading)) throw new Error(JSON.stringify(reading.left))
  return reading.right
}

const typesOf = ({ events }: Outcome): readonly string[] =>
  events.map(({ event }: StreamEvent) => event.type)

describe('a response by its status', () => {
  test.each([200.5, 404.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is open with %j, which is no status',
    (status) => {
      const received = { params: PARAMS, status, body: { id: 'pay_1' }, receivedAt: HEARD }
      const read = readResponse(endpoints.requestRefund, received)
      expect(E.isRight(read) && read.right).toMatchObject({ outcome: 'open', events: [] })
    },
  )

  test.each([200, 201, 202, 204, 250, 299])('is done with %j, whatever its endpoint', (status) => {
    for (const { endpoint, params, body } of RESPONSES) {
      const { outcome } = answered(endpoint, { params: { ...params }, status, body })
      expect([endpoint, outcome]).toEqual([endpoint, 'done'])
    }
  })

  test.each([400, 402, 403, 404, 405, 410, 422, 451, 499])('is refused with %j', (status) => {
    for (const endpoint of NAMES)
      expect([endpoint, answered(endpoint, { status }).outcome]).toEqual([endpoint, 'refused'])
  })

  test.each([408, 500, 502, 503, 504, 599, 300, 301, 304, 399, 100, 103, 199, 0, -1, 600])(
    'is open with %j: nobody knows, and no event is reported',
    (status) => {
      for (const endpoint of NAMES)
        expect([endpoint, answered(endpoint, { status, body: { error_type: 'x' } })]).toEqual([
          endpoint,
          { outcome: 'open', problem: { ...NO_PROBLEM, error_type: 'x' }, events: [] },
        ])
    },
  )
})

describe('a response that is done', () => {
  test.each(RESPONSES)(
    'has the body of its endpoint: $name',
    ({ endpoint, params, status, body }) => {
      const row: Endpoint = endpoints[endpoint]
      const decoded = row.response.decode(body)
      const from = answered(endpoint, { params: { ...params }, status, body })
      expect(from).toEqual({
        outcome: 'done',
        body: E.isRight(decoded) ? decoded.right : 'unreadable',
        events: from.events,
      })
      const text = body === undefined ? '' : JSON.stringify(body)
      expect(answered(endpoint, { params: { ...params }, status, body: text })).toEqual(from)
    },
  )

  test.each([
    ['an uploaded file', []],
    ['a file record', []],
    [
      'a list of payment actions',
      [
        'payment_chargeback',
        'payment_refunded',
        'payment_canceled',
        'action_observed',
        'payment_captured',
        'action_observed',
        'action_observed',
        'action_observed',
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
    expect(typesOf(answered(endpoint, { params: { ...params }, status, body }))).toEqual(types)
  })

  test('has a body for the caller that no event contains', () => {
    const example = RESPONSES.find(({ name }) => name.endsWith('by ticket, direct'))
    const { body, events } = answered('getPayment', { params: {}, body: example?.body }) as Extract<
      Outcome,
      { outcome: 'done' }
    >
    for (const secret of ['3300 1020 4070', '330010204070991', 'lionel@buyer.example', '.png']) {
      expect(JSON.stringify(body)).toContain(secret)
      expect(JSON.stringify(events)).not.toContain(secret)
    }
  })

  test('that cannot be read is neither done nor refused', () => {
    for (const [endpoint, body] of [
      ['getPayment', { id: 'pay_1', amount: -1 }],
      ['requestRefund', {}],
    ] as const) {
      expect(answered(endpoint, { body })).toMatchObject({ outcome: 'open', problem: NO_PROBLEM })
      expect(E.isLeft(read(endpoint, { body, isRelayed: true }))).toBe(true)
    }
    expect(read('uploadFile', { body: {} })).toEqual(
      E.left(unreadable('id', 'a file_ identifier', 'nothing')),
    )
  })
})

describe('the id of an event from a response', () => {
  const pending = { id: 'sid_1', status: 'pending', next_actions: ['collect_channel_data'] }
  const idsOf = (endpoint: EndpointName, body: object): readonly string[] =>
    answered(endpoint, { body }).events.map(({ event }: StreamEvent) => event.metadata.eventId)

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
  const idOf = (endpoint: EndpointName, params: object, body: unknown): unknown => {
    const reading = read(endpoint, { params: { ...params }, body })
    if (E.isLeft(reading)) return 'found' in reading.left && reading.left.found
    return reading.right.outcome === 'done' && (reading.right.body as { id?: unknown }).id
  }

  test.each([
    ['getFile', { file_id: 'file_1' }, 'file_1'],
    ['getFile', { id: 'file_1' }, 'file_1'],
    ['getFile', { file_id: 'file_1', id: 'file_2' }, 'file_1'],
    ['getSession', { session_id: 'sid_1' }, 'sid_1'],
    ['getSource', { id: 'src_1' }, 'src_1'],
    ['getPayment', { payment_id: 'pay_1' }, 'pay_1'],
    ['submitChannelData', { session_id: 'sid_1' }, 'sid_1'],
  ] as const)('gets it from the path: %s with %j', (endpoint, params, id) => {
    for (const body of [{}, { id: null }, { id: '' }, { id: {} }, { id: undefined }])
      expect(idOf(endpoint, params, body)).toBe(id)
  })

  test('keeps the id that it has', () => {
    expect(idOf('getFile', { file_id: 'file_1' }, { id: 'file_2' })).toBe('file_2')
    expect(idOf('getFile', { file_id: 'file_1' }, { id: 'evt_2' })).toBe('a text')
    expect(idOf('getFile', { file_id: 'file_1' }, { id: 7 })).toBe('a number')
  })

  test('has none if the path has none', () => {
    expect(idOf('getPayment', {}, {})).toBe('nothing')
    expect(idOf('getPayment', { session_id: 'sid_1' }, {})).toBe('nothing')
    expect(idOf('createPayment', { payment_id: 'pay_1', id: 'pay_1' }, {})).toBe('nothing')
    expect(idOf('createSession', { session_id: 'sid_1', id: 'sid_1' }, {})).toBe('nothing')
    expect(idOf('getPayment', Object.create({ payment_id: 'pay_1' }), {})).toBe('nothing')
  })

  test('is an object: a text, a list and an absent body are not', () => {
    expect(idOf('getPayment', { payment_id: 'pay_1' }, [])).toBe('a list')
    expect(idOf('getPayment', { payment_id: 'pay_1' }, undefined)).toBe('nothing')
    expect(idOf('getPayment', { payment_id: 'pay_1' }, null)).toBe('null')
    expect(idOf('getPayment', { payment_id: 'pay_1' }, '"x"')).toBe('a text')
    expect(idOf('getPayment', { payment_id: 'pay_1' }, '')).toBe('nothing')
  })
})

describe('a refusal', () => {
  test('is explained if the interface says what its status means, and not otherwise', () => {
    const reasons = NAMES.flatMap((endpoint) =>
      [400, 403, 404, 405, 410, 422].flatMap((status) => {
        const refused = answered(endpoint, { status })
        const because = refused.outcome === 'refused' ? refused.because : 'not refused'
        return because === null ? [] : [`${endpoint} ${status}: ${because}`]
      }),
    )
    expect(reasons).toEqual([
      'getPaymentActions 404: payment not found',
      'getSource 404: payment source not found',
    ])
  })

  test.each(NAMES)('to %s reports that a command was refused, if it is one', (endpoint) => {
    const queries = ['uploadFile', 'getFile', 'getPaymentActions', 'getSession', 'getSource']
    const isQuery = [...queries, 'getPayment', 'getPayments'].includes(endpoint)
    const types = isQuery ? [] : ['request_refused']
    expect(typesOf(answered(endpoint, { status: 404 }))).toEqual(types)
  })

  test('has a separate stream, by its command, if the request names none', () => {
    const streamOf = (key: string, receivedAt = HEARD) => {
      const commandId = CommandId.decode(key)
      if (E.isLeft(commandId)) throw new Error('no command id')
      const refused = answered('createSession', {
        params: {},
        status: 422,
        commandId: commandId.right,
        receivedAt,
      })
      return refused.events[0]?.stream
    }
    // the digits of these could be a card number, so they name no stream
    const [one, other] = [streamOf('order-424242424242-a'), streamOf('order-424242424242-b')]
    expect(streamOf('order-1')).toBe('unknown-order-1')
    expect(one).toMatch(/^unknown-made_[g-v]{32}$/)
    expect(other).not.toBe(one)
    expect(streamOf('order-424242424242-a')).toBe(one)
  })

  test('is reported with all its fields', () => {
    const body = { request_id: '0JM3', error_type: 'invalid_request', error_codes: ['id_invalid'] }
    expect(answered('getSource', { status: 404, body })).toEqual({
      outcome: 'refused',
      problem: body,
      because: 'payment source not found',
      events: [],
    })
  })
})

describe('a response to a look-up', () => {
  test('says when it was asked for, and nothing about the question that it was sent for', () => {
    const question = `made_${'ghijklmnopqrstuv'.repeat(2)}`
    const received = { question, askedAt: HEARD, body: [] }
    expect(
      answered('getPaymentActions', received).events.map(({ event }: StreamEvent) => [
        event.type,
        event.data,
      ]),
    ).toEqual([['actions_listed', { paymentId: 'pay_1', askedAt: HEARD, actions: [], unread: 0 }]])
  })
})
