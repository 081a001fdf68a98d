/** Events name the message they come from, if their reader was given its bytes. */
import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  fromCallback,
  fromResponse,
  type Message,
  messageDigest,
  readMessage,
  readStored,
} from '../../../src/provider/index.ts'
import type { Reading } from '../../../src/provider/read/stream-event.ts'
import { forAll } from '../../for-all.ts'
import { right } from '../../given.ts'
import { readDelivery } from '../../read-delivery.ts'
import { type Kept, messages } from './messages.ts'

const receivedAt = '2026-03-02T10:00:05Z'
const key = 'a key of the backend, long enough'
const encoded = (body: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(body))

const webhook = {
  id: 'evt_1',
  type: 'payment_captured',
  created_on: '2026-03-02T10:00:00Z',
  data: { id: 'pay_1', action_id: 'act_1', amount: 100, currency: 'EUR' },
}
const session = { id: 'sid_y3oqhf46pyzuxjbcn2giaqnb44', status: 'approved' }
const payment = { id: 'pay_1', status: 'Captured', amount: 100, currency: 'EUR' }

const plain = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex')
const keyed = (raw: Uint8Array): string => createHmac('sha256', key).update(raw).digest('hex')

const namedIn = (reading: Reading): readonly (string | undefined)[] =>
  right(reading).map(({ event }) => event.metadata.message)

const stored = (body: unknown, kind: object): E.Either<unknown, Message> => {
  const made = fromCallback(body, receivedAt)
  return readStored({ body, ...(E.isRight(made) ? made.right : {}), receivedAt, ...kind })
}

const asked = { receivedAt, params: { id: 'pay_1' } }

/** Each kind of message, with a body that it reads to events. */
const MESSAGES: readonly (readonly [
  string,
  object,
  (body: unknown) => E.Either<unknown, Message>,
])[] = [
  ['a webhook', webhook, (body) => stored(body, { kind: 'webhook', isVerified: true })],
  ['an unsigned webhook', webhook, (body) => stored(body, { kind: 'webhook' })],
  ['a callback', session, (body) => fromCallback(body, receivedAt)],
  [
    'a response',
    payment,
    (body) => fromResponse({ ...asked, endpoint: 'getPayment', status: 200, body }),
  ],
  [
    'a response that refuses',
    { error_type: 'x' },
    (body) => fromResponse({ ...asked, endpoint: 'requestRefund', status: 422, body }),
  ],
]

const READERS = MESSAGES.map(([name, body, made]) => {
  const read = (given: unknown, by?: object): Reading =>
    E.chainW((each: Message) => readMessage(each, by))(made(given) as E.Either<never, Message>)
  return [name, body, read] as const
})

describe.each(READERS)('%s', (_, body, read) => {
  const raw = encoded(body)
  test('names the message by SHA-256 of its bytes, and with a key by HMAC-SHA-256', () => {
    expect(new Set(namedIn(read(raw)))).toEqual(new Set([plain(raw)]))
    expect(new Set(namedIn(read(raw, { messageKey: key })))).toEqual(new Set([keyed(raw)]))
    const bytes = new TextEncoder().encode(key)
    expect(read(raw, { messageKey: bytes })).toEqual(read(raw, { messageKey: key }))
  })

  test('names it by its text, which has the same bytes, and not by a parsed body', () => {
    expect(read(JSON.stringify(body), { messageKey: key })).toEqual(read(raw, { messageKey: key }))
    expect(new Set(namedIn(read(body, { messageKey: key })))).toEqual(new Set([undefined]))
  })

  test('reads bytes of any kind as it reads their text', () => {
    const without = (reading: Reading): unknown =>
      JSON.parse(JSON.stringify(reading, (name, value) => (name === 'message' ? undefined : value)))
    const padded = new Uint8Array([0, ...raw, 0])
    const views = [
      raw,
      Buffer.from(raw),
      raw.slice().buffer,
      new DataView(padded.buffer, 1, raw.length),
    ]
    for (const given of views) {
      expect(without(read(given))).toEqual(without(read(body)))
      expect(read(given)).toEqual(read(raw))
    }
  })

  test.each([
    ['unset', undefined],
    ['null', null],
    ['empty', ''],
    ['of 15 bytes', 'k'.repeat(15)],
    ['a number', 1],
  ])('refuses a key that is %s, and never falls back to SHA-256', (_, messageKey) => {
    expect(read(raw, { messageKey })).toMatchObject(
      E.left({ error: 'Unreadable', path: 'messageKey', expected: 'a key of at least 16 bytes' }),
    )
  })

  test('takes a key of 16 bytes', () => {
    expect(E.isRight(read(raw, { messageKey: 'k'.repeat(16) }))).toBe(true)
  })
})

test('options that have their key from another object never fall back to SHA-256', () => {
  const inherited = Object.create({ messageKey: 'k'.repeat(16) })
  expect(messageDigest(encoded('x'), inherited)).toEqual(
    messageDigest(encoded('x'), { messageKey: 'k'.repeat(16) }),
  )
  expect(messageDigest(encoded('x'), Object.create({ messageKey: undefined }))).toMatchObject(
    E.left({ path: 'messageKey' }),
  )
})

describe('the text of every message', () => {
  const kept = (messages as readonly Kept[]).map(({ delivery }) => delivery)
  test('is read to the events of what it says, each of which names its bytes', () => {
    let named = 0
    for (const delivery of kept) {
      const text = JSON.stringify(delivery['body'] ?? '')
      const [ofText, ofParsed] = [
        readDelivery({ ...delivery, body: text }),
        readDelivery({ ...delivery, body: JSON.parse(text) }),
      ]
      if (E.isLeft(ofText) || E.isLeft(ofParsed)) {
        expect(E.isLeft(ofText)).toBe(E.isLeft(ofParsed))
        continue
      }
      named += ofText.right.length
      const message = plain(new TextEncoder().encode(text))
      expect(ofText.right).toEqual(
        ofParsed.right.map(({ stream, event }) => ({
          stream,
          event: { ...event, metadata: { ...event.metadata, message } },
        })),
      )
    }
    expect(named).toBeGreaterThan(50)
  })
})

test('any bytes under any key are read to a value, by every reader', () => {
  const anything = fc.oneof(
    fc.uint8Array(),
    fc.json().map((text) => new TextEncoder().encode(text)),
    fc.anything(),
  )
  forAll(
    {},
    [anything, fc.oneof(fc.anything(), fc.record({ messageKey: fc.anything() }))],
    (body, by) => {
      for (const [, , read] of READERS) expect(read(body, Object(by))).toHaveProperty('_tag')
      for (const options of [by, null]) {
        const delivery = { kind: 'webhook', receivedAt, body }
        expect(readDelivery(delivery, options as never)).toHaveProperty('_tag')
      }
    },
  )
})
