/** SHA-256 and HMAC-SHA-256: the published examples, and agreement of the implementations. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as chosen from '../../../src/words/hash/hash.ts'
import * as anywhere from '../../../src/words/hash/sha256.ts'
import * as inNode from '../../../src/words/hash/sha256-node.ts'
import { forAll } from '../../for-all.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

describe.each([
  ['of Node.js', inNode],
  ['in plain JavaScript', anywhere],
])('the SHA-256 %s', (_, { hash, digest }) => {
  test.each([
    [
      'of an empty text',
      '',
      'e3b0c442 98fc1c14 9afbf4c8 996fb924 27ae41e4 649b934c a495991b 7852b855',
    ],
    [
      'of 24 bits',
      'abc',
      'ba7816bf 8f01cfea 414140de 5dae2223 b00361a3 96177a9c b410ff61 f20015ad',
    ],
    [
      'of 448 bits',
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61 d20638b8 e5c02693 0c3e6039 a33ce459 64ff2167 f6ecedd4 19db06c1',
    ],
    [
      'of 896 bits',
      'abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn' +
        'hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu',
      'cf5b16a7 78af8380 036ce59e 7b049237 0b249b11 e8f07a51 afac4503 7afee9d1',
    ],
    [
      'of a million letters a',
      'a'.repeat(1_000_000),
      'cdc76e5c 9914fb92 81a1c7e2 84d73e67 f1809a48 a497200e 046d39cc c7112cd0',
    ],
    [
      'of the UTF-8 bytes of a text that is not ASCII',
      'Pago Fácil · 60,00 € · 😀',
      '566d96ecdeb73dd4dd45ad7c4da0b4200a94470e3d34b1674fe05dd5cca2ba56',
    ],
  ])('%s equals that of the standard', (_, text, expected) => {
    expect(hash(text)).toBe(expected.replaceAll(' ', ''))
  })

  test('equals that of another implementation', () => {
    forAll({}, [fc.string({ unit: 'binary', maxLength: 200 })], (text) => {
      expect(hash(text)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
    })
  })

  // RFC 4231, cases 1, 2, 4 and 6
  test.each([
    [
      new Uint8Array(20).fill(0x0b),
      utf8('Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    ],
    [
      utf8('Jefe'),
      utf8('what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    ],
    [
      Uint8Array.from({ length: 25 }, (_, index) => index + 1),
      new Uint8Array(50).fill(0xcd),
      '82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b',
    ],
    [
      new Uint8Array(131).fill(0xaa),
      utf8('Test Using Larger Than Block-Size Key - Hash Key First'),
      '60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54',
    ],
  ])('under the key %j equals the HMAC of the standard', (key, data, expected) => {
    expect(digest(data, key)).toBe(expected)
  })
})

describe('the two', () => {
  test('agree even about text without a UTF-8 form', () => {
    const units = fc.array(fc.nat({ max: 0xffff }), { maxLength: 20 })
    forAll({}, [units], (codes) => {
      const text = String.fromCharCode(...codes)
      expect(anywhere.hash(text)).toBe(inNode.hash(text))
    })
  })

  test('agree about any bytes under any key, even one longer than a block, or none', () => {
    const bytes = fc.uint8Array({ maxLength: 300 })
    forAll({}, [bytes, fc.option(bytes)], (data, under) => {
      expect(anywhere.digest(data, under)).toBe(inNode.digest(data, under))
    })
  })

  test('are selected by the package: here it is that of Node.js', () => {
    expect(chosen.hash).toBe(inNode.hash)
    const { imports } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports: object }
    expect(imports).toMatchObject({
      '#sha256': {
        node: './dist/src/words/hash/sha256-node.js',
        default: './dist/src/words/hash/sha256.js',
      },
    })
  })
})
