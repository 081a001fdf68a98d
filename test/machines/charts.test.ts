/** The charts as XState runs them alone: they allow what a command may do. */
import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, initialTransition, transition } from 'xstate'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import { pay, reported, sid, src } from '../given.ts'

const step = (type: string, data: object, entityId = '') => ({ ...reported(type, data), entityId })

const paid = [
  step('payment_pending', { ...pay, amount: 1000, currency: 'EUR' }),
  step('payment_captured', pay),
]
const ticketPaid = [
  step('payment_pending', { ...pay, amount: 1000, currency: 'ARS' }),
  step('payment_captured', pay),
]
const refund = (amount: number) => step('refund_requested', { ...pay, amount }, 'command:c-1')
const presented = (mandateType: string) => [
  step('mandate_created', { ...src, mandateType }),
  step('collection_presented', { ...src, ...pay }, 'pay_1'),
]
const again = step('collection_presented', { ...src, paymentId: 'pay_2' }, 'pay_2')
const created = (mode: string) => [step('session_created', { ...sid, mode })]
const challenged = step('session_challenged', sid)

/** Whether a chart that has taken some events takes one more. */
const takes = (
  chart: AnyStateMachine,
  before: readonly { readonly type: string }[],
  event: { readonly type: string },
): boolean => {
  const [initial] = initialTransition(chart)
  const state = before.reduce((at, each) => transition(chart, at, each)[0], initial)
  return (chart.getTransitionData(state, event) ?? []).length > 0
}

describe('a chart by itself', () => {
  test.each([
    ['a refund of everything', sepaPayment.chart, paid, refund(1000), refund(1001)],
    ['a refund of everything', ticketPayment.chart, ticketPaid, refund(1000), refund(1001)],
  ])('takes %s, and none of more', (_, chart, before, last, first) => {
    expect([takes(chart, before, last), takes(chart, before, first)]).toEqual([true, false])
  })

  test('takes a second payment on a recurring mandate, and none on a single one', () => {
    expect(takes(sepaMandate.chart, presented('recurring'), again)).toBe(true)
    expect(takes(sepaMandate.chart, presented('single'), again)).toBe(false)
  })

  test('takes a challenge before channel data of a hosted session, and of no other', () => {
    expect(takes(session.chart, created('hosted'), challenged)).toBe(true)
    expect(takes(session.chart, created('non_hosted'), challenged)).toBe(false)
  })
})
