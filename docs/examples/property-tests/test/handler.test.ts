/**
 * The handler obeys the laws, stores everything that it accepts, and says why it rejects the rest.
 */
import fc from 'fast-check'
import { audit } from 'payfold/audit'
import { describe, expect, test } from 'vitest'
import { emptyStore, pf, shop } from '../src/handler.ts'
import { NAMED } from './laws.ts'
import {
  bytesOf,
  deliver,
  deliveriesOf,
  KEY,
  NOW,
  signed,
  twoHistories,
  wrong,
} from './received.ts'
import { RUNS } from './runs.ts'

/** The time limit of a long run. */
const PATIENCE = 3_600_000

const captured = bytesOf(
  JSON.stringify({
    id: 'evt_1',
    type: 'payment_captured',
    created_on: NOW,
    data: { id: 'pay_1', amount: 6000, currency: 'EUR', source: { type: 'sepa' } },
  }),
)

describe('the handler', () => {
  test.each(NAMED)('%s', (_, { check }) => check(() => shop([KEY]), RUNS), PATIENCE)

  test(
    'stores every message, records each event once, and keeps its logs valid',
    () => {
      const messages = twoHistories.chain((all) => deliveriesOf(all, wrong))
      fc.assert(
        fc.property(messages, (messages) => {
          const store = emptyStore()
          deliver(shop([KEY], store), messages)
          const lines = () => [...store.logs.values()].flat().map(pf.toLine)
          const once = lines()
          deliver(shop([KEY], store), messages)
          expect(store.inbox).toHaveLength(2 * messages.length)
          expect(lines()).toEqual(once)
          const { lines: read, streams } = audit(pf)([once.join('\n')])
          expect(read).toBe(once.length)
          expect(streams.every(({ isValid }) => isValid)).toBe(true)
        }),
        RUNS,
      )
    },
    PATIENCE,
  )

  test('responds to a signed webhook with 200, and writes the order', () => {
    const store = emptyStore()
    const { webhook, orders } = shop(['another key of the tests', KEY], store)
    expect(webhook(captured, signed(captured), NOW)).toEqual({ status: 200 })
    const money = { captured: 6000, refunded: 0, chargedBack: 0 }
    const findings = ['MandateUnknown payment_captured', 'missingPredecessor payment_captured']
    expect(orders()).toEqual([{ payment: 'pay_1', status: 'captured', ...money, findings }])
  })

  test('writes no order for anything but a payment', () => {
    const store = emptyStore()
    const data = { session_id: 'sid_1' }
    const body = { id: 'evt_2', type: 'authentication_started', timestamp: NOW, data }
    const bytes = bytesOf(JSON.stringify(body))
    expect(shop([KEY], store).webhook(bytes, signed(bytes), NOW)).toEqual({ status: 200 })
    expect([...store.logs.keys(), ...store.orders.keys()]).toEqual(['session-sid_1'])
  })

  test.each([
    ['', 'The message carries no signature.'],
    ['odd', 'The signature is not 64 hexadecimal digits.'],
    [signed(captured, 'odd'), 'The signature was made with another key, or over other bytes.'],
  ])('responds to a signature of %j with 401, and stores nothing', (signature, because) => {
    const store = emptyStore()
    expect(shop([KEY], store).webhook(captured, signature, NOW)).toEqual({ status: 401, because })
    expect(store).toEqual(emptyStore())
  })

  test('accepts nothing without a key', () => {
    const because = pf.explain({ error: 'BadSignature', because: 'noKey' })
    for (const keys of [[], [''], [KEY, '']]) {
      const reply = shop(keys).webhook(captured, signed(captured, keys[0] ?? ''), NOW)
      expect(reply).toEqual({ status: 401, because })
    }
  })

  test.each([
    ['', 'The input should be JSON, but is an empty text.'],
    ['{}', 'type should be a name, but is nothing.'],
    [
      '{"id":"evt_1","type":"payment_captured","data":{}}',
      'data.id should be a pay_ identifier, but is nothing.',
    ],
  ])('stores %j, which it cannot read, and says why with 202', (text, because) => {
    const store = emptyStore()
    const bytes = bytesOf(text)
    expect(shop([KEY], store).webhook(bytes, signed(bytes), NOW)).toEqual({ status: 202, because })
    expect(store.inbox).toEqual([{ receivedAt: NOW, bytes }])
    expect(store.orders.size).toBe(0)
  })
})
