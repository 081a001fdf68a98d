/** How the events of a payment change its context: each value is set once. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, pay, reported } from '../../given.ts'

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

  test('takes its amount from what it was made with, and from no other message', () => {
    for (const type of ['payment_declined', 'payment_canceled', 'payment_captured']) {
      expect(applied(reported(type, { ...pay, amount: 900 })).amount).toBeNull()
      const pending = reported('payment_pending', { ...pay, amount: 1000 })
      expect(applied(pending, reported(type, { ...pay, amount: 900 })).amount).toBe(1000)
    }
    const refunded = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 5 })
    expect(applied(refunded).amount).toBeNull()
  })

  test('keeps its first end', () => {
    const both = [
      reported('payment_declined', pay, on('03')),
      reported('payment_canceled', pay, on('02')),
    ]
    expect(applied(...both).ended).toEqual({ how: 'canceled', ...instant('02'), amount: null })
  })

  test('has the day of its debit', () => {
    const data = { ...pay, amount: 5, debitDate: '2026-03-04' }
    expect(applied(reported('payment_captured', data, on('02')))).toMatchObject({
      captured: { reports: [{ ...instant('02'), debitDate: '2026-03-04' }] },
    })
  })

  test('has its first capture apart from further ones, which are kept by action id', () => {
    const capture = (actionId: string, amount: number, time: string) =>
      reported('payment_captured', { ...pay, actionId, amount }, on(time))
    const { captured, furtherCaptures } = applied(
      capture('act_2', 900, '03'),
      capture('act_1', 1000, '02'),
    )
    expect(captured).toMatchObject(stage('02', 1000))
    expect(furtherCaptures).toEqual({ act_2: stage('03', 900) })
  })
})

test('a refund is stored stage by stage, each with its amount', () => {
  const at = (type: string, time: string, amount?: number) =>
    reported(type, { ...pay, actionId: 'act_1', ...(amount !== undefined && { amount }) }, on(time))
  const { refunds } = applied(
    at('refund_requested', '03'),
    at('payment_refund_pending', '04', 400),
    at('payment_refunded', '05', 300),
  )
  expect(refunds).toEqual({
    act_1: {
      asked: stage('03'),
      pending: stage('04', 400),
      refunded: stage('05', 300),
      declined: null,
    },
  })
  expect(applied(at('payment_refund_declined', '06', 200)).refunds).toEqual({
    act_1: { asked: null, pending: null, refunded: null, declined: stage('06', 200) },
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

  test('is stored by its dispute if a message names that, and else by its first event', () => {
    const named = lost({ actionId: 'act_1', disputeId: 'dsp_1' })
    expect(Object.keys(applied(named).takings)).toEqual(['dsp_1'])
    const bare = lost({})
    expect(Object.keys(applied(bare).takings)).toEqual([`event:${bare.metadata.eventId}`])
  })
})

test('a ticket has the times at which its capture began and it was requested', () => {
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
