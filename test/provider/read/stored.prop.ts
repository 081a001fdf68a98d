/** Everything that is read can be stored and read back, and reading again returns the same ids. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { Reading } from '../../../src/provider/read/stream-event.ts'
import { copied } from '../../../src/words/data/plain-data.ts'
import { Stream } from '../../../src/words/stream.ts'
import { forAll } from '../../for-all.ts'
import { readDelivery } from '../../read-delivery.ts'
import { decodeEvent, everyEvent } from '../../root.ts'
import { readEvents } from './given.ts'
import { type Kept, messages, placesIn, withAt } from './messages.ts'

const comesBack = (reading: Reading): void => {
  if (E.isLeft(reading)) return
  for (const { stream, event } of reading.right) {
    expect(decodeEvent(JSON.parse(JSON.stringify(event)))).toEqual(E.right(event))
    expect(Stream.is(stream), stream).toBe(true)
  }
}

/** The same without the digests of messages: only a text has one. */
const unbound = (reading: Reading): unknown =>
  JSON.parse(JSON.stringify(reading, (name, each) => (name === 'message' ? undefined : each)))

/** Every object in a value. */
const objectsIn = (value: unknown): readonly object[] =>
  typeof value === 'object' && value !== null
    ? [value, ...Object.values(value).flatMap(objectsIn)]
    : []

const value = fc.oneof(
  fc.constantFrom<unknown>(undefined, null, '', {}, 0, 1, 100, '100', true, false, 'True'),
  fc.constantFrom(...'Pending Declined Captured Expired Canceled processing challenged'.split(' ')),
  fc.constantFrom(
    ...'approved expired challenge_abandoned pending declined constructor'.split(' '),
  ),
  fc.constantFrom('card', 'id', 'Sepa', 'rapipago', 'ACH', 'hosted', 'non-hosted', 'app', 'single'),
  fc.constantFrom(
    'Capture',
    'Refund',
    'Return',
    'Void',
    'Something New',
    'unavailable',
    'rejected',
  ),
  fc.constantFrom(...'pay_2 sid_2 src_2 act_2 cus_2 dsp_2 evt_2 ORD-2'.split(' '), 'A'.repeat(80)),
  fc.constantFrom(
    '2026-03-02T10:01:05.0000001Z',
    '9999-12-31T23:59:59.9999999Z',
    '0000-01-01',
    20_210_608,
  ),
  fc.constantFrom(
    '0000-01-01T00:00:00+18:00',
    '9999-12-31T23:59:59-18:00',
    '2026-03-02T10:00:00.123456789',
  ),
  fc.constantFrom<unknown>(
    [],
    ['complete'],
    ['challenge_cardholder', 'other'],
    200,
    201,
    403,
    409,
    422,
    500,
  ),
)

/** A message in which some fields have other values that a provider might send. */
const varied = fc
  .tuple(fc.constantFrom<Kept>(...messages), fc.array(fc.tuple(fc.nat(), value), { maxLength: 5 }))
  .map(([{ delivery }, changes]) =>
    changes.reduce<Kept['delivery']>((kept, [at, other]) => {
      const places = placesIn(kept)
      return withAt(kept, places[at % places.length] ?? ['body'], other)
    }, delivery),
  )

describe('every event that is read', () => {
  test.each(messages)('from $name can be stored and is read back unchanged', ({ delivery }) => {
    comesBack(readDelivery(delivery))
  })

  test('from any message can be stored and is read back unchanged', () => {
    forAll(250, [varied], (delivery) => {
      comesBack(readDelivery(delivery))
      expect(objectsIn(delivery).some(Object.isFrozen)).toBe(false)
    })
  })

  test.each(messages)('from $name stays as it is, and shares nothing with it', ({ delivery }) => {
    const own = copied(delivery)
    const read = readDelivery(own)
    for (const { event } of E.isRight(read) ? read.right : []) {
      expect(objectsIn(event).every(Object.isFrozen)).toBe(true)
    }
    expect(objectsIn(own).some(Object.isFrozen)).toBe(false)
  })

  test('has every type that a message can report', () => {
    const types = new Set<string>()
    const note = (delivery: unknown) => {
      const reading = readDelivery(delivery)
      if (E.isRight(reading)) for (const { event } of reading.right) types.add(event.type)
    }
    const statuses = ['processing', 'challenged', 'challenge_abandoned', 'expired', 'declined']
    const ends = ['attempted', 'rejected', 'unavailable', 'Canceled', 'Expired']
    for (const { delivery } of messages) {
      note(delivery)
      for (const status of [...statuses, ...ends]) {
        if (placesIn(delivery).some((place) => place.join('.') === 'body.status')) {
          note(withAt(delivery, ['body', 'status'], status))
        }
      }
    }
    const never = Object.keys(everyEvent).filter((type) => !types.has(type))
    expect(never.toSorted()).toEqual([
      ...'actions_listed bank_refusal_ended bank_refused collection_captured'.split(' '),
      ...'collection_ended collection_presented command_given_up question_answered'.split(' '),
      ...'request_failed request_sent reviewed source_reported'.split(' '),
    ])
  })
})

describe('a message read twice', () => {
  test.each(messages)('$name, without a body, whether a store has null or nothing', (each) => {
    const { body: _, ...without } = JSON.parse(JSON.stringify(each.delivery))
    expect(readDelivery({ ...without, body: null })).toEqual(readDelivery(without))
    const ofText = readDelivery({ ...without, body: 'null' })
    expect(ofText._tag).toBe(readDelivery(without)._tag)
  })

  test('reports the same events with the same ids', () => {
    forAll(150, [varied], (delivery) => {
      const sent = JSON.parse(JSON.stringify(delivery)) as Kept['delivery']
      const { body } = sent
      const asText = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
      const [first, again] = [{ ...sent, body: asText }, sent].map((each) =>
        unbound(readDelivery(each as never)),
      )
      // a store has null where there is nothing: a text of null is called null, and reads alike
      const named = (reading: unknown): unknown =>
        body === null ? JSON.parse(JSON.stringify(reading).replace('"null"', '"nothing"')) : reading
      expect(named(first)).toEqual(again)
    })
  })

  test('and received later reports the same events with the same ids, received later', () => {
    const recordedAt = '2026-04-01T00:00:00Z'
    forAll({}, [fc.constantFrom<Kept>(...messages)], ({ delivery }) => {
      const first = readEvents(readDelivery(delivery))
      expect(readEvents(readDelivery({ ...delivery, receivedAt: recordedAt }))).toEqual(
        first.map(({ stream, event }) => ({
          stream,
          event: { ...event, metadata: { ...event.metadata, recordedAt: recordedAt } },
        })),
      )
    })
  })

  test.each(messages)('$name, gives each of its events a different id', ({ delivery }) => {
    const ids = readEvents(readDelivery(delivery)).map(({ event }) => event.metadata.eventId)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
