/** The names of streams: four kinds, each with its own ids. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import {
  kindOfStream,
  mandateStream,
  paymentStream,
  Stream,
  sessionStream,
  unknownStream,
} from '../../src/words/stream.ts'
import type { PaymentId, SessionId, SourceId, Text } from '../../src/words/text.ts'

const long = (length: number): string => 'a'.repeat(length)

describe("a stream's name", () => {
  test.each([
    ['session', sessionStream('sid_1' as SessionId), 'session-sid_1'],
    ['payment', paymentStream('pay_1' as PaymentId), 'payment-pay_1'],
    ['mandate', mandateStream('src_1' as SourceId), 'mandate-src_1'],
    ['unknown', unknownStream('evt_a-b:c' as Text), 'unknown-evt_a-b:c'],
  ])('of a %s is its kind and its id', (kind, stream, name) => {
    expect(stream).toBe(name)
    expect(Stream.decode(name)).toEqual(E.right(name))
    expect(Stream.encode(stream)).toBe(name)
    expect(kindOfStream(stream)).toBe(kind)
  })

  test.each([
    `payment-pay_${long(64)}`,
    `unknown-${long(80)}`,
    'unknown-payment-pay_1',
    'mandate-src_A0',
  ])('may be %s', (name) => {
    expect(Stream.is(name)).toBe(true)
  })

  test.each([
    '',
    'payment',
    'payment-',
    'payment-pay_',
    `payment-pay_${long(65)}`,
    'payment-pay_a-b',
    'payment-pay_1\n',
    'payment-src_1',
    'mandate-pay_1',
    'session-pay_1',
    'Payment-pay_1',
    'refund-act_1',
    ' payment-pay_1',
    'xpayment-pay_1',
    'unknown-',
    `unknown-${long(81)}`,
    'unknown-4111111111111111',
    'unknown-a b',
    null,
    1,
  ])('may not be %j', (name) => {
    expect(Stream.is(name)).toBe(false)
    expect(E.isLeft(Stream.decode(name))).toBe(true)
  })

  test.each(['payment-pay_', 'session-sid_', 'mandate-src_'])(
    'holds no card number that the identifier after %s may not hold',
    (begin) => {
      expect(Stream.is(`${begin}4111111111111112`)).toBe(true)
      expect(Stream.is(`${begin}4111111111111111`)).toBe(false)
    },
  )
})
