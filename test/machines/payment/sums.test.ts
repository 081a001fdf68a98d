/** The sums of a payment's money, also with unknown amounts. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { paymentSums } from '../../../machines/payment/sums.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, pay, reported } from '../../given.ts'

const pending = reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR' })
const captured = reported('payment_captured', { ...pay, amount: 1000 })
const action = (type: string, actionId: string, amount?: number, at = '2026-03-03T10:00:00Z') =>
  reported(type, { ...pay, actionId, ...(amount !== undefined && { amount }) }, { at })
const refunded = (actionId: string, amount?: number) => action('payment_refunded', actionId, amount)
const asked = (actionId: string, amount?: number) => action('refund_requested', actionId, amount)
const lost = (actionId: string, amount?: number) => action('payment_chargeback', actionId, amount)
const sums = (...events: readonly DomainEvent[]) =>
  paymentSums(given(sepaPayment, pending, ...events).context)
const of = (captured: number, refunded: number, refunding: number, chargedBack: number) => {
  const net = captured - refunded - refunding - chargedBack
  const back = { refunded, refunding, chargedBack }
  return { currency: 'EUR', amount: 1000, captured, ...back, net, refundable: Math.max(0, net) }
}

describe('the sums of a payment', () => {
  test('are zero before any money came', () => {
    expect(sums()).toEqual(of(0, 0, 0, 0))
    expect(sums(reported('payment_declined', pay))).toEqual(of(0, 0, 0, 0))
  })

  test('are the captured amount, or the payment’s amount if the capture names none', () => {
    expect(sums(reported('payment_captured', { ...pay, amount: 900 }))).toEqual(of(900, 0, 0, 0))
    expect(sums(reported('payment_captured', pay))).toEqual(of(1000, 0, 0, 0))
  })

  test('count nothing as captured while no capture is known: nothing is refundable', () => {
    expect(sums(refunded('act_1', 300))).toEqual(of(0, 300, 0, 0))
    expect(sums(asked('act_1', 300))).toEqual(of(0, 0, 300, 0))
    expect(sums(lost('act_1', 300))).toEqual(of(0, 0, 0, 300))
    // a chargeback of an unknown amount is of the payment's, until a capture is known
    expect(sums(lost('act_1'))).toEqual(of(0, 0, 0, 1000))
    expect(sums(reported('payment_captured', { ...pay, amount: 900 }), lost('act_1'))).toEqual(
      of(900, 0, 0, 900),
    )
  })

  test('count several captures, each by its action id', () => {
    const capture = (actionId: string, amount: number) =>
      reported('payment_captured', { ...pay, actionId, amount })
    expect(sums(capture('act_1', 1000), capture('act_2', 900))).toEqual(of(1900, 0, 0, 0))
  })

  test('count refunds by their status', () => {
    const failed = action('payment_refund_declined', 'act_3', 100)
    const begun = action('payment_refund_pending', 'act_4', 50)
    expect(sums(captured, refunded('act_1', 300), asked('act_2', 200), failed, begun)).toEqual(
      of(1000, 300, 250, 0),
    )
  })

  test('count of a refund what was done, else what was begun, else what was asked for', () => {
    const begun = action('payment_refund_pending', 'act_1', 200)
    expect(sums(captured, asked('act_1', 300))).toEqual(of(1000, 0, 300, 0))
    expect(sums(captured, asked('act_1', 300), begun)).toEqual(of(1000, 0, 200, 0))
    expect(sums(captured, asked('act_1', 300), begun, refunded('act_1', 100))).toEqual(
      of(1000, 100, 0, 0),
    )
    expect(sums(captured, asked('act_1', 300), refunded('act_1'))).toEqual(of(1000, 300, 0, 0))
  })

  test('count a refund as nothing while nothing names its amount, which is a doubt', () => {
    expect(sums(captured, refunded('act_9'))).toEqual(of(1000, 0, 0, 0))
    const state = given(sepaPayment, pending, captured, refunded('act_9'))
    expect(state.findings.map(({ code }) => code)).toContain('Unbound')
  })

  test('have nothing refundable in doubt', () => {
    const { context } = given(sepaPayment, pending, captured, refunded('act_1', 300))
    expect(paymentSums(context, false)).toEqual(of(1000, 300, 0, 0))
    expect(paymentSums(context, true)).toEqual({ ...of(1000, 300, 0, 0), refundable: 0 })
  })

  test('leave out the given refund', () => {
    const all = [captured, refunded('act_1', 300), asked('act_2', 700)]
    const { context } = given(sepaPayment, pending, ...all)
    expect(paymentSums(context, false, 'act_2')).toEqual(of(1000, 300, 0, 0))
    expect(paymentSums(context, false, 'act_1')).toEqual(of(1000, 0, 700, 0))
    expect(paymentSums(context)).toEqual(of(1000, 300, 700, 0))
  })

  test('are unknown while no message names an amount, except those that are named', () => {
    const nameless = [reported('payment_pending', pay), reported('payment_captured', pay)]
    const { context } = given(sepaPayment, ...nameless, refunded('act_1', 300), lost('act_2'))
    expect(paymentSums(context)).toEqual({
      currency: 'EUR',
      amount: null,
      captured: null,
      refunded: 300,
      refunding: 0,
      chargedBack: 0,
      net: null,
      refundable: null,
    })
  })
})
