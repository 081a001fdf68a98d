/** Open texts and identifiers: their alphabet, their length, and what they never are. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  ActionId,
  CustomerId,
  DisputeId,
  PaymentId,
  SourceId,
} from '../../../machines/words/payment-names.ts'
import { SessionId } from '../../../machines/words/session-names.ts'
import { PlainText, plain } from '../../../src/words/text/plain-text.ts'

const long = (length: number): string => 'a'.repeat(length)

describe('an open text', () => {
  test.each(['a', 'Z', '0', 'ORD-5023-4E89', 'az.AZ_09:/#+-', long(80)])('may be %s', (input) => {
    expect(PlainText.decode(input)).toEqual(E.right(input))
    expect(PlainText.encode(input as PlainText)).toBe(input)
    expect(plain(input)).toBe(input)
  })

  test.each([
    '',
    long(81),
    '-a',
    '.a',
    '_a',
    '#a',
    'a b',
    'a\n',
    'a\t',
    'a@b.c',
    'a,b',
    'a"b',
    'a\\b',
    'a%b',
    'é',
    'a\ud800',
    '4111111111111111',
    '4111-1111-1111-1111',
    'ref:BE68539007547034',
  ])('may not be %j', (input) => {
    expect(PlainText.is(input)).toBe(false)
    expect(E.isLeft(PlainText.decode(input))).toBe(true)
    expect(plain(input)).toBeUndefined()
  })

  test.each([null, 1, true, ['a'], {}])('is a text, not %j', (input) => {
    expect(PlainText.is(input)).toBe(false)
  })

  test('stays absent if it is absent', () => {
    expect(plain(undefined)).toBeUndefined()
  })

  test('allows every character it names and no other of ASCII', () => {
    const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
    const allowed = ascii.filter((character) => PlainText.is(`a${character}`)).join('')
    expect(allowed).toBe('#+-./0123456789:ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz')
    const first = ascii.filter((character) => PlainText.is(`${character}a`)).join('')
    expect(first).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  })
})

describe.each([
  ['pay', PaymentId],
  ['act', ActionId],
  ['dsp', DisputeId],
  ['src', SourceId],
  ['cus', CustomerId],
  ['sid', SessionId],
] as const)('an identifier that begins with %s_', (prefix, codec) => {
  test.each(['6thh5vhggyjudgzfznx2fkuede', 'A', '0', long(64), '4111111111111112'])(
    'may go on with %s',
    (rest) => {
      const input = `${prefix}_${rest}`
      expect(codec.decode(input)).toEqual(E.right(input))
    },
  )

  test.each([
    '',
    long(65),
    'a_b',
    'a-b',
    'a b',
    'a\n',
    'é',
    '4111111111111111',
    'BE68539007547034',
    'be68539007547034',
  ])('may not go on with %j', (rest) => {
    expect(codec.is(`${prefix}_${rest}`)).toBe(false)
    expect(E.isLeft(codec.decode(`${prefix}_${rest}`))).toBe(true)
  })

  test('has only that prefix', () => {
    const others = [`x${prefix}_a`, `${prefix}a`, `${prefix.toUpperCase()}_a`, 'evt_a', 'a', null]
    expect(others.filter((other) => codec.is(other))).toEqual([])
  })

  test('is named after its prefix', () => {
    expect(codec.name).toBe(`${prefix === 'act' ? 'an' : 'a'} ${prefix}_ identifier`)
  })
})
