/** The content of an event as one text: repetitions are equal, new content is not. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contentHash, madeId } from '../../src/event/content-hash.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { PlainText } from '../../src/words/text/plain-text.ts'
import { forAll } from '../for-all.ts'
import { anyEvent } from '../generators/events.ts'
import { reported } from '../given.ts'
import { everyEvent } from '../root.ts'

const paid = reported(
  'payment_captured',
  { paymentId: 'pay_1', amount: 6000 },
  { id: 'evt_1', at: '2024-01-02T10:00:00Z', recordedAt: '2024-01-02T10:00:01Z' },
)

const TEXT =
  '{"data":{"amount":6000,"paymentId":"pay_1"},"metadata":{"eventId":"evt_1",' +
  '"occurredAt":"2024-01-02T10:00:00Z","schema":1,"source":"report"},"type":"payment_captured"}'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('the content of an event', () => {
  test('is everything except the time of receipt and the digest of the message', () => {
    expect(contentHash(paid)).toBe(sha256(TEXT))
  })

  test('is the same whenever it was recorded', () => {
    forAll({}, [anyEvent(everyEvent)], (event) => {
      const later = {
        ...event.metadata,
        recordedAt: '2030-01-01' as DomainEvent['metadata']['recordedAt'],
      }
      expect(contentHash({ ...event, metadata: later })).toBe(contentHash(event))
    })
  })

  test('is the same whatever message it comes from, and so is an id made from it', () => {
    forAll({}, [anyEvent(everyEvent)], (event) => {
      const { message: _, ...without } = event.metadata
      const named = { ...without, message: 'a'.repeat(64) }
      expect(contentHash({ ...event, metadata: named })).toBe(contentHash(event))
      expect(contentHash({ ...event, metadata: without })).toBe(contentHash(event))
    })
  })

  test.each([
    ['its type', { ...paid, type: 'payment_refunded' }],
    ['a value', { ...paid, data: { paymentId: 'pay_1', amount: 6001 } }],
    ['a missing field', { ...paid, data: { paymentId: 'pay_1' } }],
    ['an additional field', { ...paid, data: { ...paid.data, currency: 'EUR' } }],
    ['its id', { ...paid, metadata: { ...paid.metadata, eventId: 'evt_2' } }],
    ['its time', { ...paid, metadata: { ...paid.metadata, occurredAt: null } }],
    ['its source', { ...paid, metadata: { ...paid.metadata, source: 'response' } }],
    ['its schema', { ...paid, metadata: { ...paid.metadata, schema: 2 } }],
    ['its claim', { ...paid, metadata: { ...paid.metadata, claimedAt: '2024-01-03' } }],
  ])('differs by %s', (_, other) => {
    expect(contentHash(other as DomainEvent)).not.toBe(contentHash(paid))
  })
})

describe('a made id', () => {
  test('is a short hash of its origin and content', () => {
    const id = madeId('getPayment', 'payment_captured', { b: 2, a: 1 })
    const text = '{"content":{"a":1,"b":2},"from":"getPayment","type":"payment_captured"}'
    const letters = [...sha256(text).slice(0, 32)].map(
      (digit) => 'ghijklmnopqrstuv'['0123456789abcdef'.indexOf(digit)],
    )
    expect(id).toBe(`made_${letters.join('')}`)
  })

  test('is the same for the same content, in any order of fields', () => {
    expect(madeId('getPayment', 'payment_captured', { a: 1, b: 2 })).toBe(
      madeId('getPayment', 'payment_captured', { b: 2, a: 1 }),
    )
  })

  test('differs by origin, type and content', () => {
    const ids = [
      madeId('getPayment', 'payment_captured', { a: 1 }),
      madeId('getActions', 'payment_captured', { a: 1 }),
      madeId('getPayment', 'payment_refunded', { a: 1 }),
      madeId('getPayment', 'payment_captured', { a: 2 }),
      madeId('getPayment', 'payment_captured', {}),
    ]
    expect(new Set(ids).size).toBe(5)
  })

  test('is a valid id even if its digits look like an account number', () => {
    const id = madeId('getPayment', 'payment_captured', { amount: 102_709_218 })
    expect([id, PlainText.is(id)]).toEqual([id, true])
  })

  test('is a valid id for any content', () => {
    forAll(1000, [fc.integer({ min: 0, max: 1e9 })], (amount) => {
      const id = madeId('getPayment', 'payment_captured', { amount })
      expect([id, PlainText.is(id)]).toEqual([id, true])
    })
  })
})
