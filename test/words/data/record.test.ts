/** Objects as their sender wrote them: their own fields are read, inherited ones are absent. */
import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { closedRecord, ownFields, record } from '../../../src/words/data/codec.ts'
import { dataOf, gist, webhook } from '../../provider/read/given.ts'
import { decodeEvent } from '../../root.ts'

const inheriting = JSON.parse('{"__proto__":{"type":"payment_captured"},"id":"evt_1"}') as object

describe('an object', () => {
  test.each([{}, { a: 1 }, Object.create(null), [], [1], null, undefined, 'text', 5])(
    'is returned unchanged as %j',
    (input: unknown) => {
      expect(ownFields(input)).toBe(input)
    },
  )

  test('has no field named __proto__', () => {
    expect(Object.entries(ownFields(inheriting) as object)).toEqual([['id', 'evt_1']])
    expect(Object.getPrototypeOf(ownFields(inheriting))).toBe(Object.prototype)
  })

  test('has no inherited field', () => {
    const child: unknown = Object.create({ inherited: 1 }, { kept: { value: 2, enumerable: true } })
    expect(ownFields(child)).toEqual({ kept: 2 })
    expect(ownFields(new Map([['a', 1]]))).toEqual({})
  })
})

describe('a codec of objects', () => {
  const codec = record({ id: t.string, type: t.string })

  test('reads no field from a prototype', () => {
    expect(E.isLeft(codec.decode(inheriting))).toBe(true)
    expect(E.isLeft(codec.decode(Object.create({ id: 'a', type: 'b' })))).toBe(true)
  })

  test('leaves out unknown fields', () => {
    const sent = { id: 'a', type: 'b', more: 1 }
    expect(codec.decode(sent)).toEqual(E.right({ id: 'a', type: 'b' }))
    expect(codec.encode({ id: 'a', type: 'b' })).toEqual({ id: 'a', type: 'b' })
    expect([codec.is({ id: 'a', type: 'b' }), codec.is({ id: 'a' })]).toEqual([true, false])
  })
})

describe('a codec of objects without other fields', () => {
  const codec = closedRecord('limits', {}, { at: t.string })

  test.each([new Date(0), new Map([['at', 'now']]), new Set(['at'])])(
    'does not take %o for none',
    (each) => {
      expect(E.isLeft(codec.decode(each))).toBe(true)
    },
  )

  test('takes none, and those of an instance', () => {
    class Limits {
      at = 'now'
    }
    for (const each of [{}, Object.create(null), new Limits()]) {
      expect(E.isRight(codec.decode(each))).toBe(true)
    }
  })
})

describe('a message with its envelope in __proto__', () => {
  const hidden = '{"type":"payment_captured","id":"evt_1","data":{"id":"pay_1"}}'

  test('has no type', () => {
    expect(gist(webhook(`{"__proto__":${hidden},"created_on":1}`))).toEqual([
      "Unreadable at 'type'",
    ])
    expect(
      dataOf(webhook(`{"__proto__":{"type":"payment_captured"},"data":{"id":"pay_1"}}`)),
    ).toEqual({ path: 'type' })
  })

  test('has no payment', () => {
    const data = '{"__proto__":{"id":"pay_1","payment_id":"pay_1"},"amount":"5"}'
    expect(gist(webhook(`{"type":"payment_captured","data":${data}}`))).toEqual([
      "Unreadable at 'data.id'",
    ])
  })
})

describe('a stored event with its data in __proto__', () => {
  const data = '{"paymentId":"pay_1"}'
  const metadata =
    '{"eventId":"evt_1","occurredAt":null,"recordedAt":"2026-03-02T10:00:00Z","schema":1,"source":"report"}'
  const whole = `"type":"payment_captured","data":${data},"metadata":${metadata}`

  test('is read unchanged if nothing is hidden', () => {
    expect(E.isRight(decodeEvent(JSON.parse(`{${whole}}`)))).toBe(true)
  })

  test.each([
    `{"__proto__":{${whole}}}`,
    `{"type":"payment_captured","data":{"__proto__":${data}},"metadata":${metadata}}`,
    `{"type":"payment_captured","data":${data},"metadata":{"__proto__":${metadata}}}`,
  ])('is refused: %s', (text) => {
    expect(E.isLeft(decodeEvent(JSON.parse(text)))).toBe(true)
  })

  test('is refused if it, its data or its metadata is inherited', () => {
    const event = JSON.parse(`{${whole}}`) as { data: object; metadata: object }
    const { data, metadata: from } = event
    const children: readonly unknown[] = [
      Object.create(event),
      { ...event, data: Object.create(data) },
      { ...event, metadata: Object.create(from) },
    ]
    expect(children.map((child) => E.isLeft(decodeEvent(child)))).toEqual([true, true, true])
  })

  test('is read with its own fields only, whatever it inherits', () => {
    const event = Object.assign(Object.create({ toJSON: 1 }), JSON.parse(`{${whole}}`))
    expect(E.isRight(decodeEvent(event))).toBe(true)
  })

  test('ignores what its balances inherit', () => {
    const counted = `{"paymentId":"pay_1","balances":{"__proto__":{"captured":1},"refunded":2}}`
    const read = decodeEvent(
      JSON.parse(`{"type":"payment_captured","data":${counted},"metadata":${metadata}}`),
    )
    expect(E.isRight(read) && JSON.stringify(read.right.data)).toBe(
      '{"paymentId":"pay_1","balances":{"refunded":2}}',
    )
  })
})
