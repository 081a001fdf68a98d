/** Given, when and outcome: for tests of your own, with any runner. */
import { ticketPayment } from 'payfold/machines'
import { given, outcome, reported, when } from 'payfold/testing'
import { describe, expect, test } from 'vitest'

const pay = { paymentId: 'pay_1' }
const pending = reported('payment_pending', { ...pay, amount: 1000, currency: 'ARS' })
const captured = reported('payment_captured', { ...pay, amount: 1000 })
const asked = (amount: number) =>
  reported('refund_requested', { ...pay, amount, commandId: 'refund-1' }, { source: 'request' })

describe('given a ticket payment', () => {
  test('that is pending, when it is captured, it is captured', () => {
    expect(outcome(when(given(ticketPayment, pending), captured))).toEqual({
      status: 'captured',
      findings: [],
      parked: [],
      refused: [],
    })
  })

  test('that is captured, when too much is requested back, refuses it and does not change', () => {
    const paid = given(ticketPayment, pending, captured)
    const refused = when(paid, asked(1001))
    expect(outcome(refused)).toMatchObject({ status: 'captured', refused: ['withinNet'] })
    expect(refused.state).toBe(paid.state)
    expect(outcome(when(refused, asked(1000))).refused).toEqual([])
  })

  test('for which something strange is reported records it, with a finding or parked', () => {
    const nothing = given(ticketPayment)
    expect(outcome(when(nothing, captured)).findings).toEqual(['missingPredecessor'])
    const strange = reported('payment_canceled', pay)
    expect(outcome(when(nothing, strange)).parked).toEqual(['NotOfThisLifecycle'])
  })
})

describe('an event in few words', () => {
  test('is a report of a time in March, received at once, with an id from its content', () => {
    expect(captured).toEqual({
      type: 'payment_captured',
      data: { paymentId: 'pay_1', amount: 1000 },
      metadata: {
        eventId: 'evt_payment_captured_paymentIdpay1amount1000',
        occurredAt: '2026-03-02T10:00:00Z',
        recordedAt: '2026-03-02T10:00:00Z',
        source: 'report',
        schema: 1,
      },
    })
  })

  test('may have its own time, time of receipt, id and source', () => {
    const stamp = {
      at: null,
      recordedAt: '2026-03-03T10:00:00Z',
      id: 'evt_1',
      source: 'response',
    } as const
    const claimed = '2026-03-04T10:00:00Z'
    expect(reported('payment_captured', pay, { ...stamp, claimed }).metadata).toEqual({
      eventId: 'evt_1',
      occurredAt: null,
      recordedAt: '2026-03-03T10:00:00Z',
      source: 'response',
      schema: 1,
      claimedAt: claimed,
    })
    expect(reported('payment_captured', pay, { at: null }).metadata.recordedAt).toBe(
      '2026-03-02T10:00:00Z',
    )
  })
})
