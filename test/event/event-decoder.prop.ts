/**
 * Laws of every event's codec: stored events are read back unchanged, and nothing else is accepted.
 */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Codec } from '../../src/words/data/codec.ts'
import type { Unreadable } from '../../src/words/data/unreadable-input.ts'
import { forAll } from '../for-all.ts'
import { anyEvent } from '../generators/events.ts'
import { decodeEvent, everyEvent } from '../root.ts'
import { schema1 } from './fixtures.ts'
import { dataFieldsOf } from './shape.ts'

const types = Object.keys(everyEvent)

/** The codec of an event type; all of them can encode, though lifecycles only need to decode. */
const codecOf = (type: string): Codec<DomainEvent, unknown> =>
  everyEvent[type]?.codec as Codec<DomainEvent, unknown>

const pathOf = (stored: unknown): string | null =>
  E.match(
    ({ path }: Unreadable) => path,
    () => null,
  )(decodeEvent(stored))

describe('the generators', () => {
  test.each(types)('generate each field of %s sometimes', (type) => {
    const events = fc.sample(anyEvent({ [type]: everyEvent[type] as never }), 200)
    const reported = new Set(events.flatMap(({ data }) => Object.keys(data)))
    const fields = dataFieldsOf(codecOf(type)).map((field) => field.replace('!', ''))
    expect([...reported].toSorted()).toEqual(fields)
    expect(new Set(events.map((event) => event.type))).toEqual(new Set([type]))
  })

  test('let ids collide with other contents', () => {
    const [a, b] = fc
      .sample(anyEvent(everyEvent), 200)
      .reduce<readonly [number, Set<string>]>(
        ([count, ids], { metadata }) => [count + 1, ids.add(metadata.eventId)],
        [0, new Set()],
      )
    expect([a, b.size]).toEqual([200, 6])
  })
})

describe('a stored event', () => {
  test('is read back unchanged, also from JSON', () => {
    forAll(300, [anyEvent(everyEvent)], (event) => {
      const { type } = event
      expect(decodeEvent(event)).toEqual(E.right(event))
      expect(decodeEvent(JSON.parse(JSON.stringify(event)))).toEqual(E.right(event))
      expect(E.map(codecOf(type).encode)(codecOf(type).decode(event))).toEqual(E.right(event))
      expect(codecOf(type).is(event)).toBe(true)
    })
  })

  test('loses every unknown key, at any depth', () => {
    forAll(300, [anyEvent(everyEvent), fc.constantFrom('iban', 'zz', 'a')], (event, key) => {
      const extra = { [key]: 'BE68539007547034' }
      const balances: unknown = (event.data as Readonly<Record<string, unknown>>)['balances']
      const inner = typeof balances === 'object' ? { balances: { ...balances, ...extra } } : {}
      const stored = {
        ...event,
        ...extra,
        data: { ...event.data, ...extra, ...inner },
        metadata: { ...event.metadata, ...extra },
      }
      expect(decodeEvent(stored)).toEqual(E.right(event))
    })
  })
})

describe.each(schema1)('a stored $event.type', ({ event }) => {
  const fields = dataFieldsOf(codecOf(event.type))
  const names = fields.map((field) => field.replace('!', ''))

  test('is refused with the field of the wrong kind', () => {
    for (const name of names) {
      for (const wrong of [null, -1.5, 'é', [null]]) {
        const path = pathOf({ ...event, data: { ...event.data, [name]: wrong } })
        expect(path, `${name}: ${wrong}`).toMatch(new RegExp(`^data\\.(\\d\\.)?${name}(\\.|$)`))
      }
    }
  })

  test('is refused without a required field, and read without the others', () => {
    for (const field of fields) {
      const name = field.replace('!', '')
      const { [name]: _, ...data } = event.data
      const stored = { ...event, data }
      if (field.endsWith('!')) expect(pathOf(stored)).toMatch(new RegExp(`\\b${name}$`))
      else expect(decodeEvent(stored)).toEqual(E.right(stored))
    }
  })

  test('is not an event of another type', () => {
    const others = types.filter((type) => type !== event.type)
    expect(others.filter((type) => codecOf(type).is(event))).toEqual([])
  })
})
