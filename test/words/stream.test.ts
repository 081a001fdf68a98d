/** The names of streams: a prefix and an id; if a machine has the prefix, only its ids. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { mandateStream } from '../../machines/words/mandate-names.ts'
import type { PaymentId, SourceId } from '../../machines/words/payment-names.ts'
import { paymentStream } from '../../machines/words/payment-names.ts'
import type { SessionId } from '../../machines/words/session-names.ts'
import { sessionStream } from '../../machines/words/session-names.ts'
import { logOf } from '../../src/fold/root.ts'
import { canonicalText, type Json } from '../../src/words/data/canonical.ts'
import { unreadable } from '../../src/words/data/unreadable-input.ts'
import { entityIdOf, prefixOf, Stream, streamOf, unknownStream } from '../../src/words/stream.ts'
import type { PlainText } from '../../src/words/text/plain-text.ts'
import { schema1 } from '../event/fixtures.ts'
import { sealedLine } from '../log/seal.ts'
import { audit, auditor, fromLine, machines } from '../root.ts'

/** Whether a stream name is valid in a log of the four machines. */
const { isStream: isNameHere } = logOf(machines)

/** A valid line, except perhaps for the name of its stream. */
const lineIn = (name: unknown): string => {
  const { event } = schema1[0] ?? {}
  return sealedLine(
    canonicalText({ event, form: 1, previous: null, revision: 0, stream: name } as unknown as Json),
  )
}

const long = (length: number): string => 'a'.repeat(length)

describe("a stream's name", () => {
  test.each([
    ['session', sessionStream('sid_1' as SessionId), 'session-sid_1'],
    ['payment', paymentStream('pay_1' as PaymentId), 'payment-pay_1'],
    ['mandate', mandateStream('src_1' as SourceId), 'mandate-src_1'],
    ['unknown', unknownStream('evt_a-b:c' as PlainText), 'unknown-evt_a-b:c'],
  ])('of a %s is its kind and its id', (kind, stream, name) => {
    expect(stream).toBe(name)
    expect(Stream.decode(name)).toEqual(E.right(name))
    expect(Stream.encode(stream)).toBe(name)
    expect(prefixOf(stream)).toBe(kind)
    expect(streamOf(kind, entityIdOf(stream))).toBe(stream)
    expect(isNameHere(name)).toBe(true)
  })

  test.each([
    `payment-pay_${long(64)}`,
    `unknown-${long(80)}`,
    'unknown-payment-pay_1',
    'mandate-src_A0',
    // of prefixes that no listed machine has
    ...['refund-act_1', 'xpayment-pay_1', `refund-${long(80)}`, 'mandate_change-1'],
  ])('may be %s', (name) => {
    expect(Stream.is(name)).toBe(true)
    expect(isNameHere(name)).toBe(true)
    expect(E.isRight(fromLine(lineIn(name)))).toBe(true)
  })

  test.each([
    'payment-pay_',
    `payment-pay_${long(65)}`,
    'payment-pay_a-b',
    'payment-src_1',
    'mandate-pay_1',
    'session-pay_1',
  ])('may not be %j if a listed machine has its prefix', (name) => {
    expect(isNameHere(name)).toBe(false)
    expect(fromLine(lineIn(name))).toEqual(E.left(unreadable('stream', 'a stream name', name)))
    expect(logOf([]).isStream(name)).toBe(true)
  })

  test('that no machine can have has a finding in an audit, and names no stream', () => {
    for (const name of ['payment-src_1', 'Payment-pay_1', 'payment-']) {
      const { findings, streams, lines } = audit(machines)([lineIn(name)])
      expect(findings).toMatchObject([
        { code: 'Unreadable', line: 1, stream: null, revision: null },
      ])
      expect([streams, lines]).toEqual([[], 1])
      const under = auditor(machines)
      under.line(lineIn(name), { stream: 'payment-pay_1' as Stream, revision: 0 })
      expect(under.report()).toMatchObject({
        findings: [{ code: 'Unreadable', stream: 'payment-pay_1' }],
        size: 0,
        streams: [],
      })
    }
    const { findings: elsewhere } = audit([])([lineIn('payment-src_1')])
    expect(elsewhere.map(({ code }) => code)).toEqual(['NotOfTheseMachines'])
  })

  test.each([
    '',
    'payment',
    'payment-',
    'payment-pay_1\n',
    'Payment-pay_1',
    ' payment-pay_1',
    '-pay_1',
    `${long(41)}-pay_1`,
    'payment1-pay_1',
    `payment-${long(81)}`,
    'unknown-',
    `unknown-${long(81)}`,
    'unknown-4111111111111111',
    'unknown-a b',
    null,
    1,
  ])('may not be %j', (name) => {
    expect(Stream.is(name)).toBe(false)
    expect(E.isLeft(Stream.decode(name))).toBe(true)
    expect(isNameHere(name)).toBe(false)
    expect(fromLine(lineIn(name))).toEqual(E.left(unreadable('stream', 'a stream name', name)))
  })

  test.each(['payment-pay_', 'session-sid_', 'mandate-src_'])(
    'contains no card number, like the identifier after %s',
    (begin) => {
      expect(Stream.is(`${begin}4111111111111112`)).toBe(true)
      expect(Stream.is(`${begin}4111111111111111`)).toBe(false)
    },
  )
})
