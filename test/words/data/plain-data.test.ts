/** Plain data: copies share nothing, frozen data is frozen deeply, and equality is of content. */
import { describe, expect, test } from 'vitest'
import {
  copied,
  frozen,
  isFixed,
  isSame,
  NOT_PLAIN,
  plainly,
} from '../../../src/words/data/plain-data.ts'

const plain = () => ({ a: 1, b: { c: [1, { d: null }], e: 'x' }, f: null })

describe('plain data', () => {
  test('is copied without sharing anything', () => {
    const [original, of] = [plain(), plain()]
    const copy = copied(original)
    expect(copy).toStrictEqual(of)
    copy.b.c.push(2)
    copy.b.e = 'y'
    expect(original).toStrictEqual(of)
    expect(copied(null)).toBe(null)
    expect(copied('x')).toBe('x')
  })

  test('has no list with holes, however many there are', () => {
    const sparse: unknown[] = [1]
    sparse.length = 2 ** 32 - 1
    for (const list of [sparse, Array(3)]) {
      expect(plainly({ list }, 3)).toEqual({ list: NOT_PLAIN })
    }
    expect(plainly({ list: [1, undefined, [2]] }, 3)).toEqual({ list: [1, undefined, [2]] })
  })

  test('is frozen deeply, including lists', () => {
    const all = frozen(plain())
    const [, inner] = all.b.c
    expect([all, all.b, all.b.c, inner].map(Object.isFrozen)).toEqual([true, true, true, true])
    expect(frozen(null)).toBe(null)
    expect(frozen(all)).toBe(all)
  })

  test.each([
    [1, true],
    [null, true],
    [undefined, true],
    [() => 1, false],
    [{}, false],
    [frozen(plain()), true],
    [Object.freeze(plain()), false],
    [Object.freeze([Object.freeze({}), 1]), true],
    [Object.freeze([{}]), false],
    [
      Object.freeze({
        get a() {
          return 1
        },
      }),
      false,
    ],
    [Object.freeze({ [Symbol.iterator]: {} }), false],
    [frozen({ a: { a: { a: { a: { a: {} } } } } }), true],
    [frozen({ a: { a: { a: { a: { a: { a: {} } } } } } }), false],
  ])('%o stays as it is for sure: %s', (value, expected) => {
    expect(isFixed(value)).toBe(expected)
  })

  test.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined }, true],
    [{ a: 1, b: undefined }, { a: 1 }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [{ a: 1, b: null }, { a: 1 }, false],
    [{ a: 1 }, { a: 2 }, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [[1], [1, 2], false],
    [[1], { 0: 1 }, false],
    [{ a: [{}] }, { a: [{}] }, true],
    [null, {}, false],
    [{}, null, false],
    ['x', 'x', true],
    ['1', 1, false],
    [{ toString: undefined }, {}, true],
    [{}, { constructor: 1 }, false],
  ])('%j equals %j: %s', (one, other, same) => {
    expect(isSame(one, other)).toBe(same)
  })
})
