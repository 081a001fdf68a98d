/** The sums of a payment's money, also with unknown amounts. */
import { describe, expect, test } from 'vitest'
import { paymentSums, refundStatus, sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'

const pay = { paymentId: 'pay_1' }
const pending = reported('payment_pending', { ...pay, amount: 1000, currency: 'EUR' })
const captured = reported('payment_captured', { ...pay, amount: 1000 })
const action = (type: string, actionId: string, amount?: number) =>
  reported(type, { ...pay, actionId, ...(amount !== undefined && { amount }) })
const refunded = (actionId: string, amount?: number) => action('payment_refunded', actionId, amount)
const asked = (actionId: string, amount?: number) => action('refund_requested', actionId, amount)
const lost = (actionId: string, amount?: number) => action('payment_chargeback', actionId, amount)
const won = (actionId: string, amount?: number) => action('chargeback_reversed', actionId, amount)
const sums = (...events: readonly DomainEvent[]) =>
  paymentSums(given(sepaPayment, pending, ...events).context)
const of = (captured: number, refunded: number, refunding: number, chargedBack: number) => ({
  currency: 'EUR',
  amount: 1000,
  captured,
  refunded,
  refunding,
  chargedBack,
  net: captured - refunded - refunding - chargedBack,
  netAtWorst: captured - refunded - refunding - chargedBack,
})

describe('the sums of a payment', () => {
  test('are zero before any money came', () => {
    expect(sums()).toEqual(of(0, 0, 0, 0))
    expect(sums(reported('payment_declined', pay))).toEqual(of(0, 0, 0, 0))
  })

  test('are the captured amount, or the payment’s amount if the capture names none', () => {
    expect(sums(reported('payment_captured', { ...pay, amount: 900 }))).toEqual(of(900, 0, 0, 0))
    expect(sums(reported('payment_captured', pay))).toEqual(of(1000, 0, 0, 0))
  })

  test('count the payment’s amount as captured if money went back, but nothing at worst', () => {
    const unsure = (sums: object) => ({ ...sums, netAtWorst: null })
    expect(sums(refunded('act_1', 300))).toEqual(unsure(of(1000, 300, 0, 0)))
    expect(sums(asked('act_1', 300))).toEqual(unsure(of(1000, 0, 300, 0)))
    expect(sums(lost('act_1', 300))).toEqual(unsure(of(1000, 0, 0, 300)))
    expect(sums(lost('act_1', 1))).toEqual(unsure(of(1000, 0, 0, 1)))
    expect(sums(lost('act_1'))).toEqual(unsure(of(1000, 0, 0, 1000)))
    expect(sums(captured, lost('act_1', 1))).toEqual(of(1000, 0, 0, 1))
  })

  test('count refunds by their status', () => {
    const failed = action('payment_refund_declined', 'act_3', 100)
    const begun = action('payment_refund_pending', 'act_4', 50)
    expect(sums(captured, refunded('act_1', 300), asked('act_2', 200), failed, begun)).toEqual(
      of(1000, 300, 250, 0),
    )
  })

  test('count a refund without an amount as everything that the others left', () => {
    const named = [refunded('act_1', 200), asked('act_2', 300), lost('act_3', 100)]
    // at worst they left as much as if the chargeback had come afterwards
    const worst = { netAtWorst: -100 }
    const [all, open] = [of(1000, 600, 300, 100), of(1000, 200, 700, 100)]
    expect(sums(captured, ...named, refunded('act_9'))).toEqual({ ...all, ...worst })
    expect(sums(captured, ...named, asked('act_9'))).toEqual({ ...open, ...worst })
    const both = [refunded('act_8'), asked('act_9')]
    expect(sums(captured, ...named, ...both)).toEqual({ ...all, ...worst })
    expect(sums(captured, refunded('act_1', 1200), refunded('act_9'))).toEqual(of(1000, 1200, 0, 0))
  })

  test('leave out the given refund', () => {
    const { context } = given(
      sepaPayment,
      pending,
      captured,
      refunded('act_1', 300),
      asked('act_2'),
    )
    expect(paymentSums(context, undefined, undefined, 'act_2')).toEqual(of(1000, 300, 0, 0))
    expect(paymentSums(context, undefined, undefined, 'act_1')).toEqual(of(1000, 0, 700, 0))
    expect(paymentSums(context)).toEqual(of(1000, 300, 700, 0))
  })

  test('count the part of a chargeback that was not won back', () => {
    expect(sums(captured, lost('act_1', 400), won('act_1', 300))).toEqual(of(1000, 0, 0, 100))
    expect(sums(captured, lost('act_1', 400), won('act_1'))).toEqual(of(1000, 0, 0, 0))
    expect(sums(captured, lost('act_1', 400), won('act_1', 500))).toEqual(of(1000, 0, 0, 0))
    expect(sums(captured, lost('act_1'), won('act_1', 300))).toEqual(of(1000, 0, 0, 700))
    expect(sums(lost('act_1'), won('act_1', 300))).toMatchObject({ chargedBack: 700, net: 300 })
    expect(sums(captured, lost('act_1', 400), lost('act_2', 100))).toEqual(of(1000, 0, 0, 500))
  })

  test('count nothing for a reversal whose chargeback is not reported yet', () => {
    const { context } = given(sepaPayment, pending, captured, lost('act_1', 400), won('act_1', 300))
    const { act_1: both } = context.chargebacks
    if (both === undefined) return expect.unreachable()
    const chargebacks = { act_1: { ...both, chargedBack: null } }
    expect(paymentSums({ ...context, chargebacks }).chargedBack).toBe(0)
  })

  test('are unknown while no message names an amount, except those that are named', () => {
    const nameless = [reported('payment_pending', pay), reported('payment_captured', pay)]
    const { context } = given(sepaPayment, ...nameless, refunded('act_1', 300), refunded('act_2'))
    expect(paymentSums(context)).toEqual({
      currency: 'EUR',
      amount: null,
      captured: null,
      refunded: 300,
      refunding: 0,
      chargedBack: 0,
      net: null,
      netAtWorst: null,
    })
    const unnamed = given(sepaPayment, ...nameless, refunded('act_2'))
    expect(paymentSums(unnamed.context)).toMatchObject({
      captured: null,
      refunded: 0,
      net: null,
    })
    const disputed = given(sepaPayment, ...nameless, lost('act_1'))
    expect(paymentSums(disputed.context)).toMatchObject({ chargedBack: 0, net: null })
  })
})

describe('a refund', () => {
  const at = (text: string) => ({ at: text as never, timed: true, amounts: [] })
  const status = (refunded: string | null, declined: string | null) =>
    refundStatus({
      asked: null,
      pending: null,
      refunded: refunded === null ? null : at(refunded),
      declined: declined === null ? null : at(declined),
    })

  test('is open, refunded or declined by its latest stage; declined if both have the same time', () => {
    expect(status(null, null)).toBe('open')
    expect(status('a', null)).toBe('refunded')
    expect(status(null, 'a')).toBe('declined')
    expect(status('b', 'a')).toBe('refunded')
    expect(status('a', 'a')).toBe('declined')
    expect(status('a', 'b')).toBe('declined')
  })
})
