/** Responses as they are read: every named field, in any form of emptiness, and no other field. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  type Endpoint,
  type EndpointName,
  endpoints,
} from '../../../src/provider/wire/endpoints.ts'
import { firstProblem } from '../../../src/words/data/unreadable-input.ts'
import { type Place, placesIn, valueAt, withAt } from '../read/messages.ts'
import { RESPONSES } from './examples.ts'
import { said } from './said.ts'

const read = (endpoint: EndpointName, body: unknown): unknown => {
  const row: Endpoint = endpoints[endpoint]
  const decoded = row.response.decode(body)
  if (E.isRight(decoded)) return said(decoded.right)
  const { path, expected, found } = firstProblem(decoded.left)
  return `${path}: ${expected}, not ${found}`
}

/** Names as the examples write them, and as they are read. */
const SPELT: Readonly<Record<string, string>> = {
  Pending: 'pending',
  Captured: 'captured',
  Regular: 'regular',
  'non-hosted': 'non_hosted',
  Return: 'return',
  Refund: 'refund',
  Void: 'void',
  Payout: 'payout',
  Capture: 'capture',
  Authorization: 'authorization',
  'Card Verification': 'card_verification',
  Escalation: 'escalation',
}

const spelt = (value: unknown): unknown => {
  if (typeof value === 'string') return SPELT[value] ?? value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(spelt)
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spelt(inner)]))
}

/** The fields that a response cannot do without. */
const NEEDED: Readonly<Record<string, string>> = {
  uploadFile: 'a file_ identifier',
  getFile: 'a file_ identifier',
  createSession: 'a sid_ identifier',
  getSession: 'a sid_ identifier',
  submitChannelData: 'a sid_ identifier',
  createSource: 'a src_ identifier',
  getSource: 'a src_ identifier',
  createPayment: 'a pay_ identifier',
  getPayment: 'a pay_ identifier',
  requestRefund: 'an act_ identifier',
}

const TOTAL = 'an amount in minor units, at most 999999999'
const PRICE = { amount: TOTAL, currency: 'a currency code' }
const SESSION = { ...PRICE, status: 'a name', approved: 'true or false' }
const PAYMENT = {
  ...{ ...PRICE, status: 'a name', balances: 'balances' },
  ...{ 'balances.total_captured': TOTAL, 'balances.total_refunded': TOTAL },
}
const SOURCE = { response_code: 'plain text of at most 80 characters' }

/** The fields that decide an answer, each with what it should be. */
const DECIDING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  createSession: SESSION,
  getSession: SESSION,
  submitChannelData: SESSION,
  createSource: SOURCE,
  getSource: SOURCE,
  createPayment: PAYMENT,
  getPayment: PAYMENT,
}

const IDS = ['id', 'action_id']
const bodies = RESPONSES.filter(({ body }) => body !== undefined)

/** The locations of fields; the members of a list of names are not fields. */
const fieldsOf = (body: unknown): readonly Place[] =>
  placesIn(body).filter((place) => typeof place.at(-1) === 'string')

const isAction = (place: Place): boolean =>
  typeof place[0] === 'number' && place.length === 2 && ['id', 'type'].includes(String(place[1]))

describe.each(bodies)('$name', ({ endpoint, body }) => {
  const optional = fieldsOf(body).filter(
    (place) => !(place.length === 1 && IDS.includes(String(place[0]))) && !isAction(place),
  )

  test('is read with all its fields', () => {
    expect(read(endpoint, body)).toEqual(spelt(body))
  })

  test('lacks a removed field, and nothing else', () => {
    for (const place of optional) {
      const less = withAt(body, place, undefined)
      expect([place, read(endpoint, less)]).toEqual([place, said(spelt(less))])
    }
  })

  test.each([null, '', {}])('lacks a field with %j', (nothing) => {
    for (const place of optional) {
      // what a merchant attached belongs to the merchant: it is not examined
      if (place.at(-2) === 'metadata') continue
      const less = withAt(body, place, undefined)
      expect([place, read(endpoint, withAt(body, place, nothing))]).toEqual([
        place,
        read(endpoint, less),
      ])
    }
  })

  test('treats values of an unknown kind as absent, except where they decide an answer', () => {
    for (const place of optional) {
      if (place.at(-2) === 'metadata') continue
      const name = String(place.at(-1))
      // one action of a list with such a field is skipped as a whole
      if (endpoint === 'getPaymentActions' && ['amount', 'approved'].includes(name)) continue
      const damaged = read(
        endpoint,
        withAt<unknown>(body, place, () => 0),
      )
      const expected = DECIDING[endpoint]?.[place.join('.')]
      const less = read(endpoint, withAt(body, place, undefined))
      const problem = `${place.join('.')}: ${expected}, not a function`
      expect([place, damaged]).toEqual([place, expected === undefined ? less : problem])
    }
  })

  test('is read without unknown fields', () => {
    const objects = [[], ...placesIn(body)].filter((place) => {
      const value = valueAt(body, place)
      return typeof value === 'object' && !Array.isArray(value) && place.at(-1) !== 'metadata'
    })
    for (const place of objects) {
      const more = withAt(body, [...place, 'made_up'], 'x')
      expect([place, read(endpoint, more)]).toEqual([place, read(endpoint, body)])
    }
  })
})

describe('an answer', () => {
  test.each(bodies.filter(({ endpoint }) => Object.hasOwn(NEEDED, endpoint)))(
    'to $endpoint is unreadable without its id: $name',
    ({ endpoint, body }) => {
      const id = endpoint === 'requestRefund' ? 'action_id' : 'id'
      const expected = NEEDED[endpoint]
      const without = (value: unknown) => read(endpoint, withAt(body, [id], value))
      expect(without(undefined)).toBe(`${id}: ${expected}, not nothing`)
      expect(without('')).toBe(`${id}: ${expected}, not an empty text`)
      expect(without('evt_1')).toBe(`${id}: ${expected}, not a text`)
    },
  )

  test.each(Object.keys(NEEDED) as EndpointName[])('to %s is an object', (endpoint) => {
    const expected = endpoints[endpoint].response.name
    expect([[], 'x', null, undefined, 7].map((body) => read(endpoint, body))).toEqual(
      ['a list', 'a text', 'null', 'nothing', 'a number'].map(
        (found) => `: ${expected}, not ${found}`,
      ),
    )
  })

  test.each([undefined, null, '', {}, 'x', 7, []])('to completeSession is read from %j', (body) => {
    expect(read('completeSession', body)).toBeNull()
  })

  test('to completeSession is empty once it is read', () => {
    const { response } = endpoints.completeSession
    expect([null, undefined, {}].map(response.is)).toEqual([true, false, false])
    expect(response.encode(null)).toBeNull()
  })

  test.each([undefined, null, '', {}, 'x', 7, []])('to cancelMandate is empty as %j', (body) => {
    expect(read('cancelMandate', body)).toBeUndefined()
  })
})

describe('an amount that is present but unreadable', () => {
  const AMOUNT = 'amount: an amount in minor units, at most 999999999'

  test.each([
    [{ amount: -1 }, `${AMOUNT}, not a number`],
    [{ amount: 999_999_999 }, { amount: 999_999_999 }],
    [{ amount: 1_000_000_000 }, `${AMOUNT}, not a number`],
    [{ amount: '4111111111111111' }, `${AMOUNT}, not a text`],
    [{ amount: '12.50' }, `${AMOUNT}, not a text`],
    [{ currency: 'EURO' }, 'currency: a currency code, not a text'],
    [
      { amount: '1250', currency: 'ars' },
      { amount: 1250, currency: 'ARS' },
    ],
  ])('makes the response about a payment or a session unreadable: %j', (money, expected) => {
    for (const name of ['createPayment', 'getPayment', 'createSession', 'getSession'] as const) {
      const id = name.endsWith('Payment') ? 'pay_1' : 'sid_1'
      expect(read(name, { id, ...money })).toEqual(
        typeof expected === 'string' ? expected : { id, ...expected },
      )
    }
  })
})

describe('a list of actions', () => {
  const action = { id: 'act_1', type: 'Capture' }

  test('may be empty', () => {
    expect(read('getPaymentActions', [])).toEqual([])
  })

  test('is a list', () => {
    expect(read('getPaymentActions', { data: [] })).toBe(
      ': a list of payment actions, not an object',
    )
  })

  test.each([
    null,
    'x',
    [],
    {},
    { type: 'Capture' },
    { id: 'act_1' },
    { ...action, id: 'pay_1' },
    { ...action, type: '' },
    { ...action, amount: -1 },
    { ...action, amount: '1.00' },
    { ...action, approved: 'yes' },
  ])('has null for an unreadable action, at its index: %j', (unread) => {
    const others = [action, { ...action, id: 'act_2' }]
    expect(read('getPaymentActions', [others[0], unread, others[1]])).toEqual([
      { id: 'act_1', type: 'capture' },
      null,
      { id: 'act_2', type: 'capture' },
    ])
  })

  test('is read with the readable fields of each action, but for its amount and approval', () => {
    const damaged = {
      ...action,
      amount: '5',
      processed_on: 'today',
      approved: 'True',
      auth_code: 7,
      metadata: [],
      _links: 'x',
    }
    expect(read('getPaymentActions', [damaged])).toEqual([
      { id: 'act_1', type: 'capture', amount: 5, approved: true },
    ])
  })
})

test('next actions are those that are known, in their order', () => {
  const next = ['complete', 'Redirect Cardholder', 'send_flowers', null, 'issuer-fingerprint']
  expect(read('getSession', { id: 'sid_1', next_actions: next })).toEqual({
    id: 'sid_1',
    next_actions: ['complete', 'redirect_cardholder', 'issuer_fingerprint'],
  })
})

describe('a file record', () => {
  const record = (fields: object): unknown => read('getFile', { id: 'file_1', ...fields })

  test.each([0, 1, 9_007_199_254_740_991])('has a size of %j bytes', (size) => {
    expect(record({ size })).toEqual({ id: 'file_1', size })
  })

  test.each([-1, 1.5, 9_007_199_254_740_992, '48213', true])('has no size %j', (size) => {
    expect(record({ size })).toEqual({ id: 'file_1' })
  })

  test('keeps its owner’s name for it, whatever it is', () => {
    const filename = 'Überweisung 4242424242424242 (1).pdf'
    expect(record({ filename })).toEqual({ id: 'file_1', filename })
    expect(record({ filename: 7 })).toEqual({ id: 'file_1' })
  })
})
