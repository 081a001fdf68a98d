/** How the events of a payment change its context: each value is set once. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, pay, reported, wordsOf } from '../../given.ts'

const on = (time: string) => ({ at: `2026-03-${time}T10:00:00Z` })
const instant = (time: string) => ({ at: `2026-03-${time}T10:00:00.0000000Z`, timed: true })
const stage = (time: string, amount: number | null = null) => ({ ...instant(time), amount })
const applied = (...events: readonly DomainEvent[]) => given(sepaPayment, ...events).context

describe('a payment', () => {
  test('takes its ids, method and amount from its first event, and keeps them', () => {
    const names = { currency: 'EUR', sourceId: 'src_1', customerId: 'cus_1' }
    const others = { currency: 'USD', sourceId: 'src_2', customerId: 'cus_2' }
    const first = reported(
      'payment_pending',
      { ...pay, ...names, amount: 1000, commandId: 'c-1' },
      on('01'),
    )
    const second = reported('payment_captured', { ...pay, ...others, amount: 900 }, on('02'))
    expect(applied(first, second)).toMatchObject({
      ...pay,
      ...names,
      amount: 1000,
      presented: stage('01', 1000),
      // money in another currency is never added
      captured: { ...stage('02'), reports: [instant('02')] },
    })
  })

  test.each(
    wordsOf(`
    payment_pending payment_declined payment_canceled payment_captured refund_requested
    payment_refund_pending payment_refunded payment_refund_declined payment_chargeback
`),
  )('takes its ids from %s alone', (type) => {
    const names = { ...pay, currency: 'EUR', sourceId: 'src_1', customerId: 'cus_1' }
    expect(applied(reported(type, { ...names, actionId: 'act_1' }))).toMatchObject(names)
  })

  test('takes from a reversal its ids, but not the amount', () => {
    const lost = reported('payment_chargeback', { ...pay, actionId: 'act_1' }, on('03'))
    const names = { currency: 'EUR', sourceId: 'src_1', customerId: 'cus_1' }
    const won = reported('chargeback_reversed', { ...pay, ...names, actionId: 'act_1' }, on('04'))
    expect(applied(lost, won)).toMatchObject({ ...names, amount: null })
  })

  test('takes its amount from what it was made with, and from no other message', () => {
    for (const type of ['payment_declined', 'payment_canceled', 'payment_captured']) {
      expect(applied(reported(type, { ...pay, amount: 900 })).amount).toBeNull()
      const pending = reported('payment_pending', { ...pay, amount: 1000 })
      expect(applied(pending, reported(type, { ...pay, amount: 900 })).amount).toBe(1000)
    }
    const refunded = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 5 })
    expect(applied(refunded).amount).toBeNull()
  })
})

describe('a taking', () => {
  const lost = (data: object, time = '03') =>
    reported('payment_chargeback', { ...pay, amount: 400, ...data }, on(time))

  test('is stored by its action with its amount and reason, and when it was given back', () => {
    const taken = { disputeId: null, reason: 'MD06', taken: stage('03', 400) }
    const first = lost({ actionId: 'act_1', reason: 'MD06' })
    expect(applied(first).takings).toEqual({ act_1: { ...taken, givenBack: null } })
    const won = reported(
      'chargeback_reversed',
      { ...pay, actionId: 'act_1', amount: 400 },
      on('04'),
    )
    expect(applied(first, won).takings).toEqual({
      act_1: { ...taken, givenBack: stage('04', 400) },
    })
  })
})
