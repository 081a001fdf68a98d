/** HMAC-SHA256: the published examples, and agreement of the two implementations. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as chosen from '#hmac'
import * as anywhere from '../../../src/words/hash/hmac.ts'
import * as inNode from '../../../src/words/hash/hmac-node.ts'
import { forAll } from '../../for-all.ts'

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

const repeated = (byte: number, count: number): Uint8Array => new Uint8Array(count).fill(byte)

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

/** RFC 4231, those test cases whose keys are UTF-8 text. */
const PUBLISHED: readonly (readonly [string, string, Uint8Array, string])[] = [
  [
    'case 1',
    '\u000b'.repeat(20),
    utf8('Hi There'),
    'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
  ],
  [
    'case 2',
    'Jefe',
    utf8('what do ya want for nothing?'),
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  ],
  [
    'case 4',
    String.fromCharCode(...Array.from({ length: 25 }, (_, index) => index + 1)),
    repeated(0xcd, 50),
    '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
  ],
]

describe.each([
  ['of Node.js', inNode],
  ['in plain JavaScript', anywhere],
])('the HMAC-SHA256 %s', (_, { hmac, equal }) => {
  test.each(PUBLISHED)('equals that of the standard: %s', (_name, key, data, expected) => {
    expect(hex(hmac(key, data))).toBe(expected)
  })

  test('compares bytes by length and content', () => {
    const bytes = utf8('as long as each other')
    expect(equal(bytes, Uint8Array.from(bytes))).toBe(true)
    expect(equal(bytes, bytes.subarray(1))).toBe(false)
    expect(equal(bytes.subarray(1), bytes)).toBe(false)
    expect(equal(new Uint8Array(), new Uint8Array())).toBe(true)
    for (const index of bytes.keys()) {
      expect(equal(bytes, bytes.with(index, (bytes[index] ?? 0) ^ 1))).toBe(false)
    }
  })
})

describe('the two', () => {
  test('agree about any key, even without a UTF-8 form or longer than a block, and any bytes', () => {
    const keys = fc
      .array(fc.nat({ max: 0xffff }), { maxLength: 100 })
      .map((codes) => String.fromCharCode(...codes))
    forAll({}, [keys, fc.uint8Array({ maxLength: 300 })], (key, bytes) => {
      const made = inNode.hmac(key, bytes)
      expect(hex(anywhere.hmac(key, bytes))).toBe(hex(made))
      expect(made.constructor).toBe(Uint8Array)
    })
  })

  test('agree about which bytes are equal', () => {
    const few = fc.uint8Array({ maxLength: 3, max: 1 })
    forAll({}, [few, few], (a, b) => {
      expect(anywhere.equal(a, b)).toBe(inNode.equal(a, b))
      expect(inNode.equal(a, b)).toBe(hex(a) === hex(b))
    })
  })

  test('are selected by the package: here it is that of Node.js', () => {
    expect(chosen.hmac).toBe(inNode.hmac)
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object }
    expect(imports).toMatchObject({
      '#hmac': {
        node: './dist/src/words/hash/hmac-node.js',
        default: './dist/src/words/hash/hmac.js',
      },
    })
  })
})
