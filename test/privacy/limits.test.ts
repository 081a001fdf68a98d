/** The limits of amounts: the last that is kept, and the first that is not. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readDelivery } from '../read-delivery.ts'

const captured = (data: object) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: '2026-03-02T10:05:00Z',
  body: { id: 'evt_1', type: 'payment_captured', data: { id: 'pay_1', ...data } },
})

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
