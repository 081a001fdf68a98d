/** Closed sets of names: each complete, and without others. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { MandateType } from '../../../machines/words/mandate-names.ts'
import { Method } from '../../../machines/words/payment-names.ts'
import { Channel, Mode, NextAction } from '../../../machines/words/session-names.ts'

const SETS = [
  [Mode, ['non_hosted', 'hosted']],
  [Channel, ['browser', 'app', 'merchant_initiated']],
  [
    NextAction,
    [
      ...'redirect_cardholder collect_channel_data'.split(' '),
      ...'issuer_fingerprint challenge_cardholder complete'.split(' '),
    ],
  ],
  [MandateType, ['single', 'recurring']],
  [Method, ['sepa', 'ticket', 'other']],
] as const

describe('the names of', () => {
  test.each(SETS)('$name are these and no others', (codec, names) => {
    expect(Object.keys(codec.keys)).toEqual(names)
    for (const name of names) expect(codec.decode(name)).toEqual(E.right(name))
  })

  test.each(SETS)('$name do not include other spellings and other kinds', (codec, [first]) => {
    const others = [first.toUpperCase(), `${first} `, '', 'toString', '__proto__', null, 0, [first]]
    for (const other of others) expect(E.isLeft(codec.decode(other))).toBe(true)
  })
})
