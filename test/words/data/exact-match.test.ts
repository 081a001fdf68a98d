/** The fast path of a codec: for each kind, what is exact and what is not. */
import * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import { overOwnFields, record } from '../../../src/words/data/codec.ts'
import { isExact } from '../../../src/words/data/exact-match.ts'

const some = t.exact(t.intersection([t.type({ a: t.number }), t.partial({ b: t.string })]))

describe('the fast path of', () => {
  test('an object accepts its fields, and no others', () => {
    const isSome = isExact(t.readonly(some))
    for (const value of [{ a: 1 }, { a: 1, b: 'x' }, { a: 1, b: undefined }]) {
      expect(isSome(value)).toBe(true)
    }
    const others = [{}, { b: 'x' }, { a: '1' }, { a: 1, b: 2 }, { a: 1, c: 3 }, { a: undefined }]
    for (const value of [...others, null, 'a', [1], () => 1]) expect(isSome(value)).toBe(false)
  })

  test('an object accepts plain JSON only: no inherited or special fields', () => {
    const isSome = isExact(some)
    expect(isSome(Object.create({ a: 1 }))).toBe(false)
    expect(isSome(Object.assign(Object.create(null), { a: 1 }))).toBe(false)
    expect(isSome(JSON.parse('{"a":1,"__proto__":{}}'))).toBe(false)
    expect(isSome(new Map())).toBe(false)
  })

  test('an object’s own fields is that of the object', () => {
    const isShape = isExact(record({ a: t.number }))
    expect([isShape({ a: 1 }), isShape({ a: 1, b: 2 })]).toEqual([true, false])
    expect(isExact(overOwnFields(t.number))(1)).toBe(true)
  })

  test('a list accepts lists of exact values', () => {
    for (const isList of [isExact(t.array(t.number)), isExact(t.readonlyArray(t.number))]) {
      expect(isList([])).toBe(true)
      expect(isList([1, 2])).toBe(true)
      const holed = Object.assign([1], { length: 2 })
      for (const value of [[1, 'x'], holed, { 0: 1 }, null]) expect(isList(value)).toBe(false)
    }
  })

  test('a choice accepts scalars only', () => {
    const isChoice = isExact(t.union([t.string, t.null, some]))
    expect([isChoice('x'), isChoice(null)]).toEqual([true, true])
    expect([isChoice(1), isChoice({ a: 1 })]).toEqual([false, false])
  })

  test('scalars is the codec’s own, except for objects that it might change', () => {
    expect([isExact(t.literal(1))(1), isExact(t.literal(1))(2)]).toEqual([true, false])
    expect([isExact(t.keyof({ x: null }))('x'), isExact(t.keyof({ x: null }))('y')]).toEqual([
      true,
      false,
    ])
    expect(isExact(t.UnknownRecord)({})).toBe(false)
    expect(isExact(t.unknown)({})).toBe(true)
  })

  test('an unknown codec accepts nothing', () => {
    expect(isExact(t.exact(t.record(t.string, t.number) as never) as never)({})).toBe(false)
    const twice = t.exact(t.intersection([t.type({ a: t.number }), t.type({ a: t.Int })]))
    expect(isExact(twice)({ a: 1 })).toBe(false)
  })
})
