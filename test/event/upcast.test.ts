/** Old forms of events walk to the newest, one step per schema version. */
import { describe, expect, test } from 'vitest'
import { STEPS, type Steps, type StoredEvent, upcast } from '../../src/event/upcast.ts'

const renamed =
  (from: string, to: string) =>
  (old: StoredEvent): StoredEvent => {
    const { [from]: value, ...data } = old.data
    return { ...old, data: { ...data, [to]: value } }
  }

const steps: Steps = { paid: [renamed('sum', 'value'), renamed('value', 'amount')] }

const stored = (
  schema: StoredEvent['metadata'][string],
  data: StoredEvent['data'],
): StoredEvent => ({
  type: 'paid',
  data,
  metadata: { eventId: 'evt_1', schema },
})

describe('a stored event', () => {
  test('of schema 1 walks every step', () => {
    expect(upcast(steps)(stored(1, { sum: 5 }))).toEqual(stored(3, { amount: 5 }))
  })

  test('of schema 2 walks the last step alone', () => {
    expect(upcast(steps)(stored(2, { value: 5 }))).toEqual(stored(3, { amount: 5 }))
  })

  test('of the newest schema stays as it is', () => {
    const newest = stored(3, { amount: 5 })
    expect(upcast(steps)(newest)).toBe(newest)
  })

  test('newer than any step stays as it is', () => {
    const newer = stored(4, { sum: 5 })
    expect(upcast(steps)(newer)).toBe(newer)
  })

  test.each([undefined, null, 0, -1, 1.5, '1', Number.NaN])(
    'whose schema is %s stays as it is',
    (schema) => {
      const unreadable = stored(schema, { sum: 5 })
      expect(upcast(steps)(unreadable)).toBe(unreadable)
    },
  )

  test('of a type that never changed stays as it is', () => {
    const other = { ...stored(1, { sum: 5 }), type: 'refunded' }
    expect(upcast(steps)(other)).toBe(other)
  })

  test('whose type every object inherits stays as it is', () => {
    const other = { ...stored(1, { sum: 5 }), type: 'constructor' }
    expect(upcast(steps)(other)).toBe(other)
  })

  test('says its new schema even where a step forgets the metadata', () => {
    const forgetful: Steps = { paid: [(old) => ({ ...old, metadata: {} })] }
    expect(upcast(forgetful)(stored(1, {}))).toEqual({
      type: 'paid',
      data: {},
      metadata: { schema: 2 },
    })
  })

  test('is not changed in its place', () => {
    const old = Object.freeze(stored(1, Object.freeze({ sum: 5 })))
    upcast(steps)(old)
    expect(old).toEqual(stored(1, { sum: 5 }))
  })
})

describe('the steps there are', () => {
  test('are none: every released form is schema 1', () => {
    expect(STEPS).toEqual({})
  })
})
