/** The limits: what an open field keeps and what it refuses, side by side. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readEvents } from '../provider/read/given.ts'
import { readDelivery } from '../read-delivery.ts'

const RECEIVED = '2026-03-02T10:05:00Z'

const captured = (data: object) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: RECEIVED,
  body: { id: 'evt_1', type: 'payment_captured', data: { id: 'pay_1', ...data } },
})

const referenceOf = (reference: string): unknown => {
  const [only] = readEvents(readDelivery(captured({ reference })))
  return only === undefined || !('reference' in only.event.data)
    ? undefined
    : only.event.data.reference
}

const statusOf = (status: string): unknown => {
  const body = { id: 'pay_1', status }
  const [only] = readEvents(
    readDelivery({
      kind: 'response',
      receivedAt: RECEIVED,
      endpoint: 'getPayment',
      status: 200,
      body,
    }),
  )
  return only === undefined || !('status' in only.event.data) ? undefined : only.event.data.status
}

test.each([
  ['a word', 'Lovelace', 'Ada Lovelace'],
  ['words that a hyphen joins', 'Ada-Lovelace', 'Ada\u00a0Lovelace'],
  ['a domain', 'lovelace.example', 'ada@lovelace.example'],
  ['digits without a check digit', '4242424242424241', '4242424242424242'],
  ['fewer digits than a card has', '42424242424', '4242 4242 4242 4242'],
  ['an account number with wrong check digits', 'NL92ABNA0417164300', 'DE89370400440532013000'],
  ['one that no country has', 'ZZ91ABNA0417164300', 'de89-3704-0044-0532-0130-00'],
  ['the number of a document', '20-31415926-5', 'DNI 20-31415926-5'],
  ['a phone number without a plus', '442079460958', '+442079460958'],
])('a reference that is %s is kept; its counterpart is not', (_, kept, refused) => {
  expect(referenceOf(kept)).toBe(kept)
  expect(referenceOf(refused)).toBeUndefined()
})

test.each([
  ['one word', 'Lovelace', 'lovelace', 'Ada Lovelace', 'other'],
  ['words that a hyphen joins', 'Ada-Lovelace', 'ada_lovelace', 'Ada\tLovelace', 'other'],
  [
    'one of the provider’s names with a blank',
    'Card Verified',
    'card_verified',
    'Card Holder',
    'other',
  ],
  ['eleven digits', '42424242424', '42424242424', '4242424242424242', undefined],
])(
  'a status that is %s is kept as it is spelt; its counterpart is not',
  (_, kept, as, strange, readEvents) => {
    expect(statusOf(kept)).toBe(as)
    expect(statusOf(strange)).toBe(readEvents)
  },
)

describe('an amount', () => {
  test('has at most nine digits: a longer number, such as that of a card, is not kept', () => {
    const amountOf = (amount: unknown): unknown => {
      const reading = readDelivery(captured({ amount }))
      return E.isRight(reading) && reading.right[0]?.event.data
    }
    for (const amount of [999_999_999, '999999999'])
      expect(amountOf(amount)).toEqual({ paymentId: 'pay_1', amount: 999_999_999 })
    for (const amount of [1_000_000_000, '1000000000', 4_242_424_242_424_242, '4242424242424242'])
      expect(amountOf(amount)).toEqual({ name: 'payment_captured', path: 'data.amount' })
  })

  test('of a balance is left out if it is longer', () => {
    const balances = (total_captured: number) =>
      readDelivery(captured({ amount: 1, balances: { total_captured } }))
    expect(JSON.stringify(balances(999_999_999))).toContain('"captured":999999999')
    expect(JSON.stringify(balances(4_242_424_242_424_242))).not.toContain('captured":')
  })
})
