/** Events name the message they come from, if their reader was given its bytes. */
import { createHash, createHmac } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  type EndpointName,
  type Endpoints,
  endpoints,
  messageDigest,
  readCallback,
  readDelivery,
  readResponse,
  readWebhook,
} from '../../../src/provider/index.ts'
import type { Reading, StreamEvent } from '../../../src/provider/read/stream-event.ts'
import { digest as anywhere } from '../../../src/words/hash/sha256.ts'
import { digest as inNode } from '../../../src/words/hash/sha256-node.ts'
import type { TimeText } from '../../../src/words/time/instant.ts'
import { type Kept, messages } from './messages.ts'

const receivedAt = '2026-03-02T10:00:05Z' as TimeText
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
  E.getOrElse((): readonly (string | undefined)[] => ['unreadable'])(
    E.map((events: readonly StreamEvent[]) => events.map(({ event }) => event.metadata.message))(
      reading,
    ),
  )

/** The events of a response. */
const eventsOf = (
  ...[endpoint, received, by]: Parameters<typeof readResponse<Endpoints[EndpointName]>>
): Reading =>
  E.map(({ events }: { events: readonly StreamEvent[] }) => events)(
    readResponse(endpoint, received, by),
  )

/** Each reader, with a body that it reads to events. */
const READERS = [
  [
    'readWebhook',
    webhook,
    (body: unknown, by = {}) =>
      readWebhook({ receivedAt, body, isVerified: true }, { clockToleranceSeconds: 60, ...by }),
  ],
  [
    'readWebhook, unsigned',
    webhook,
    (body: unknown, by = {}) =>
      readWebhook({ receivedAt, body }, { clockToleranceSeconds: 60, ...by }),
  ],
  ['readCallback', session, (body: unknown, by = {}) => readCallback({ receivedAt, body }, by)],
  [
    'readResponse',
    payment,
    (body: unknown, by = {}) =>
      eventsOf(
        endpoints.getPayment,
        { receivedAt, params: { id: 'pay_1' }, status: 200, body },
        by,
      ),
  ],
  [
    'readResponse, refused',
    { error_type: 'x' },
    (body: unknown, by = {}) =>
      eventsOf(
        endpoints.requestRefund,
        { receivedAt, params: { id: 'pay_1' }, status: 422, body },
        by,
      ),
  ],
  [
    'readDelivery of a webhook',
    webhook,
    (body: unknown, by = {}) =>
      readDelivery({ kind: 'webhook', receivedAt, body }, { clockToleranceSeconds: 60, ...by }),
  ],
  [
    'readDelivery of a callback',
    session,
    (body: unknown, by = {}) =>
      readDelivery({ kind: 'callback', receivedAt, body }, { clockToleranceSeconds: 60, ...by }),
  ],
  [
    'readDelivery of a response',
    payment,
    (body: unknown, by = {}) =>
      readDelivery(
        {
          kind: 'response',
          endpoint: 'getPayment',
          params: { id: 'pay_1' },
          status: 200,
          receivedAt,
          body,
        },
        { clockToleranceSeconds: 60, ...by },
      ),
  ],
  [
    'readDelivery of an unknown response',
    payment,
    (body: unknown, by = {}) =>
      readDelivery(
        { kind: 'response', endpoint: 'getBalance', status: 200, receivedAt, body },
        { clockToleranceSeconds: 60, ...by },
      ),
  ],
] as const satisfies readonly (readonly [string, object, (body: unknown, by?: object) => Reading])[]

describe.each(READERS)('%s', (_, body, read) => {
  const raw = encoded(body)
  test('names the message by SHA-256 of its bytes, and with a key by HMAC-SHA-256', () => {
    expect(new Set(namedIn(read(raw)))).toEqual(new Set([plain(raw)]))
    expect(new Set(namedIn(read(raw, { messageKey: key })))).toEqual(new Set([keyed(raw)]))
    const bytes = new TextEncoder().encode(key)
    expect(read(raw, { messageKey: bytes })).toEqual(read(raw, { messageKey: key }))
  })

  test('names none if it is given text, or a parsed body', () => {
    for (const given of [JSON.stringify(body), body]) {
      expect(new Set(namedIn(read(given, { messageKey: key })))).toEqual(new Set([undefined]))
    }
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
      expect(without(read(given))).toEqual(without(read(JSON.stringify(body))))
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

describe('options that have their key from another object', () => {
  test('never fall back to SHA-256', () => {
    const inherited = Object.create({ messageKey: 'k'.repeat(16) })
    expect(messageDigest(encoded('x'), inherited)).toEqual(
      messageDigest(encoded('x'), { messageKey: 'k'.repeat(16) }),
    )
    expect(messageDigest(encoded('x'), Object.create({ messageKey: undefined }))).toMatchObject(
      E.left({ path: 'messageKey' }),
    )
  })
})

describe('the bytes of every message', () => {
  const kept = (messages as readonly Kept[]).map(({ delivery }) => delivery)
  test('are read to the events of its text, each of which names them', () => {
    let named = 0
    for (const delivery of kept) {
      const raw = encoded(delivery['body'] ?? '')
      const [fromBytes, fromText] = [
        readDelivery({ ...delivery, body: raw }),
        readDelivery({ ...delivery, body: new TextDecoder().decode(raw) }),
      ]
      if (E.isLeft(fromBytes) || E.isLeft(fromText)) {
        expect(fromBytes).toEqual(fromText)
        continue
      }
      named += fromBytes.right.length
      expect(fromBytes.right).toEqual(
        fromText.right.map(({ stream, event }) => ({
          stream,
          event: { ...event, metadata: { ...event.metadata, message: plain(raw) } },
        })),
      )
    }
    expect(named).toBeGreaterThan(50)
  })
})

describe('any bytes under any key', () => {
  test('are read to a value, by every reader', () => {
    const anything = fc.oneof(
      fc.uint8Array(),
      fc.json().map((text) => new TextEncoder().encode(text)),
      fc.anything(),
    )
    fc.assert(
      fc.property(
        anything,
        fc.oneof(fc.anything(), fc.record({ messageKey: fc.anything() })),
        (body, by) => {
          for (const [, , read] of READERS) expect(read(body, Object(by))).toHaveProperty('_tag')
          for (const options of [by, null]) {
            const delivery = { kind: 'webhook', receivedAt, body }
            expect(readDelivery(delivery, options as never)).toHaveProperty('_tag')
          }
        },
      ),
    )
  })
})

describe('the digest', () => {
  test('is the same with and without Node.js', () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.option(fc.uint8Array({ minLength: 1 })), (bytes, secret) => {
        expect(anywhere(bytes, secret)).toBe(inNode(bytes, secret))
      }),
    )
  })

  test.each([
    // RFC 4231, test cases 1, 2 and 6
    [
      '0b'.repeat(20),
      Buffer.from('Hi There').toString('hex'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      Buffer.from('Jefe').toString('hex'),
      Buffer.from('what do ya want for nothing?').toString('hex'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      'aa'.repeat(131),
      Buffer.from('Test Using Larger Than Block-Size Key - Hash Key First').toString('hex'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('of a published example is right', (secret, text, expected) => {
    const [of, under] = [Buffer.from(text, 'hex'), Buffer.from(secret, 'hex')]
    expect([anywhere(of, under), inNode(of, under)]).toEqual([expected, expected])
  })
})
