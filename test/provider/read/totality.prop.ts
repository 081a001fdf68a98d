/** Every input is read or is unreadable; nothing throws. */

import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readCallback } from '../../../src/provider/read/callback.ts'
import { readDelivery } from '../../../src/provider/read/delivery.ts'
import { type ResponseOutcome, readResponse } from '../../../src/provider/read/response.ts'
import type { Reading } from '../../../src/provider/read/stream-event.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { explainUnreadable } from '../../../src/words/unreadable.ts'
import { HEARD } from './given.ts'
import { type Kept, messages, placesIn, withAt } from './messages.ts'

const HOSTILE_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', '']

const vocabulary = [
  ...new Set(messages.flatMap(({ delivery }) => placesIn(delivery).flat().map(String))),
]

const scalar = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    true,
    'true',
    0,
    -1,
    0.5,
    1e300,
    'pay_1',
    'sid_1',
    'src_1',
    'act_1',
  ),
  fc.constantFrom(
    'payment_captured',
    'dispute_won',
    'authentication_failed',
    'constructor',
    '__proto__',
  ),
  fc.constantFrom('Pending', 'Captured', 'expired', 'processing', '2026-03-02T10:00:00Z', '\ud800'),
  fc.constantFrom('x'.repeat(100_000), '9'.repeat(5000), '{"id":', '[]', '"', ' '.repeat(10_000)),
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.double(),
)

const key = fc.oneof(fc.constantFrom(...vocabulary), fc.constantFrom(...HOSTILE_KEYS), fc.string())

const objectOf = (values: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc.array(fc.tuple(key, values), { maxLength: 8 }).map((entries) => {
    const object = {}
    for (const [name, value] of entries) {
      Object.defineProperty(object, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return object
  })

const hostile = fc.letrec<{ readonly value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    objectOf(tie('value')),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value

const deep = fc
  .nat({ max: 50_000 })
  .chain((depth) =>
    fc.constantFrom(
      '['.repeat(depth) + ']'.repeat(depth),
      `${'{"data":'.repeat(depth)}1${'}'.repeat(depth)}`,
      '{"id":"evt_1","type":"payment_captured","data":'.repeat(depth),
    ),
  )

const anything = fc.oneof(
  hostile,
  hostile.map((value) => JSON.stringify(value)),
  fc.jsonValue(),
  deep,
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
  }),
)

/** A message in which some fields have any value at all. */
const damaged = fc
  .tuple(
    fc.constantFrom<Kept>(...messages),
    fc.array(fc.tuple(fc.nat(), hostile), { minLength: 1, maxLength: 4 }),
  )
  .map(([{ delivery }, spoils]) =>
    spoils.reduce((kept, [at, value]) => {
      const places = placesIn(kept)
      return withAt(kept, places[at % places.length] ?? ['body'], value)
    }, delivery as object),
  )

const isReading = (reading: Reading): void => {
  if (E.isRight(reading)) {
    for (const { stream, event } of reading.right) {
      expect(typeof stream).toBe('string')
      expect(typeof event.type).toBe('string')
    }
    return
  }
  if (reading.left.error === 'OtherSubject') {
    expect(Object.keys(reading.left)).toEqual(['error', 'stream', 'belongsTo'])
    return
  }
  expect(Object.keys(reading.left)).toEqual(['error', 'path', 'expected', 'found'])
  expect(explainUnreadable(reading.left)).toMatch(/ should be .+, but is .+\.$/)
}

const runs = { numRuns: 200 }

describe('reading never throws', () => {
  test('for a webhook or a callback of anything', () => {
    fc.assert(
      fc.property(anything, (body) => {
        isReading(readWebhook({ isVerified: true, body, receivedAt: HEARD }))
        isReading(readCallback({ body, receivedAt: HEARD }))
      }),
      runs,
    )
  })

  test('for a known webhook with data of anything', () => {
    const types = messages.flatMap(({ name }) =>
      name.startsWith('webhook ') ? [name.slice(8)] : [],
    )
    fc.assert(
      fc.property(fc.constantFrom(...types), anything, (type, data) => {
        isReading(
          readWebhook({ isVerified: true, body: { id: 'evt_1', type, data }, receivedAt: HEARD }),
        )
      }),
      runs,
    )
  })

  test('for the response of any endpoint with anything as path, request and body', () => {
    const names = Object.keys(endpoints) as readonly EndpointName[]
    const params = objectOf(scalar) as fc.Arbitrary<Record<string, unknown>>
    const status = fc.oneof(fc.constantFrom(200, 204, 403, 409, 422, 500), fc.integer())
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        params,
        anything,
        status,
        anything,
        (endpoint, params, request, status, body) => {
          const received = { params, request, status, body, receivedAt: HEARD }
          isReading(
            E.map(({ events }: ResponseOutcome<unknown>) => events)(
              readResponse(endpoints[endpoint], received),
            ),
          )
        },
      ),
      runs,
    )
  })

  test('for a delivery of anything', () => {
    fc.assert(
      fc.property(anything, (delivery) => isReading(readDelivery(delivery))),
      runs,
    )
  })

  test('for any message in which some fields have any value', () => {
    fc.assert(
      fc.property(damaged, (delivery) => isReading(readDelivery(delivery))),
      { numRuns: 600 },
    )
  })

  test.each(messages)('for $name with hostile keys in every object', ({ delivery }) => {
    for (const [index, place] of placesIn(delivery).entries()) {
      const name = HOSTILE_KEYS[index % HOSTILE_KEYS.length] ?? ''
      isReading(readDelivery(withAt(delivery, [...place.slice(0, -1), name], { [name]: name })))
      isReading(readDelivery(withAt(delivery, place, name)))
    }
  })

  test('and every message of the set is readable unchanged', () => {
    const unread = messages.filter(({ delivery }) => E.isLeft(readDelivery(delivery)))
    expect(unread.map(({ name }) => name)).toEqual([])
  })
})
