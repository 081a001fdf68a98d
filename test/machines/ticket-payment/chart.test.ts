import { describe, expect, test } from 'vitest'
import { ticketPayment } from '../../../machines/index.ts'
import { paymentSums } from '../../../machines/payment/sums.ts'
import { fine, given, pay, refusedBy, reported, summary } from '../../given.ts'

const pending = reported(
  'payment_pending',
  {
    ...pay,
    amount: 1000,
    currency: 'ARS',
    integrationType: 'direct',
    providerOrderId: 'order-1',
    providerPaymentId: 'payment-1',
    ticketExpiresAt: '2026-03-05T23:59:00',
    providerName: 'pago_facil',
    riskFlagged: false,
  },
  { at: '2026-03-01T10:00:00Z' },
)
const fact = (type: string, at: string, more: object = {}) =>
  reported(type, { ...pay, ...more }, { at })
const capturePending = (at = '2026-03-02T10:00:00Z') => fact('payment_capture_pending', at)
const captured = (at = '2026-03-03T10:00:00Z') => fact('payment_captured', at, { amount: 1000 })
const expired = (at = '2026-03-06T03:00:00Z') => fact('payment_expired', at)
const declined = (at = '2026-03-01T11:00:00Z') => fact('payment_declined', at)
const refund = (type: string, actionId: string, amount: number, at = '2026-03-10T10:00:00Z') =>
  fact(type, at, { actionId, amount })
const asked = (amount: number, more: object = {}) =>
  fact('refund_requested', '2026-03-11T10:00:00Z', { commandId: 'c-9', amount, ...more })
const on = (...events: ReturnType<typeof reported>[]) => given(ticketPayment, ...events)
const paid = [pending, captured()]

describe('a ticket payment', () => {
  test('is pending, then perhaps capture pending, and then captured, expired or declined', () => {
    expect(summary(on())).toEqual(fine('none'))
    expect(summary(on(pending))).toEqual(fine('pending'))
    expect(summary(on(pending, capturePending()))).toEqual(fine('capture_pending'))
    expect(summary(on(pending, capturePending(), captured()))).toEqual(fine('captured'))
    expect(summary(on(...paid))).toEqual(fine('captured'))
    expect(summary(on(pending, expired()))).toEqual(fine('expired'))
    expect(summary(on(pending, declined()))).toEqual(fine('declined'))
    expect(summary(on(declined()))).toEqual(fine('declined'))
    expect(summary(on(pending, capturePending(), declined('2026-03-03T10:00:00Z')))).toEqual(
      fine('declined'),
    )
    expect(summary(on(pending, capturePending(), expired()))).toEqual(fine('expired'))
  })

  test.each([
    ['payment_capture_pending', capturePending(), 'capture_pending'],
    ['payment_captured', captured(), 'captured'],
    ['payment_expired', expired(), 'expired'],
    ['refund_requested', asked(100), 'captured'],
    ['payment_refund_pending', refund('payment_refund_pending', 'act_1', 100), 'captured'],
    ['payment_refunded', refund('payment_refunded', 'act_1', 100), 'partially_refunded'],
    ['payment_refund_declined', refund('payment_refund_declined', 'act_1', 100), 'captured'],
  ])('with only %s reported has lost a message', (_, event, status) => {
    expect(summary(on(event))).toEqual({ status, findings: ['missingPredecessor'], parked: [] })
  })

  test('refunded without a reported capture was captured, whatever else is reported', () => {
    const whole = refund('payment_refunded', 'act_1', 1000)
    for (const end of [expired('2026-03-05T10:00:00Z'), declined(), capturePending()]) {
      expect(summary(on(pending, end, whole))).toEqual({
        status: 'refunded',
        findings: ['missingPredecessor'],
        parked: [],
      })
    }
  })

  test('that was paid after it expired is captured, late', () => {
    const paidAt = (at: string) =>
      summary(on(pending, expired('2026-03-03T09:00:00Z'), captured(at)))
    expect(paidAt('2026-03-03T09:01:00.0000001Z')).toEqual({
      status: 'captured',
      findings: ['lateCapture'],
      parked: [],
    })
    // within the tolerance nobody knows which came first; the end was received before the money
    expect(paidAt('2026-03-03T09:01:00Z')).toEqual(fine('captured'))
  })

  test('that expired before its capture began stays capture pending, late', () => {
    const at = (on: string) => summary(given(ticketPayment, pending, capturePending(), expired(on)))
    expect(at('2026-03-02T09:58:59.9999999Z')).toEqual({
      status: 'capture_pending',
      findings: ['lateCapture'],
      parked: [],
    })
    expect(at('2026-03-02T09:59:00Z')).toEqual(fine('expired'))
    const taken = on(pending, capturePending(), expired('2026-03-02T09:00:00Z'), captured())
    expect(summary(taken)).toEqual({ status: 'captured', findings: ['lateCapture'], parked: [] })
  })

  test('that was paid after it was declined is captured, with a finding', () => {
    const found = (finding: string) => ({ status: 'captured', findings: [finding], parked: [] })
    expect(summary(on(pending, declined(), captured()))).toEqual(found('moneyAfterEnd'))
    const tolerated = declined('2026-03-03T09:59:00Z')
    expect(summary(on(pending, tolerated, captured()))).toEqual(fine('captured'))
  })

  test('reported as expired after it was captured stays captured', () => {
    expect(summary(on(...paid, expired()))).toEqual({
      status: 'captured',
      findings: ['Superseded'],
      parked: [],
    })
  })

  test('may be refunded in parts, years later, up to what was captured', () => {
    const first = refund('payment_refunded', 'act_1', 400)
    expect(summary(on(...paid, first))).toEqual(fine('partially_refunded'))
    const years = refund('payment_refunded', 'act_2', 600, '2029-03-10T10:00:00Z')
    expect(summary(on(...paid, first, years))).toEqual(fine('refunded'))
    expect(refusedBy(ticketPayment, on(...paid, first), asked(600))).toEqual([])
    expect(refusedBy(ticketPayment, on(...paid, first), asked(601))).toEqual(['withinNet'])
    expect(refusedBy(ticketPayment, on(...paid, first), asked(0))).toEqual(['withinNet'])
    const over = refund('payment_refunded', 'act_2', 601)
    expect(summary(on(...paid, first, over)).findings.toSorted()).toEqual([
      'MoreThanCaptured',
      'NegativeNet',
      'withinCaptured',
    ])
  })

  test('whose refund is declined is as it was before, and may be refunded again', () => {
    const failed = [
      refund('payment_refund_pending', 'act_1', 400),
      refund('payment_refund_declined', 'act_1', 400),
    ]
    const state = on(...paid, ...failed)
    expect(summary(state)).toEqual(fine('captured'))
    expect(refusedBy(ticketPayment, state, asked(1000))).toEqual([])
    const whole = refund('payment_refunded', 'act_2', 1000)
    const again = refund('payment_refund_declined', 'act_3', 5, '2026-03-12T10:00:00Z')
    expect(summary(on(...paid, whole, again))).toEqual(fine('refunded'))
    const part = refund('payment_refunded', 'act_2', 300)
    expect(summary(on(...paid, part, again))).toEqual(fine('partially_refunded'))
  })

  test('that is charged back has lost the money, though no bank can take cash back', () => {
    const strange = reported('payment_chargeback', { ...pay, actionId: 'act_1', amount: 1000 })
    expect(summary(on(...paid, strange))).toEqual({
      status: 'captured',
      findings: ['notOfTickets'],
      parked: [],
    })
  })

  test('has its provider’s ids, expiry, name and risk, and sums', () => {
    const { context } = on(...paid)
    expect(context).toMatchObject({
      providerOrderId: 'order-1',
      providerPaymentId: 'payment-1',
      integrationType: 'direct',
      ticketExpiresAt: '2026-03-05T23:59:00',
      providerName: 'pago_facil',
      riskFlagged: false,
    })
    expect(paymentSums(context)).toMatchObject({ captured: 1000, net: 1000, currency: 'ARS' })
  })

  test('accepts, before anything is known, no command but to begin', () => {
    const alone = (event: ReturnType<typeof fact>) => refusedBy(ticketPayment, on(), event)
    expect(alone(pending)).toEqual([])
    expect(alone(declined())).toEqual([])
    const later = [
      capturePending(),
      captured(),
      expired(),
      asked(1),
      refund('payment_refund_pending', 'act_1', 1),
      refund('payment_refunded', 'act_1', 0),
      refund('payment_refunded', 'act_1', 1),
      refund('payment_refunded', 'act_1', 1000),
      refund('payment_refund_declined', 'act_1', 1),
    ]
    for (const event of later) expect(alone(event)).toEqual(['missingPredecessor'])
    const known = given(ticketPayment, pending)
    for (const event of later.slice(3)) {
      expect(refusedBy(ticketPayment, known, event)).toEqual(['noSuchStep'])
    }
  })

  test('that ended keeps its end, reported again or differently', () => {
    const first = declined('2026-03-03T10:00:00Z')
    const second = expired('2026-03-04T10:00:00Z')
    const found = { findings: ['EndsContradict'], parked: [] }
    expect(summary(on(pending, first, second))).toEqual({ status: 'declined', ...found })
    const other = [expired('2026-03-03T10:00:00Z'), declined('2026-03-04T10:00:00Z')]
    expect(summary(on(pending, ...other))).toEqual({ status: 'expired', ...found })
    expect(refusedBy(ticketPayment, on(pending, first), declined('2026-03-05T10:00:00Z'))).toEqual(
      [],
    )
    expect(refusedBy(ticketPayment, on(pending, second), expired('2026-03-05T10:00:00Z'))).toEqual(
      [],
    )
  })

  test('refuses a command to capture late, but not a report of it', () => {
    const late = captured('2026-03-07T10:00:00Z')
    expect(refusedBy(ticketPayment, on(pending, expired()), late)).toEqual(['lateCapture'])
    expect(refusedBy(ticketPayment, on(pending, declined()), late)).toEqual(['moneyAfterEnd'])
    const early = expired('2026-03-02T09:00:00Z')
    expect(refusedBy(ticketPayment, on(pending, capturePending()), early)).toEqual(['lateCapture'])
    const tick = expired('2026-03-02T09:59:59.9999999Z')
    expect(refusedBy(ticketPayment, on(pending, capturePending()), tick)).toEqual(['lateCapture'])
    const together = expired('2026-03-02T10:00:00Z')
    expect(refusedBy(ticketPayment, on(pending, capturePending()), together)).toEqual([])
  })

  test('refunded in another currency, or beyond what was captured, has findings', () => {
    // nothing tells how much of the payment it was
    const strange = on(...paid, asked(1, { currency: 'EUR' }))
    expect(summary(strange).findings).toEqual(['sameCurrency', 'OtherCurrency', 'Unbound'])
    const over = refund('payment_refunded', 'act_1', 1001)
    expect(refusedBy(ticketPayment, on(...paid), over)).toEqual(['withinCaptured'])
    const part = refund('payment_refunded', 'act_2', 300)
    const beyond = refund('payment_refunded', 'act_1', 701)
    expect(refusedBy(ticketPayment, on(...paid, part), beyond)).toEqual(['withinCaptured'])
    expect(summary(on(...paid, asked(5000))).findings).toEqual(['RefundAtRisk', 'MoreThanCaptured'])
  })

  test('without a known amount accepts no command that it was refunded', () => {
    const nameless = on(
      fact('payment_pending', '2026-03-01T10:00:00Z'),
      fact('payment_captured', '2026-03-02T10:00:00Z'),
    )
    const done = refund('payment_refunded', 'act_1', 5)
    expect(refusedBy(ticketPayment, nameless, done)).toEqual(['notKnown'])
  })
})
