/**
 * The data of webhooks as they are read: important fields must be readable, the others may be
 * anything.
 */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import {
  AuthenticationWebhook,
  DisputeWebhook,
  PaymentWebhook,
} from '../../../src/provider/wire/bodies.ts'
import { firstProblem } from '../../../src/words/data/unreadable-input.ts'
import { placesIn, withAt } from '../read/messages.ts'

const read = (codec: t.Decoder<unknown, unknown>, data: unknown): unknown => {
  const decoded = codec.decode(data)
  if (E.isRight(decoded)) return JSON.parse(JSON.stringify(decoded.right))
  const { path, expected, found } = firstProblem(decoded.left)
  return `${path}: ${expected}, not ${found}`
}

const payment = {
  id: 'pay_harbour1',
  payment_id: 'pay_harbour2',
  action_id: 'act_harbour1',
  dispute_id: 'dsp_harbour1',
  amount: 7300,
  currency: 'EUR',
  processed_on: '2026-03-02T10:00:00Z',
  response_code: '10000',
  reference: 'ORDER-7004',
  source: {
    type: 'sepa',
    id: 'src_harbour1',
    integration_type: 'direct',
    provider_order_id: 'order-1',
    provider_payment_id: 'payment-1',
    dlocal_order_id: 'order-2',
    dlocal_payment_id: 'payment-2',
    description: 'two lamps',
    ticket: { type: 'numeric', expiration_date: '2026-03-09', provider_name: 'rapipago' },
  },
  customer: { id: 'cus_harbour1', email: 'ada@harbour.example' },
  customer_id: 'cus_harbour2',
  balances: { total_captured: 7300, total_refunded: 100 },
  risk: { flagged: true },
  instruction: { value_date: '2026-03-03' },
  chargeback_code: '10.4',
  reason_code: 'AC04',
}

const dispute = {
  id: 'dsp_harbour1',
  payment_id: 'pay_harbour1',
  payment_action_id: 'act_harbour1',
  amount: 7300,
  currency: 'EUR',
  date: '2026-03-02T10:00:00Z',
}

const authentication = {
  session_id: 'sid_harbour1',
  amount: 7300,
  currency: 'EUR',
  reference: 'ORDER-7004',
  protocol_version: '2.2.0',
  challenged: true,
  reason: 'declined',
  processed_on: '2026-03-02T10:00:00Z',
}

const ACTION = 'an act_ identifier'
const DISPUTE = 'a dsp_ identifier'
const MONEY = { amount: 'an amount in minor units, at most 999999999', currency: 'a currency code' }

describe.each<[string, t.Decoder<unknown, unknown>, object, Readonly<Record<string, string>>]>([
  ['payment', PaymentWebhook, payment, { ...MONEY, action_id: ACTION, dispute_id: DISPUTE }],
  [
    'dispute',
    DisputeWebhook,
    dispute,
    { ...MONEY, id: DISPUTE, payment_id: 'a pay_ identifier', payment_action_id: ACTION },
  ],
  [
    'authentication',
    AuthenticationWebhook,
    authentication,
    { ...MONEY, session_id: 'a sid_ identifier' },
  ],
])('the data of a webhook about a %s', (name, codec, data, weighty) => {
  test('are read with all their fields, and without unknown ones', () => {
    expect(read(codec, data)).toEqual(data)
    expect(read(codec, { ...data, made_up: 1 })).toEqual(data)
  })

  test('treat values of an unknown kind as absent, except in important fields', () => {
    for (const place of placesIn(data)) {
      const path = place.join('.')
      const expected = weighty[path]
      const damaged = withAt<unknown>(data, place, () => 0)
      // balances with one that cannot be read are none
      const lost = path.startsWith('balances.') ? place.slice(0, 1) : place
      const less = withAt<unknown>(data, lost, undefined)
      const problem = `${path}: ${expected}, not a function`
      expect([path, read(codec, damaged)]).toEqual([path, expected === undefined ? less : problem])
    }
  })

  test('are an object', () => {
    expect([[], null, 'x'].map((input) => read(codec, input))).toEqual(
      ['a list', 'null', 'a text'].map(
        (found) => `: ${name === 'authentication' ? 'an' : 'a'} ${name} webhook, not ${found}`,
      ),
    )
  })
})
