/**
 * Events in old forms are brought to today's, one step per schema version; steps that lead nowhere
 * are refused.
 */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type Form, type StoredEvent, type Upcaster, upcasting } from '../../src/event/upcast.ts'
import { logDecoder } from '../../src/fold/root.ts'
import { root, upcastToday } from '../root.ts'

const form = (type: string, schema: number): Form => ({ type, schema })

const renamed = (from: Form, becomes: Form, old: string, name: string): Upcaster => ({
  ...from,
  becomes,
  step: ({ data: { [old]: value, ...data } }) => ({ data: { ...data, [name]: value } }),
})

/**
 * A payment was first `money_came`, then `paid` with a value, and is `paid` with an amount today.
 */
const steps: readonly Upcaster[] = [
  renamed(form('paid', 2), form('paid', 3), 'value', 'amount'),
  renamed(form('money_came', 1), form('paid', 2), 'sum', 'value'),
]

const isToday = ({ type, schema }: Form): boolean => type === 'paid' && schema === 3

const ran = (stored: StoredEvent): StoredEvent => {
  const upcast = upcasting(isToday)(steps)
  if (E.isLeft(upcast)) throw new Error(upcast.left.error)
  return upcast.right(stored)
}

const stored = (
  type: string,
  schema: StoredEvent['metadata'][string],
  data: StoredEvent['data'],
): StoredEvent => ({ type, data, metadata: { eventId: 'evt_1', schema } })

describe('a stored event', () => {
  test('of the first form takes every step, whatever their order', () => {
    expect(ran(stored('money_came', 1, { sum: 5 }))).toEqual(stored('paid', 3, { amount: 5 }))
  })

  test('of a later form takes only the last step', () => {
    expect(ran(stored('paid', 2, { value: 5 }))).toEqual(stored('paid', 3, { amount: 5 }))
  })

  const unchanged: readonly (readonly [string, StoredEvent])[] = [
    ['of today', stored('paid', 3, { amount: 5 })],
    ['newer than any step', stored('paid', 4, { sum: 5 })],
    ['of a type that never changed', stored('refunded', 1, { sum: 5 })],
    ['whose type is the name of an inherited property', stored('constructor', 1, { sum: 5 })],
    ...[undefined, null, 0, -1, 1.5, '1', Number.NaN].map(
      (schema) => [`of schema ${schema}`, stored('money_came', schema, { sum: 5 })] as const,
    ),
  ]

  test.each(unchanged)('%s stays as it is', (_, event) => {
    expect(ran(event)).toBe(event)
  })

  test.each<[string, unknown]>([
    ['throws', ({ data }: StoredEvent) => ({ data: { amount: (data['sum'] as never)['of'] } })],
    ['returns nothing', () => undefined],
    ['returns a promise', async () => ({ data: { amount: 1 } })],
    ['returns a list', () => [{ amount: 1 }]],
    ['returns a list of data', () => ({ data: [{ amount: 1 }] })],
    ['returns metadata alone', ({ metadata }: StoredEvent) => ({ metadata })],
  ])('has no data after a step that %s', (_, step) => {
    const broken = { ...form('money_came', 1), becomes: form('paid', 3), step } as Upcaster
    const upcast = upcasting(isToday)([broken])
    const event = stored('money_came', 1, { paymentId: 'pay_1' })
    expect(E.isRight(upcast) && upcast.right(event)).toMatchObject({
      ...{ type: 'paid', data: undefined, metadata: { schema: 3 } },
    })
  })

  test('of an older type is no event of other machines if its step fails, in any schema', () => {
    const times = { occurredAt: null, recordedAt: '2026-03-02T09:00:00Z' }
    const event = {
      ...{ type: 'RefundDone', data: { paymentId: 'pay_1', cents: '7000' } },
      metadata: { eventId: 'evt_1', ...times, schema: 1, source: 'report' },
    }
    const pathBy = (step: Upcaster['step']) => {
      const becomes = form('payment_refunded', 1)
      const upcast = root.upcasts([{ ...form('RefundDone', 1), becomes, step }])
      const read = E.isRight(upcast) ? logDecoder(root.machines, upcast.right)(event) : upcast
      return E.isLeft(read) && 'path' in read.left ? read.left.path : read
    }
    expect(pathBy(({ data }) => ({ data: { ...data, amount: data['cents'] } }))).toBe('data.amount')
    expect(pathBy(() => undefined as never)).toBe('data')
    expect(logDecoder(root.machines, (stored) => stored)(event)).toMatchObject({
      right: { type: 'RefundDone', data: {} },
    })
  })

  test('may have its metadata changed as well', () => {
    const step: Upcaster = {
      ...form('paid', 1),
      becomes: form('paid', 3),
      step: ({ data, metadata: { id, ...metadata } }) => ({
        data,
        metadata: { ...metadata, eventId: id },
      }),
    }
    const upcast = upcasting(isToday)([step])
    const event: StoredEvent = { type: 'paid', data: {}, metadata: { id: 'evt_1', schema: 1 } }
    expect(E.isRight(upcast) && upcast.right(event)).toEqual(stored('paid', 3, {}))
  })
})

describe('steps', () => {
  const refusedBy = (...all: readonly Upcaster[]): readonly unknown[] => {
    const upcast = upcasting(isToday)(all)
    if (E.isRight(upcast) || upcast.left.error === 'Unreadable') return []
    const { because, type, schema } = upcast.left
    return [because, type, schema]
  }
  const step = (from: Form, becomes: Form): Upcaster => ({ ...from, becomes, step: (old) => old })

  test('that end before today leave a gap', () => {
    expect(refusedBy(step(form('paid', 1), form('paid', 2)))).toEqual(['gap', 'paid', 2])
    expect(refusedBy(...steps, step(form('came', 1), form('came', 2)))).toEqual(['gap', 'came', 2])
  })

  test('that end at a known event of an unread version leave a gap', () => {
    const upcast = upcastToday([step(form('paid', 1), form('payment_captured', 2))])
    expect(upcast).toMatchObject(E.left({ because: 'gap' }))
    const today = upcastToday([step(form('paid', 1), form('payment_captured', 1))])
    expect(E.isRight(today)).toBe(true)
  })

  test('that return to their start are a cycle', () => {
    const [one, two] = [form('paid', 1), form('came', 1)]
    expect(refusedBy(step(one, two), step(two, one))).toEqual(['cycle', 'paid', 1])
    expect(refusedBy(step(one, one))).toEqual(['cycle', 'paid', 1])
  })

  test('of which two start alike, or one starts at today’s form, are refused', () => {
    const twice = step(form('paid', 2), form('paid', 3))
    expect(refusedBy(twice, twice)).toEqual(['twice', 'paid', 2])
    expect(refusedBy(step(form('paid', 3), form('paid', 4)))).toEqual(['twice', 'paid', 3])
  })

  test('may be empty', () => {
    expect(refusedBy()).toEqual([])
  })
})
