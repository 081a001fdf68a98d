/** How the events of a payment change its context: each value is set once. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'

const pay = { paymentId: 'pay_1' }
const on = (time: string) => ({ at: `2026-03-${time}T10:00:00Z` })
const instant = (time: string) => ({ at: `2026-03-${time}T10:00:00.0000000Z`, timed: true })
const stage = (time: string, ...amounts: readonly number[]) => ({
  ...instant(time),
  amounts,
})
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
      commandId: 'c-1',
      presented: stage('01', 1000),
      captured: { ...stage('02'), isForeign: true, reports: [instant('02')] },
    })
  })

  test.each([
    'payment_pending',
    'payment_declined',
    'payment_canceled',
    'payment_captured',
    'refund_requested',
    'payment_refund_pending',
    'payment_refunded',
    'payment_refund_declined',
    'payment_chargeback',
  ])('takes its ids from %s alone', (type) => {
    const names = { ...pay, currency: 'EUR', sourceId: 'src_1', customerId: 'cus_1' }
    expect(applied(reported(type, { ...names, actionId: 'act_1' }))).toMatchObject(names)
  })

  test('takes from a reversal its ids, but not the amount', () => {
    const lost = reported('payment_chargeback', { ...pay, actionId: 'act_1' }, on('03'))
    const names = { currency: 'EUR', sourceId: 'src_1', customerId: 'cus_1' }
    const won = reported('chargeback_reversed', { ...pay, ...names, actionId: 'act_1' }, on('04'))
    expect(applied(lost, won)).toMatchObject({ ...names, amount: null })
  })

  test('takes its amount from its end, unless it was known', () => {
    for (const type of ['payment_declined', 'payment_canceled']) {
      expect(applied(reported(type, { ...pay, amount: 900 })).amount).toBe(900)
      const pending = reported('payment_pending', { ...pay, amount: 1000 })
      expect(applied(pending, reported(type, { ...pay, amount: 900 })).amount).toBe(1000)
    }
    const expired = reported('payment_expired', { ...pay, amount: 900 })
    expect(given(ticketPayment, expired).context).toMatchObject({
      amount: 900,
      ended: { how: 'expired' },
    })
  })

  test('does not take its amount from its capture, nor from a refund', () => {
    const captured = reported('payment_captured', { ...pay, amount: 900 })
    const refunded = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 5 })
    expect(applied(captured, refunded).amount).toBe(null)
  })

  test('keeps its first end', () => {
    const both = [
      reported('payment_declined', pay, on('03')),
      reported('payment_canceled', pay, on('02')),
    ]
    expect(applied(...both).ended).toEqual({ how: 'canceled', ...instant('02') })
  })

  test('has the day of its debit, and what snapshots showed', () => {
    const captured = reported(
      'payment_captured',
      { ...pay, amount: 5, debitDate: '2026-03-04' },
      on('02'),
    )
    expect(applied(captured)).toMatchObject({
      captured: { reports: [{ ...instant('02'), debitDate: '2026-03-04' }] },
      partlyRefundedSeen: false,
      fullyRefundedSeen: false,
    })
    const seen = (status: string) =>
      applied(captured, reported('state_observed', { ...pay, status }, { id: 'evt_s' }))
    expect(seen('partially_refunded')).toMatchObject({
      partlyRefundedSeen: true,
      fullyRefundedSeen: false,
    })
    expect(seen('refunded')).toMatchObject({ partlyRefundedSeen: false, fullyRefundedSeen: true })
  })
})

describe('a refund', () => {
  test('is stored stage by stage, each with its amount', () => {
    const at = (type: string, time: string, amount?: number) =>
      reported(
        type,
        { ...pay, actionId: 'act_1', ...(amount !== undefined && { amount }) },
        on(time),
      )
    const { refunds } = applied(
      at('refund_requested', '03'),
      at('payment_refund_pending', '04', 400),
      at('payment_refunded', '05', 300),
      at('payment_refund_declined', '06', 200),
    )
    expect(refunds).toEqual({
      act_1: {
        asked: stage('03'),
        pending: stage('04', 400),
        refunded: stage('05', 300),
        declined: stage('06', 200),
      },
    })
  })
})

describe('a chargeback', () => {
  test('is stored with its amount and reason, and with the part won back', () => {
    const lost = reported(
      'payment_chargeback',
      { ...pay, actionId: 'act_1', amount: 400, reason: 'MD06' },
      on('03'),
    )
    const reports = [{ voice: 'chargeback', actionId: 'act_1', ...instant('03') }]
    const names = { reports, disputeId: null }
    expect(applied(lost).chargebacks).toEqual({
      act_1: {
        ...names,
        reason: 'MD06',
        chargedBack: stage('03', 400),
        reversed: null,
      },
    })
    const won = reported(
      'chargeback_reversed',
      { ...pay, actionId: 'act_1', amount: 300 },
      on('04'),
    )
    expect(applied(lost, won).chargebacks).toEqual({
      act_1: {
        ...names,
        reason: 'MD06',
        chargedBack: stage('03', 400),
        reversed: stage('04', 300),
      },
    })
  })
})

describe('a ticket', () => {
  test('has the times at which its capture began and it was requested', () => {
    const all = [
      reported('payment_pending', pay, on('01')),
      reported('payment_capture_pending', { ...pay, currency: 'ARS' }, on('02')),
    ]
    expect(given(ticketPayment, ...all).context).toMatchObject({
      presented: stage('01'),
      capturePending: instant('02'),
      currency: 'ARS',
    })
  })
})
