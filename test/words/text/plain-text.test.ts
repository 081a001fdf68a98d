/** Open texts and identifiers: their alphabet, their length, and what they never are. */
import * as E from 'fp-ts/lib/Either.js'
import type * as t from 'io-ts'
import { describe, expect, test } from 'vitest'
import {
  ActionId,
  CustomerId,
  DisputeId,
  PaymentId,
  SourceId,
} from '../../../machines/words/payment-names.ts'
import { SessionId } from '../../../machines/words/session-names.ts'
import { firstProblem } from '../../../src/words/data/unreadable-input.ts'
import { CommandId, PlainText, plain } from '../../../src/words/text/plain-text.ts'
import { takesOnly } from '../data/takes-only.ts'

const long = (length: number): string => 'a'.repeat(length)

takesOnly(
  'the codec of open texts',
  PlainText,
  ['a', 'Z', '0', 'ORD-5023-4E89', 'az.AZ_09:/#+-', long(80)],
  [
    ...['', long(81), '-a', '.a', '_a', '#a', 'a b', 'a\n', 'a\t', 'a@b.c', 'a,b', 'a"b', 'a\\b'],
    ...['a%b', 'é', 'a\ud800', '4111111111111111', '4111-1111-1111-1111', 'ref:BE68539007547034'],
    ...[null, 1, true, ['a'], {}],
  ],
)

describe('an open text', () => {
  test('is absent if it may not be kept', () => {
    expect(['a', long(81), 'a b', undefined].map(plain)).toEqual(['a', ...Array(3).fill(undefined)])
  })

  test('that is refused says why, and not what it is', () => {
    const signs =
      'a text not made of letters, digits and . _ : / # + - with a letter or digit first'
    const digits = 'use a UUID, or put letters between the digits'
    const found = (input: string) =>
      E.mapLeft((all: t.Errors) => firstProblem(all).found)(PlainText.decode(input))
    expect([long(81), 'a b', '-a'].map(found)).toEqual(
      ['a text of 81 characters', signs, signs].map(E.left),
    )
    expect(['4111111111111111', 'ref:BE68539007547034'].map(found)).toEqual(
      ['a card number', 'the number of an account'].map((what) =>
        E.left(`a text that could be ${what}: ${digits}`),
      ),
    )
  })

  test('that could be a secret says so, whatever digits it has', () => {
    const secret = 'a text that could be a secret key or a token: use a UUID'
    for (const key of [`sk_live_${long(12)}`, 'sk_test_4111111111111111', `eyJ${long(7)}.a`]) {
      for (const codec of [PlainText, CommandId]) {
        const read: E.Either<t.Errors, string> = codec.decode(key)
        expect(E.mapLeft((all: t.Errors) => firstProblem(all).found)(read)).toEqual(E.left(secret))
      }
    }
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
  const begun = (rests: readonly string[]) => rests.map((rest) => `${prefix}_${rest}`)
  takesOnly(
    'its codec',
    codec as t.Type<unknown, unknown, unknown>,
    begun(['6thh5vhggyjudgzfznx2fkuede', 'A', '0', long(64), '4111111111111112']),
    begun([
      ...['', long(65), 'a_b', 'a-b', 'a b', 'a\n', 'é', '4111111111111111'],
      ...['BE68539007547034', 'be68539007547034'],
    ]),
  )

  test('has only that prefix', () => {
    const others = [`x${prefix}_a`, `${prefix}a`, `${prefix.toUpperCase()}_a`, 'evt_a', 'a', null]
    expect(others.filter((other) => codec.is(other))).toEqual([])
  })

  test('is named after its prefix', () => {
    expect(codec.name).toBe(`${prefix === 'act' ? 'an' : 'a'} ${prefix}_ identifier`)
  })
})
