/** Webhooks that are no JSON in the one way that the provider is known for. */
import fc from 'fast-check'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { forAll } from '../../for-all.ts'
import { right } from '../../given.ts'

const receivedAt = '2026-03-02T10:00:01Z' as never
const read = (body: string, isVerified = true) => readWebhook({ body, receivedAt, isVerified })

const data = {
  reason: 'Declined',
  session_id: 'sid_1',
  payment_id: 'pay_1',
  amount: '13606',
  currency: 'EUR',
  challenged: true,
  note: 'a, {"b": [1, {}]} "c\\"',
}
const envelope = {
  id: 'evt_1',
  type: 'authentication_failed',
  version: '2.1.0',
  created_on: '2026-03-02T10:00:00.241Z',
}
const whole = JSON.stringify(
  { ...envelope, data, _links: { self: { href: 'https://a.b' } } },
  null,
  2,
)
const broken = (by: string, of = whole): string => of.replace('"data": {', by)

const events = (body: string) => right(read(body)).map(({ event }) => event)

describe('a webhook without "data":', () => {
  test.each([
    ['a broken character in its place', broken('\uFFFD{')],
    ['several of them', broken('\uFFFD\uFFFD\n\uFFFD {')],
    ['nothing in its place', broken('\n{')],
    ['not even the brace', broken('\uFFFD')],
    ['broken characters elsewhere, too', `\uFFFD${broken('\uFFFD{')}\uFFFD`],
    ['on one line', JSON.stringify({ ...envelope, data }).replace('"data":', '\uFFFD')],
  ])('is read with %s, as if it were whole, and says so', (_, body) => {
    const [event, ...more] = events(body)
    const [right] = events(whole)
    expect(more).toEqual([])
    expect(event).toEqual({ ...right, metadata: { ...right?.metadata, repaired: true } })
    expect(event).toMatchObject({ type: 'session_declined', data: { paymentId: 'pay_1' } })
  })

  test('that nobody signed says so, and counts for nothing', () => {
    const events = read(broken('\uFFFD{'), false)
    expect(events).toMatchObject({
      right: [{ event: { metadata: { source: 'unsigned', repaired: true } } }],
    })
  })
})

describe('nothing else is repaired:', () => {
  test('a whole one', () => {
    expect(events(whole)[0]?.metadata).not.toHaveProperty('repaired')
  })

  test.each([
    ['of another type', broken('\uFFFD{').replace('authentication_failed', 'payment_captured')],
    [
      'that only mentions the type',
      broken('\uFFFD{', whole.replace('"authentication_failed"', '"a"')).replace(
        '"version"',
        '"x": "authentication_failed", "version"',
      ),
    ],
    ['with a broken number', whole.replace('"13606"', '136\uFFFD06')],
    ['with a broken number besides', broken('\uFFFD{').replace('"13606"', '136\uFFFD06')],
    ['with a broken word', broken('\uFFFD{').replace('true', 'tr\uFFFDue')],
    ['with data of another name', `${broken('\uFFFD{').slice(0, -2)},"event_data":{}}`],
    ['cut off', whole.slice(0, -2)],
    ['with a name twice', broken('\uFFFD{').replace('"reason"', '"reason": 1, "reason"')],
    ['that has data, and an object without a name', `${whole.slice(0, -2)},{}}`],
  ])('one %s', (_, body) => {
    expect(read(body)).toMatchObject({
      left: { error: 'Unreadable', expected: expect.any(String) },
    })
  })

  test('and whatever is cut out of one, nothing throws, and it is read once or not', () => {
    forAll(500, [fc.nat(whole.length), fc.nat(40)], (from, length) => {
      const result = read(broken('\uFFFD{').slice(0, from) + whole.slice(from + length))
      expect(E.isLeft(result) || result.right.length === 1).toBe(true)
    })
  })

  test('in linear time', () => {
    // one quote after another that a backtracking pattern would read again from each of them
    const quotes = `"authentication_failed"${'"\\'.repeat(200_000)}`
    expect(E.isLeft(read(quotes))).toBe(true)
    expect(E.isLeft(read(`"authentication_failed"${', '.repeat(200_000)}`))).toBe(true)
  })
})
