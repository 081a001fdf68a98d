/** Whether a webhook comes from the provider, according to its signature. */
import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { verifySignature } from '../../../src/provider/read/signature.ts'
import { explainBadSignature } from '../../../src/words/message-errors.ts'
import { forAll } from '../../for-all.ts'

/** RFC 4231, test case 1: its key has 20 bytes, and none is a letter. */
const STANDARD = {
  key: '\u000b'.repeat(20),
  data: 'Hi There',
  signature: 'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
}

const SECRET_KEY = 'sk_test_1b2c3d4e-5f60-4718-92a3-b4c5d6e7f809'
const WEBHOOK_KEY = 'b7e1f0d2-9c83-4a56-8d17-2f3e4a5b6c7d'

const BODY = '{"id":"evt_harbour1","type":"payment_captured","data":{"id":"pay_harbour1"}}'

const sign = (body: string | Uint8Array, key: string): string =>
  createHmac('sha256', key).update(body).digest('hex')

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

const verdict = (
  body: string | Uint8Array,
  header: string | readonly string[] | undefined,
  keys: readonly string[],
): string => {
  const raw = typeof body === 'string' ? bytes(body) : body
  const verified = verifySignature(raw, header, keys)
  return E.isLeft(verified) ? verified.left.because : 'right'
}

describe('a signature', () => {
  test('equals that of the standard', () => {
    const { data, signature, key } = STANDARD
    expect(verifySignature(bytes(data), signature, [key])).toEqual(E.right(bytes(data)))
    expect(verdict(data, signature, [`${key}\u000b`])).toBe('wrong')
  })

  test('is compared with every key, in any order', () => {
    const keys = [SECRET_KEY, WEBHOOK_KEY, 'the-key-before-this', 'Schlüsselbunde!']
    for (const key of keys) {
      expect(verdict(BODY, sign(BODY, key), keys)).toBe('right')
      expect(verdict(BODY, sign(BODY, key), [...keys].reverse())).toBe('right')
      expect(
        verdict(
          BODY,
          sign(BODY, key),
          keys.filter((each) => each !== key),
        ),
      ).toBe('wrong')
    }
  })

  test('is right over any bytes with any key that made it, and only with that', () => {
    forAll(
      {},
      [
        fc.uint8Array({ maxLength: 200 }),
        fc.string({ minLength: 16, unit: 'binary', maxLength: 100 }),
        fc.string({ minLength: 16, unit: 'grapheme', maxLength: 20 }),
      ],
      (body, key, other) => {
        expect(verifySignature(body, sign(body, key), [other, key])).toEqual(E.right(body))
        fc.pre(sign(body, key) !== sign(body, other))
        expect(verdict(body, sign(body, key), [other])).toBe('wrong')
      },
    )
  })

  test('covers every byte: a changed, missing or additional one makes it wrong', () => {
    const raw = bytes(BODY)
    const signature = sign(raw, WEBHOOK_KEY)
    expect(verdict(raw, signature, [WEBHOOK_KEY])).toBe('right')
    for (const [index, byte] of raw.entries())
      expect(verdict(raw.with(index, byte ^ 1), signature, [WEBHOOK_KEY])).toBe('wrong')
    expect(verdict(raw.slice(1), signature, [WEBHOOK_KEY])).toBe('wrong')
    expect(verdict(raw.slice(0, -1), signature, [WEBHOOK_KEY])).toBe('wrong')
    expect(verdict(Uint8Array.of(...raw, 0x0a), signature, [WEBHOOK_KEY])).toBe('wrong')
  })

  test('is wrong if any one of its digits is', () => {
    const signature = sign(BODY, WEBHOOK_KEY)
    for (const [index, digit] of [...signature].entries()) {
      const other = (Number.parseInt(digit, 16) ^ 1).toString(16)
      const damaged = signature.slice(0, index) + other + signature.slice(index + 1)
      expect(verdict(BODY, damaged, [WEBHOOK_KEY])).toBe('wrong')
    }
  })

  test('returns the verified bytes', () => {
    const raw = bytes(BODY)
    const verified = verifySignature(raw, sign(raw, WEBHOOK_KEY), [WEBHOOK_KEY])
    expect(E.isRight(verified) && verified.right).toBe(raw)
  })
})

describe('what hosts hand over', () => {
  const signature = sign(BODY, WEBHOOK_KEY)
  const raw = bytes(BODY)
  const keys = [WEBHOOK_KEY]
  const of = (body: unknown, header: unknown, all: unknown): string =>
    verdict(body as string, header as string, all as readonly string[])

  test('is bytes of any kind', () => {
    const long = bytes(`..${BODY}..`)
    for (const body of [
      raw,
      Buffer.from(BODY),
      raw.buffer,
      new DataView(raw.buffer),
      new Uint8Array(long.buffer, 2, raw.length),
      new DataView(long.buffer, 2, raw.length),
    ]) {
      expect(of(body, signature, keys)).toBe('right')
    }
  })

  test.each([[null], [undefined], [{}], [JSON.parse(BODY)], [7], [[BODY]], [[...raw]]])(
    'is no body if it is neither: %j',
    (body) => {
      expect(of(body, signature, keys)).toBe('noBytes')
    },
  )

  test('is a header of `Headers`, of Node, or none', () => {
    const headers = new Headers({ 'Cko-Signature': signature })
    expect(of(BODY, headers.get('cko-signature'), keys)).toBe('right')
    expect(of(BODY, new Headers().get('cko-signature'), keys)).toBe('missing')
    expect(of(BODY, [signature, signature], keys)).toBe('right')
    for (const header of [null, undefined, [], ['']]) expect(of(BODY, header, keys)).toBe('missing')
    for (const header of [7, {}, [7], [[signature]], [null], true]) {
      expect(of(BODY, header, keys)).toBe('malformed')
    }
  })

  test('is no key if any of them is unset', () => {
    const unset = [[''], ['', WEBHOOK_KEY], [WEBHOOK_KEY, ''], [' '], ['undefined']]
    const others = [
      undefined,
      null,
      [],
      [undefined],
      [WEBHOOK_KEY, undefined],
      [7],
      {},
      WEBHOOK_KEY,
    ]
    for (const all of [...unset, ...others, ['null', WEBHOOK_KEY]]) {
      for (const header of [signature, undefined, 'x']) {
        expect([all, of(BODY, header, all)]).toEqual([all, 'noKey'])
      }
    }
  })
})

describe('the header of a signature', () => {
  const signature = sign(BODY, WEBHOOK_KEY)
  const other = sign(BODY, SECRET_KEY)
  const verdictOf = (header: string | readonly string[] | undefined): string =>
    verdict(BODY, header, [WEBHOOK_KEY])

  test.each([signature.toUpperCase(), ` ${signature}\t`, signature.replace(/[a-f]/, 'B')])(
    'has digits of either case, with or without blanks around it: %j',
    (header) => {
      const right = header.trim().toLowerCase() === signature
      expect(verdictOf(header)).toBe(right ? 'right' : 'wrong')
    },
  )

  test.each([undefined, '', ' ', ',', ' , ', [], [''], ['', ' ']])('is missing as %j', (header) => {
    expect(verdictOf(header)).toBe('missing')
  })

  test.each([
    signature.slice(1),
    signature.slice(0, -1),
    signature.slice(0, 32),
    `${signature}0`,
    signature + signature,
    `g${signature.slice(1)}`,
    `sha256=${signature}`,
    `0x${signature.slice(2)}`,
    Buffer.from(signature, 'hex').toString('base64'),
    `${signature.slice(0, 32)} ${signature.slice(32)}`,
    `${signature}\n${signature}`,
    `${signature};${signature}`,
    'x',
  ])('is malformed as %j', (header) => {
    expect(verdictOf(header)).toBe('malformed')
  })

  test.each([
    [[signature, signature], 'right'],
    [[signature.toUpperCase(), signature], 'right'],
    [`${signature},${signature}`, 'right'],
    [`${signature}, ${signature}`, 'right'],
    [[`${signature}, ${signature}`, signature], 'right'],
    [[signature], 'right'],
    [`,${signature},`, 'right'],
    [[signature, ''], 'right'],
    [[signature, other], 'wrong'],
    [[other, signature], 'wrong'],
    [`${signature},${other}`, 'wrong'],
    [`${other},${signature}`, 'wrong'],
    [[other, other], 'wrong'],
    [[signature, 'x'], 'malformed'],
    [['x', signature], 'malformed'],
    [`${signature},x`, 'malformed'],
    [[other, 'x'], 'malformed'],
  ])('that is repeated must be right each time: %j is %s', (header, expected) => {
    expect(verdictOf(header)).toBe(expected)
  })

  test('may be repeated, each time made with another key in use', () => {
    expect(verdict(BODY, [signature, other], [SECRET_KEY, WEBHOOK_KEY])).toBe('right')
    expect(verdict(BODY, `${other},${signature}`, [SECRET_KEY, WEBHOOK_KEY])).toBe('right')
  })
})

test.each([
  ['0123456789abcdef', '0123456789abcde'],
  ['üüüüüüüü', 'üüüüüüü'],
  [' '.repeat(16), ' '.repeat(15)],
])('a key has at least 16 bytes: %j, and not %j', (key, short) => {
  expect(verdict(BODY, sign(BODY, key), [key])).toBe('right')
  expect(verdict(BODY, sign(BODY, short), [short])).toBe('noKey')
})

test('an invalid signature is an error value with a sentence for a person', () => {
  expect(verifySignature(bytes(BODY), 'x', [WEBHOOK_KEY])).toEqual(
    E.left({ error: 'BadSignature', because: 'malformed' }),
  )
  const sentences = (['noKey', 'missing', 'malformed', 'wrong'] as const).map((because) =>
    explainBadSignature({ error: 'BadSignature', because }),
  )
  expect(sentences).toEqual([
    'There is no key to verify signatures with, or one is not a key of at least 16 bytes.',
    'The message carries no signature.',
    'The signature is not 64 hexadecimal digits.',
    'The signature was made with another key, or over other bytes.',
  ])
})
