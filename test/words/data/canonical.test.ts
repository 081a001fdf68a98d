/** One text for one value: the published examples, and laws. @spec sources#rfc-8785 */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonical, canonicalText, type Json } from '../../../src/words/data/canonical.ts'
import { forAll } from '../../for-all.ts'

const double = (bits: string): number => {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${bits}`))
  return view.getFloat64(0)
}

describe('a canonical text', () => {
  test('of the sample object equals that of the standard, byte for byte', () => {
    const sample: Json = JSON.parse(`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`)
    const bytes =
      '7b 22 6c 69 74 65 72 61 6c 73 22 3a 5b 6e 75 6c 6c 2c 74 72 75 65 2c 66 61 6c 73 65 5d 2c ' +
      '22 6e 75 6d 62 65 72 73 22 3a 5b 33 33 33 33 33 33 33 33 33 2e 33 33 33 33 33 33 33 2c 31 ' +
      '65 2b 33 30 2c 34 2e 35 2c 30 2e 30 30 32 2c 31 65 2d 32 37 5d 2c 22 73 74 72 69 6e 67 22 ' +
      '3a 22 e2 82 ac 24 5c 75 30 30 30 66 5c 6e 41 27 42 5c 22 5c 5c 5c 5c 5c 22 2f 22 7d'
    expect(Buffer.from(canonicalText(sample)).toString('hex')).toBe(bytes.replaceAll(' ', ''))
  })

  test('has its keys in the order of the standard', () => {
    const sample: Json = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(canonical(sample)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control",' +
        '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",' +
        '"\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('writes the number %s of the standard as %s', (bits, expected) => {
    expect(canonical(double(bits))).toBe(expected)
  })

  test('sorts keys inside lists and inside objects, and keeps lists as they are', () => {
    expect(canonical({ b: [{ d: 1, c: 2 }, 3, 1], a: { z: null, y: [] }, B: {} })).toBe(
      '{"B":{},"a":{"y":[],"z":null},"b":[{"c":2,"d":1},3,1]}',
    )
  })

  test('leaves out keys without a value', () => {
    expect(canonical({ b: undefined, a: 1, c: undefined })).toBe('{"a":1}')
    expect(canonical({ a: undefined })).toBe('{}')
  })

  test('escapes control characters, quotation marks and backslashes, and nothing else', () => {
    expect(canonical('\b\t\n\f\r\u0000\u001f"\\/\u007f\u2028é')).toBe(
      '"\\b\\t\\n\\f\\r\\u0000\\u001f\\"\\\\/\u007f\u2028é"',
    )
  })

  test('keeps a key that is an inherited property name', () => {
    const parsed: Json = JSON.parse('{"toString":1,"__proto__":2,"constructor":3}')
    expect(canonical(parsed)).toBe('{"__proto__":2,"constructor":3,"toString":1}')
  })
})

describe('what JSON cannot hold', () => {
  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const deep = Array.from({ length: 100_000 }).reduce((inner: unknown) => [inner], 1)
  const getter = Object.defineProperty({}, 'a', {
    enumerable: true,
    get: () => {
      throw new Error('no')
    },
  })

  test.each([
    ['no number', Number.NaN],
    ['a number without end', Number.POSITIVE_INFINITY],
    ['one below every number', Number.NEGATIVE_INFINITY],
    ['the first half of a pair', '\ud83d'],
    ['the second half of a pair', 'a\ude00b'],
    ['two halves in the wrong order', '\ude00\ud83d'],
    ['nothing', undefined],
    ['a function', () => 1],
    ['a symbol', Symbol('a')],
    ['a big number', 1n],
    ['a list with itself', cyclic],
    ['a list in lists, 100,000 deep', deep],
    ['a field that throws', getter],
    ['a hole', Array(2)],
  ])('has no canonical text: %s, alone, in a list and in a field', (_, value) => {
    expect([canonical(value), canonical([1, value]), canonical({ b: { a: value } })]).toEqual([
      null,
      null,
      value === undefined ? '{"b":{}}' : null,
    ])
  })

  test('has none as the name of a field', () => {
    expect(canonical({ '\ud83d': 1 })).toBe(null)
    expect(canonical({ '\ud83d\ude00': '\ud83d\ude00' })).toBe('{"\ud83d\ude00":"\ud83d\ude00"}')
  })
})

describe('a value with two ways to each of its parts', () => {
  /** A value of so many levels, the leaf of which counts how often it is read. */
  const doubled = (levels: number) => {
    let reads = 0
    let value: object = {
      get leaf() {
        reads += 1
        return 'é'
      },
    }
    for (let level = 0; level < levels; level += 1)
      value = level % 2 ? [value, value] : { a: value, b: value }
    return { value, reads: () => reads }
  }

  test('has the text of its copy, in which nothing is shared', () => {
    const { value, reads } = doubled(14)
    const copy: Json = JSON.parse(JSON.stringify(value))
    const before = reads()
    expect(before).toBe(2 ** 14)
    expect(canonical(value)).toBe(canonical(copy))
    expect(reads() - before).toBeLessThan(1000)
  })

  test('is looked at about once, however many the ways are', () => {
    for (const levels of [15, 20, 40, 400]) {
      const { value, reads } = doubled(levels)
      const text = canonical(value)
      expect(reads()).toBeLessThan(1000)
      expect(text === null).toBe(levels > 20)
    }
  })

  test('has none if that would be longer than any engine can hold', () => {
    const part = 'a'.repeat(2 ** 20)
    // the brackets and marks around 256 parts take 769 more than the parts do
    const last = part.slice(769 - 3)
    expect(canonical(Array(255).fill(part))?.length).toBe(255 * (2 ** 20 + 3) + 1)
    expect(canonical([...Array(255).fill(part), last, last])).toBe(null)
  })
})

describe('the canonical form', () => {
  const keys = fc.constantFrom('a', 'b', 'B', '1', '10', '2', 'é', '\ud83d\ude00', '\ufb33')
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<Json>(null, true, 0, -1.5, 1e21, '', 'a'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(keys, tie('json'), { maxKeys: 4, noNullPrototype: true }),
    ),
  }))

  const reversed = (value: Json): Json => {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(reversed)
    const members = Object.entries(value).toReversed()
    return Object.fromEntries(members.map(([key, member]) => [key, reversed(member as Json)]))
  }

  test('reads back as the same value', () => {
    forAll({}, [json], (value) => {
      expect(JSON.parse(canonicalText(value))).toEqual(value)
    })
  })

  test('depends on the value alone, not on the order of keys', () => {
    forAll({}, [json], (value) => {
      expect(canonical(reversed(value))).toBe(canonical(value))
    })
  })

  test('is the same for equal values and for no others', () => {
    forAll(500, [json, json], (a, b) => {
      expect(canonical(a) === canonical(b)).toBe(isDeepStrictEqual(a, b))
    })
  })
})
