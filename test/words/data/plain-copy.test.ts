/** Plain copies: each field is read once, depth and sharing are bounded. */
import { describe, expect, test } from 'vitest'
import { plainly } from '../../../src/words/data/plain-data.ts'

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let count = 0; count < depth; count += 1) value = count % 2 === 0 ? [value] : { value }
  return value
}
/** Whether a copy has something in it that is not plain. */
const isWrong = (copy: unknown): boolean =>
  typeof copy === 'symbol' ||
  (typeof copy === 'object' && copy !== null && Object.values(copy).some(isWrong))

describe('a plain copy', () => {
  test('equals what it copies, and shares nothing with it', () => {
    const inner = { b: [1, 'x', null, undefined] }
    const copy = plainly({ a: inner, c: inner }, 4) as { a: object; c: object }
    expect(copy).toEqual({ a: inner, c: inner })
    expect(copy.a).not.toBe(inner)
    for (const value of [1, 'x', null, undefined, true, 1n]) expect(plainly(value, 1)).toBe(value)
  })

  test('is as deep as allowed, and no deeper', () => {
    expect(plainly(nested(5), 5)).toEqual(nested(5))
    expect(isWrong(plainly(nested(6), 5))).toBe(true)
    expect(plainly([], 0)).toBeTypeOf('symbol')
  })

  test('is no deeper by way of what occurs several times', () => {
    const links: unknown[] = [[]]
    for (let count = 1; count < 1000; count += 1) links.push([links[count - 1]])
    expect(isWrong(plainly(links.slice(0, 3), 4))).toBe(false)
    expect(isWrong(plainly(links.slice(0, 4), 4))).toBe(true)
    expect(isWrong(plainly(links, 64))).toBe(true)
  })

  test('takes no longer for what occurs many times', () => {
    let value: unknown = 'x'
    for (let count = 0; count < 60; count += 1) value = [value, value]
    const copy = plainly(value, 64) as readonly unknown[]
    expect(copy[0]).toBe(copy[1])
  })

  test('ends at itself', () => {
    const circle: Record<string, unknown> = { a: 1 }
    circle['self'] = circle
    expect(isWrong(plainly(circle, 64))).toBe(true)
  })

  test('reads each field once, and has fields only', () => {
    let reads = 0
    const value = Object.defineProperty({}, 'a', {
      get: () => {
        reads += 1
        return reads
      },
      enumerable: true,
    })
    expect(plainly(value, 2)).toEqual({ a: 1 })
    expect(reads).toBe(1)
    const copy = plainly(JSON.parse('{"__proto__":{"a":1}}'), 3) as object
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
    expect(Object.keys(copy)).toEqual(['__proto__'])
  })

  test.each([
    ['a hidden field', Object.defineProperty({}, 'a', { value: 1 })],
    ['a symbol', { [Symbol('a')]: 1 }],
    ['another prototype', Object.create({ a: 1 })],
    ['a class', new Map()],
  ])('is none of what has %s', (_, value) => {
    expect(plainly(value, 4)).toBeTypeOf('symbol')
  })
})
