/** What a payment leaves open: refunds that only a snapshot showed, a mandate that nobody named. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { Event } from '../../../src/event/envelope.ts'
import { given, told } from '../../given.ts'

const pay = { paymentId: 'pay_1' }
const paid = [
  told(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
    { id: 'evt_p', at: '2026-03-01T10:00:00Z' },
  ),
  told('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_c', at: '2026-03-02T10:00:00Z' }),
]
const refunded = (amount: number) =>
  told('payment_refunded', { ...pay, actionId: 'act_1', amount }, { at: '2026-03-04T10:00:00Z' })
const shown = (data: object) =>
  told(
    'state_observed',
    { ...pay, ...data },
    { id: 'evt_s', at: '2026-03-09T10:00:00Z', source: 'response' },
  )

describe('a payment asks', () => {
  const asks = (...events: readonly Event[]) =>
    given(sepaPayment, ...events).asks.map(({ because }) => because)
  const refunds = (seen: string, known = '0.00 EUR') =>
    `A snapshot showed ${seen} refunded, refunds are known for ${known}.`
  const mandate = 'Nobody has told which mandate the payment was made on.'

  test('which refunds they were, as long as a snapshot showed more than are known', () => {
    const all = shown({ status: 'refunded' })
    const part = shown({ status: 'partially_refunded' })
    expect(asks(...paid, all)).toEqual([refunds('all of it')])
    expect(asks(...paid, all, refunded(999))).toEqual([refunds('all of it', '9.99 EUR')])
    expect(asks(...paid, all, refunded(1000))).toEqual([])
    expect(asks(...paid, part)).toEqual([refunds('a part of it')])
    const counted = shown({ status: 'partially_refunded', balances: { refunded: 7 } })
    expect(asks(...paid, counted)).toEqual([refunds('0.07 EUR')])
    expect(asks(...paid, part, refunded(1))).toEqual([])
    expect(asks(...paid, shown({ status: 'captured' }))).toEqual([])
  })

  test('goes on asking when a later snapshot shows less', () => {
    const all = shown({ status: 'refunded' })
    const later = told(
      'state_observed',
      { ...pay, status: 'captured' },
      { id: 'evt_t', at: '2026-03-10T10:00:00Z', source: 'response' },
    )
    expect(asks(...paid, all, later)).toEqual([refunds('all of it')])
  })

  test('which refunds they were where nobody named an amount', () => {
    const nameless = [
      told('payment_pending', { ...pay, sourceId: 'src_1' }),
      told('payment_captured', pay),
    ]
    expect(asks(...nameless, shown({ status: 'refunded' }))).toEqual([
      refunds('all of it', '0 minor units'),
    ])
  })

  test('which mandate it was made on, once anything is known', () => {
    expect(asks()).toEqual([])
    expect(asks(told('payment_pending', pay))).toEqual([mandate])
    expect(asks(told('payment_pending', { ...pay, sourceId: 'src_1' }))).toEqual([])
    expect(asks(told('payment_declined', pay))).toEqual([mandate])
  })
})
