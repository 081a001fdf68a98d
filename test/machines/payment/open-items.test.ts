/** What a payment leaves open: refunds that only a snapshot showed, an unknown mandate. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'

const pay = { paymentId: 'pay_1' }
const paid = [
  reported(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
    { id: 'evt_p', at: '2026-03-01T10:00:00Z' },
  ),
  reported(
    'payment_captured',
    { ...pay, amount: 1000 },
    { id: 'evt_c', at: '2026-03-02T10:00:00Z' },
  ),
]
const refunded = (amount: number) =>
  reported(
    'payment_refunded',
    { ...pay, actionId: 'act_1', amount },
    { at: '2026-03-04T10:00:00Z' },
  )
const shown = (data: object) =>
  reported(
    'state_observed',
    { ...pay, ...data },
    { id: 'evt_s', at: '2026-03-09T10:00:00Z', source: 'response' },
  )

describe('a payment leaves open', () => {
  const openItems = (...events: readonly DomainEvent[]) =>
    given(sepaPayment, ...events).openItems.map(({ because }) => because)
  const refunds = (seen: string, known = '0.00 EUR') =>
    `A snapshot showed ${seen} refunded, but the reported refunds add up to ${known}.`
  const mandate = 'No message names the mandate that the payment was made on.'

  test('which refunds they were, as long as a snapshot shows more than were reported', () => {
    const all = shown({ status: 'refunded' })
    const part = shown({ status: 'partially_refunded' })
    expect(openItems(...paid, all)).toEqual([refunds('all of the money')])
    expect(openItems(...paid, all, refunded(999))).toEqual([
      refunds('all of the money', '9.99 EUR'),
    ])
    expect(openItems(...paid, all, refunded(1000))).toEqual([])
    expect(openItems(...paid, part)).toEqual([refunds('part of the money')])
    const counted = shown({ status: 'partially_refunded', balances: { refunded: 7 } })
    expect(openItems(...paid, counted)).toEqual([refunds('0.07 EUR')])
    expect(openItems(...paid, part, refunded(1))).toEqual([])
    expect(openItems(...paid, shown({ status: 'captured' }))).toEqual([])
  })

  test('the same if a later snapshot shows less', () => {
    const all = shown({ status: 'refunded' })
    const later = reported(
      'state_observed',
      { ...pay, status: 'captured' },
      { id: 'evt_t', at: '2026-03-10T10:00:00Z', source: 'response' },
    )
    expect(openItems(...paid, all, later)).toEqual([refunds('all of the money')])
  })

  test('which refunds they were if no message names an amount', () => {
    const nameless = [
      reported('payment_pending', { ...pay, sourceId: 'src_1' }),
      reported('payment_captured', pay),
    ]
    expect(openItems(...nameless, shown({ status: 'refunded' }))).toEqual([
      refunds('all of the money'),
    ])
  })

  test('which mandate it was made on, once any event is known', () => {
    expect(openItems()).toEqual([])
    expect(openItems(reported('payment_pending', pay))).toEqual([mandate])
    expect(openItems(reported('payment_pending', { ...pay, sourceId: 'src_1' }))).toEqual([])
    expect(openItems(reported('payment_declined', pay))).toEqual([mandate])
  })
})
