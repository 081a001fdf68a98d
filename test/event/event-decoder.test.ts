/** Every event: what a stored one is read as, and what no release may forget. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { observedEvents } from '../../machines/observed/events.ts'
import { besideMandate, sepaMandateEvents } from '../../machines/sepa-mandate/events.ts'
import { sepaPaymentEvents } from '../../machines/sepa-payment/events.ts'
import { sessionEvents } from '../../machines/session/events.ts'
import { ticketPaymentEvents } from '../../machines/ticket-payment/events.ts'
import type { Entry } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { type Unreadable, unreadable } from '../../src/words/data/unreadable-input.ts'
import { decodeEvent, everyEvent, fromLine } from '../root.ts'
import { schema1 } from './fixtures.ts'
import { dataFieldsOf, fieldsOf } from './shape.ts'

const codecOf = (type: string) => everyEvent[type]?.codec

describe('every event', () => {
  test('belongs to a lifecycle or is informational', () => {
    const lifecycles = [
      sessionEvents,
      sepaPaymentEvents,
      ticketPaymentEvents,
      sepaMandateEvents,
      observedEvents,
      besideMandate,
    ]
    const types = new Set(lifecycles.flatMap((lifecycle) => Object.keys(lifecycle)))
    expect(Object.keys(everyEvent).toSorted()).toEqual([...types].toSorted())
    expect(types.size).toBe(41)
  })

  test('has one codec, wherever it occurs', () => {
    for (const lifecycle of [sepaPaymentEvents, ticketPaymentEvents]) {
      for (const [type, { codec }] of Object.entries(lifecycle)) expect(codecOf(type)).toBe(codec)
    }
  })
})

describe('the lines stored in schema 1', () => {
  test('include every event type', () => {
    const types = new Set(schema1.map(({ event }) => event.type))
    expect([...types].toSorted()).toEqual(Object.keys(everyEvent).toSorted())
  })

  test.each(Object.keys(everyEvent))('have every field of %s somewhere', (type) => {
    const fields = dataFieldsOf(codecOf(type)).map((field) => field.replace('!', ''))
    const stored = schema1.filter(({ event }) => event.type === type)
    const found = new Set(stored.flatMap(({ event }) => Object.keys(event.data)))
    expect([...found].toSorted()).toEqual(fields)
  })

  test.each(schema1)('are read unchanged, $event.type', ({ line, hash, event }) => {
    const read = fromLine(line)
    expect(E.map((entry: Entry) => [entry.hash, entry.event])(read)).toEqual(E.right([hash, event]))
    expect(E.map(toLine)(read)).toEqual(E.right(line))
  })

  test('have every field of the metadata somewhere', () => {
    const reported = new Set(schema1.flatMap(({ event }) => Object.keys(event.metadata)))
    expect([...reported].toSorted()).toEqual([
      ...'claimedAt eventId message occurredAt'.split(' '),
      ...'recordedAt repaired schema source withheld'.split(' '),
    ])
    expect(fieldsOf(codecOf('payment_pending'))).toEqual(['data!', 'metadata!', 'type!'])
  })
})

describe('a stored event', () => {
  const problem = (stored: unknown): Unreadable | null =>
    E.match(
      (found: Unreadable) => found,
      () => null,
    )(decodeEvent(stored))
  const [stored] = schema1.map(({ event }) => event)

  test.each([
    ['nothing', undefined, 'nothing'],
    ['null', null, 'null'],
    ['a text', 'payment_pending', 'a text'],
    ['a list', [], 'a list'],
    ['an object without fields', {}, 'an object'],
    ['one without a type', { ...stored, type: undefined }, 'an object'],
    ['one whose type is not a text', { ...stored, type: 1 }, 'an object'],
    ['one without data', { ...stored, data: undefined }, 'an object'],
    ['one whose data is a list', { ...stored, data: [] }, 'an object'],
    ['one whose data is null', { ...stored, data: null }, 'an object'],
    ['one without metadata', { ...stored, metadata: undefined }, 'an object'],
    ['one whose metadata is a text', { ...stored, metadata: 'x' }, 'an object'],
  ])('is not read from %s', (_, value, found) => {
    expect(problem(value)).toEqual({ ...unreadable('event', 'an event', value), found })
  })

  test.each(['payment_paid', 'toString', '__proto__', 'constructor', '', 'xstate.init'])(
    'of the type %j is unknown',
    (type) => {
      expect(problem({ ...stored, type })).toEqual(unreadable('event.type', 'a known event', type))
    },
  )

  test.each([undefined, null, 0, 2, 1.5, '1'])('of the schema %j is not read', (schema) => {
    expect(problem({ ...stored, metadata: { ...stored?.metadata, schema } })?.path).toMatch(
      /\bschema$/,
    )
  })
})
