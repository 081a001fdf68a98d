import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { paymentSums } from '../../../machines/payment/sums.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fine, given, pay, refusedBy, reported, summary } from '../../given.ts'

const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  { at: '2024-01-01T10:00:00Z' },
)
const own = { ...pay, sourceId: 'src_1' }
const captured = (at = '2024-01-02T10:00:00Z', more: object = {}) =>
  reported('payment_captured', { ...own, amount: 1000, ...more }, { at })
const declined = (at = '2024-01-01T12:00:00Z') => reported('payment_declined', own, { at })
const canceled = (at = '2024-01-01T12:00:00Z') => reported('payment_canceled', own, { at })
const refund = (
  stage:
    | 'refund_requested'
    | 'payment_refund_pending'
    | 'payment_refunded'
    | 'payment_refund_declined',
  actionId: string,
  amount?: number,
  at = '2024-01-10T10:00:00Z',
  more: object = {},
) => reported(stage, { ...pay, actionId, ...(amount !== undefined && { amount }), ...more }, { at })
const asked = (amount: number, at = '2024-01-10T10:00:00Z', more: object = {}) =>
  refund('refund_requested', 'act_new', amount, at, more)
const chargeback = (actionId: string, amount?: number, at = '2024-01-20T10:00:00Z') =>
  reported(
    'payment_chargeback',
    { ...pay, actionId, ...(amount !== undefined && { amount }) },
    { at },
  )
const reversed = (more: object = {}, at = '2024-02-20T10:00:00Z') =>
  reported('chargeback_reversed', { ...pay, ...more }, { at })

const paid = [pending, captured()]
const on = (...events: ReturnType<typeof reported>[]) => given(sepaPayment, ...events)

describe('a SEPA payment', () => {
  test('is pending until it is captured, declined or canceled', () => {
    expect(summary(on())).toEqual(fine('none'))
    expect(summary(on(pending))).toEqual(fine('pending'))
    expect(summary(on(...paid))).toEqual(fine('captured'))
    expect(summary(on(pending, declined()))).toEqual(fine('declined'))
    expect(summary(on(declined()))).toEqual(fine('declined'))
    expect(summary(on(pending, canceled()))).toEqual(fine('canceled'))
  })

  test('that was captured or canceled without being pending has lost a message', () => {
    const lost = (status: string) => ({ status, findings: ['missingPredecessor'], parked: [] })
    expect(summary(on(captured()))).toEqual(lost('captured'))
    expect(summary(on(canceled()))).toEqual(lost('canceled'))
  })

  test.each([
    ['refund_requested', refund('refund_requested', 'act_1', 100), 'captured'],
    ['payment_refund_pending', refund('payment_refund_pending', 'act_1', 100), 'captured'],
    ['payment_refunded', refund('payment_refunded', 'act_1', 100), 'partially_refunded'],
    ['payment_refunded in full', refund('payment_refunded', 'act_1', 1000), 'refunded'],
    ['payment_refund_declined', refund('payment_refund_declined', 'act_1', 100), 'captured'],
    ['payment_chargeback', chargeback('act_1', 100), 'captured'],
    ['payment_chargeback in full', chargeback('act_1', 1000), 'charged_back'],
  ])('for which %s is reported has been captured, reported or not', (_, event, status) => {
    for (const before of [[pending], [pending, declined()], [pending, canceled()]]) {
      expect(summary(on(...before, event))).toEqual({
        status,
        findings: ['missingPredecessor'],
        parked: [],
      })
    }
  })

  test('with a refund of an unknown amount is refunded in part, in doubt', () => {
    expect(summary(on(...paid, refund('payment_refunded', 'act_1', 0)))).toEqual({
      ...fine('partially_refunded'),
      findings: ['Unbound'],
    })
  })

  test('keeps its first end', () => {
    const both = [canceled('2024-01-01T12:00:00Z'), declined('2024-01-01T13:00:00Z')]
    const found = { findings: ['EndsContradict'], parked: [] }
    expect(summary(on(pending, ...both))).toEqual({ status: 'canceled', ...found })
    const other = [canceled('2024-01-01T13:00:00Z'), declined('2024-01-01T12:00:00Z')]
    expect(summary(on(pending, ...other))).toEqual({ status: 'declined', ...found })
  })

  test('whose money came after its end is captured, with a finding', () => {
    const at = (on: string) => summary(given(sepaPayment, pending, declined(), captured(on)))
    expect(at('2024-01-01T12:01:00.0000001Z')).toEqual({
      status: 'captured',
      findings: ['moneyAfterEnd'],
      parked: [],
    })
    // within the tolerance nobody knows which came first; the end was received before the money
    expect(at('2024-01-01T12:01:00Z')).toEqual(fine('captured'))
  })

  test('whose end has a time after its capture stays captured, with a finding about the end', () => {
    expect(summary(on(...paid, declined('2024-01-05T10:00:00Z')))).toEqual({
      status: 'captured',
      findings: ['Superseded'],
      parked: [],
    })
  })

  test('with both ends and the money has at most one finding, by whether the money came after both', () => {
    const codes = (first: string, second: string) =>
      summary(on(pending, declined(first), canceled(second), captured('2024-01-02T10:00:00Z')))
        .findings
    expect(codes('2024-01-01T12:00:00Z', '2024-01-02T09:58:59.9999999Z')).toEqual(['moneyAfterEnd'])
    expect(codes('2024-01-01T12:00:00Z', '2024-01-02T09:59:00Z')).toEqual([])
    expect(codes('2024-01-09T12:00:00Z', '2024-01-10T12:00:00Z')).toEqual(['Superseded'])
  })

  test('with one end that has no time is not judged by it, if it was received before the money', () => {
    const untimed = {
      ...canceled(),
      metadata: { ...canceled().metadata, occurredAt: null, recordedAt: '2024-01-01T11:00:00Z' },
    } as DomainEvent
    const events = [declined('2024-01-01T12:00:00Z'), untimed, captured('2024-01-02T10:00:00Z')]
    expect(summary(on(pending, ...events)).findings).toEqual([])
  })

  test('is refunded in part, then fully, each refund with its own id', () => {
    const first = refund('payment_refunded', 'act_1', 400)
    const second = refund('payment_refunded', 'act_2', 600)
    expect(summary(on(...paid, first))).toEqual(fine('partially_refunded'))
    expect(summary(on(...paid, first, second))).toEqual(fine('refunded'))
    expect(paymentSums(on(...paid, first, second).context)).toEqual({
      currency: 'EUR',
      amount: 1000,
      captured: 1000,
      refunded: 1000,
      refunding: 0,
      chargedBack: 0,
      net: 0,
      refundable: 0,
    })
  })

  test('with a refund that is reported as done and as failed counts it as done, in doubt', () => {
    const done = refund('payment_refunded', 'act_1', 400, '2024-01-12T10:00:00Z')
    for (const at of ['2024-01-11T10:00:00Z', '2024-01-12T10:00:00Z', '2024-01-13T10:00:00Z']) {
      const failed = refund('payment_refund_declined', 'act_1', 400, at)
      const state = on(...paid, done, failed)
      expect(state.status).toBe('partially_refunded')
      expect(summary(state).findings.toSorted()).toEqual(['Overruled', 'RefundReversed'])
      expect(refusedBy(sepaPayment, state, asked(1))).toEqual(['notInDoubt'])
    }
  })

  test('may be refunded until the last of 56 days is over in Brussels', () => {
    const state = on(...paid)
    expect(refusedBy(sepaPayment, state, asked(100, '2024-02-27T22:59:59.9999999Z'))).toEqual([])
    expect(refusedBy(sepaPayment, state, asked(100, '2024-02-27T23:00:00Z'))).toEqual([
      'withinRefundWindow',
    ])
  })

  test('counts the refund window from the debit date if the provider names it', () => {
    const state = on(pending, captured('2024-01-02T10:00:00Z', { debitDate: '2024-01-04' }))
    expect(refusedBy(sepaPayment, state, asked(100, '2024-02-29T22:59:59.9999999Z'))).toEqual([])
    expect(refusedBy(sepaPayment, state, asked(100, '2024-02-29T23:00:00Z'))).toEqual([
      'withinRefundWindow',
    ])
  })

  test('reported as refunded late is recorded; clocks may differ by a minute', () => {
    const late = (at: string) => summary(on(...paid, asked(100, at))).findings
    expect(late('2024-02-27T23:01:00Z')).toEqual([])
    expect(late('2024-02-27T23:01:00.0000001Z')).toEqual(['withinRefundWindow'])
  })

  test('whose refund request was never reported is judged at the first stage, with four more days', () => {
    const sign = (at: string) =>
      summary(on(...paid, refund('payment_refunded', 'act_1', 100, at))).findings
    expect(sign('2024-03-04T23:01:00Z')).toEqual([])
    expect(sign('2024-03-04T23:01:00.0000001Z')).toEqual(['withinRefundWindow'])
    const begun = refund('payment_refund_pending', 'act_1', 100, '2024-02-20T10:00:00Z')
    const late = refund('payment_refunded', 'act_1', 100, '2024-03-20T10:00:00Z')
    expect(summary(on(...paid, begun, late)).findings).toEqual([])
    const failed = refund('payment_refund_declined', 'act_1', 100, '2024-03-20T10:00:00Z')
    expect(summary(on(...paid, failed)).findings).toEqual(['withinRefundWindow'])
  })

  test.each(['payment_refund_pending', 'payment_refunded'] as const)(
    'of which %s is reported before the capture is refunded too early; clocks may differ by a minute',
    (type) => {
      const early = (at: string) => summary(on(...paid, refund(type, 'act_1', 100, at))).findings
      expect(early('2024-01-02T09:59:00Z')).toEqual([])
      expect(early('2024-01-02T09:58:59.9999999Z')).toEqual(['withinRefundWindow'])
    },
  )

  test('reserves what is being refunded and what was charged back', () => {
    const open = on(...paid, refund('payment_refund_pending', 'act_1', 400))
    expect(refusedBy(sepaPayment, open, asked(600))).toEqual([])
    expect(refusedBy(sepaPayment, open, asked(601))).toEqual(['withinNet'])
    const disputed = on(...paid, chargeback('act_1', 400))
    expect(refusedBy(sepaPayment, disputed, asked(600, '2024-01-21T10:00:00Z'))).toEqual([])
    expect(refusedBy(sepaPayment, disputed, asked(601, '2024-01-21T10:00:00Z'))).toEqual([
      'withinNet',
    ])
  })

  test('with an open refund of which nothing tells the amount is in doubt', () => {
    const state = on(...paid, refund('payment_refund_pending', 'act_1'))
    expect(summary(state)).toEqual({ ...fine('captured'), findings: ['Unbound'] })
    expect(refusedBy(sepaPayment, state, asked(1))).toEqual(['notInDoubt'])
  })

  test('is refunded in its own currency', () => {
    const state = on(...paid)
    expect(refusedBy(sepaPayment, state, asked(1, undefined, { currency: 'EUR' }))).toEqual([])
    expect(refusedBy(sepaPayment, state, asked(1, undefined, { currency: 'USD' }))).toEqual([
      'sameCurrency',
    ])
    const reported = on(...paid, asked(1, undefined, { currency: 'USD' }))
    // nothing tells how much of the payment it was
    expect(summary(reported).findings).toEqual(['sameCurrency', 'OtherCurrency', 'Unbound'])
  })

  test('wins a chargeback back, if all of it', () => {
    const lost = chargeback('act_1', 1000)
    expect(summary(on(...paid, lost, reversed({ actionId: 'act_1' })))).toEqual(fine('captured'))
    expect(summary(on(...paid, lost, reversed({ actionId: 'act_1', amount: 1000 })))).toEqual(
      fine('captured'),
    )
    const part = on(...paid, lost, reversed({ actionId: 'act_1', amount: 999 }))
    expect(part.status).toBe('charged_back')
    expect(summary(part).findings.toSorted()).toEqual(['DisputeDiffers', 'Overruled'])
    expect(paymentSums(part.context)).toMatchObject({ chargedBack: 1000, net: 0 })
    const two = [chargeback('act_1', 1000), chargeback('act_2', 1000, '2024-03-01T10:00:00Z')]
    expect(on(...paid, ...two, reversed({ actionId: 'act_1' })).status).toBe('charged_back')
  })

  test('charged back after a full refund has a negative net', () => {
    const events = [refund('payment_refunded', 'act_1', 1000), chargeback('act_2', 1000)]
    const state = on(...paid, ...events)
    expect(summary(state)).toEqual({
      status: 'charged_back',
      findings: ['NegativeNet'],
      parked: [],
    })
    expect(paymentSums(state.context).net).toBe(-1000)
  })

  test('may be charged back until the last day of thirteen months is over in Brussels', () => {
    const late = (at: string) => summary(on(...paid, chargeback('act_1', 100, at))).findings
    // 2 February 2025 is a Sunday; 30 days of enquiry end on 5 March; two bank days follow
    expect(late('2025-03-07T23:01:00Z')).toEqual([])
    expect(late('2025-03-07T23:01:00.0000001Z')).toEqual(['withinChargebackWindow'])
  })

  test('counts the chargeback window from the later of debit and capture', () => {
    const named = { debitDate: '2023-12-20' }
    const events = [pending, captured('2024-01-02T10:00:00Z', named)]
    const late = chargeback('act_1', 100, '2025-03-07T10:00:00Z')
    expect(summary(on(...events, late)).findings).toEqual([])
  })

  test('with events of another lifecycle parks what it cannot have', () => {
    const strange = reported('payment_capture_pending', pay)
    expect(summary(on(...paid, strange))).toEqual({
      status: 'captured',
      findings: [],
      parked: ['NotOfThisLifecycle'],
    })
  })

  test('accepts, before its capture is known, no command but to begin and to end', () => {
    const alone = (event: ReturnType<typeof reported>, ...before: ReturnType<typeof reported>[]) =>
      refusedBy(sepaPayment, on(...before), event)
    expect(alone(pending)).toEqual([])
    expect(alone(declined())).toEqual([])
    expect(alone(canceled())).toEqual(['missingPredecessor'])
    expect(alone(captured())).toEqual(['missingPredecessor'])
    expect(alone(declined(), pending)).toEqual([])
    expect(alone(canceled(), pending)).toEqual([])
    expect(alone(captured(), pending)).toEqual([])
    const back = [
      asked(1),
      refund('payment_refund_pending', 'act_1', 1),
      refund('payment_refunded', 'act_1', 0),
      refund('payment_refunded', 'act_1', 1),
      refund('payment_refunded', 'act_1', 1000),
      refund('payment_refund_declined', 'act_1', 1),
      chargeback('act_1', 1),
      chargeback('act_1', 1000),
    ]
    for (const event of back) {
      expect(alone(event)).toEqual(['missingPredecessor'])
      expect(alone(event, pending)).toEqual(['noSuchStep'])
      expect(alone(event, pending, declined())).toEqual(['noSuchStep'])
    }
    expect(alone(reversed({ actionId: 'act_1' }), pending)).toEqual(['noSuchStep'])
  })

  test('that ended keeps its end, and accepts no money as a command', () => {
    const late = captured('2024-01-03T10:00:00Z')
    for (const end of [declined(), canceled()]) {
      const state = on(pending, end)
      expect(refusedBy(sepaPayment, state, declined('2024-01-02T10:00:00Z'))).toEqual([])
      expect(refusedBy(sepaPayment, state, canceled('2024-01-02T10:00:00Z'))).toEqual([])
      expect(refusedBy(sepaPayment, state, late)).toEqual(['moneyAfterEnd'])
    }
  })

  test('whose refunds a list shows as failed returns through the same states', () => {
    const done = [
      refund('payment_refunded', 'act_1', 400),
      refund('payment_refunded', 'act_2', 600),
    ]
    const undone = (id: string) =>
      refund('payment_refund_declined', id, undefined, '2024-01-12T10:00:00Z')
    const listed = (...failed: readonly string[]) => {
      const row = (kind: string, id: string, amount: number) => ({
        kind,
        id,
        amount,
        approved: !failed.includes(id),
      })
      const actions = [
        row('Capture', 'act_c', 1000),
        row('Refund', 'act_1', 400),
        row('Refund', 'act_2', 600),
      ]
      const askedAt = '2024-01-13T10:00:00Z'
      const data = { ...pay, askedAt, unread: 0, actions }
      return reported('actions_listed', data, { at: null, recordedAt: askedAt, source: 'response' })
    }
    const shown = (...failed: readonly string[]) =>
      on(
        pending,
        captured(undefined, { actionId: 'act_c' }),
        ...done,
        ...failed.map(undone),
        listed(...failed),
      )
    expect(shown().status).toBe('refunded')
    expect(shown('act_2').status).toBe('partially_refunded')
    expect(shown('act_2', 'act_1').status).toBe('captured')
    const failed = refund('payment_refund_declined', 'act_3', 1, '2024-01-12T10:00:00Z')
    expect(on(...paid, ...done, failed).status).toBe('refunded')
    expect(on(...paid, failed).status).toBe('captured')
  })

  test.each([
    ['payment_refund_pending', 1],
    ['payment_refunded', 0],
    ['payment_refunded', 1],
    ['payment_refunded', 1000],
    ['payment_refund_declined', 1],
  ] as const)(
    'whose first stage of a refund is a late %s of %d has a finding, in any state',
    (stage, amount) => {
      const sign = refund(stage, 'act_9', amount, '2024-03-04T23:01:00.0000001Z')
      const late = (...before: ReturnType<typeof reported>[]) =>
        summary(on(...paid, ...before, sign)).findings.filter(
          (code) => code === 'withinRefundWindow',
        )
      expect(late()).toEqual(['withinRefundWindow'])
      expect(late(refund('payment_refunded', 'act_1', 400))).toEqual(['withinRefundWindow'])
      expect(late(refund('payment_refunded', 'act_1', 1000))).toEqual(['withinRefundWindow'])
      const inTime = refund(stage, 'act_9', amount, '2024-03-04T23:00:59Z')
      expect(summary(on(...paid, inTime)).findings).not.toContain('withinRefundWindow')
    },
  )

  test.each([0, 400, 1000])('charged back late, by %d, has a finding', (amount) => {
    const late = chargeback('act_1', amount, '2025-03-07T23:01:00.0000001Z')
    expect(summary(on(...paid, late)).findings).toEqual(['withinChargebackWindow'])
  })

  test('accepts no command to refund beyond what was captured, in part or in full', () => {
    const over = refund('payment_refunded', 'act_1', 1001)
    expect(refusedBy(sepaPayment, on(...paid), over)).toEqual(['withinCaptured'])
    expect(summary(on(...paid, asked(5000))).findings).toEqual(['RefundAtRisk', 'MoreThanCaptured'])
  })

  test('with both ends at the same time was declined', () => {
    const both = [canceled('2024-01-01T12:00:00Z'), declined('2024-01-01T12:00:00Z')]
    expect(on(pending, ...both).status).toBe('declined')
  })

  test('with a reversal that gives back nothing counts nothing, and parks it', () => {
    const undone = reversed({ actionId: 'act_1' }, '2024-01-15T10:00:00Z')
    expect(summary(on(...paid, undone))).toEqual({ ...fine('captured'), parked: ['NoEntity'] })
  })

  test('whose reversal is not later than its chargeback counts as charged back, in doubt', () => {
    const early = reversed({ actionId: 'act_1' }, '2024-01-15T10:00:00Z')
    for (const at of ['2024-01-15T10:00:00.0000001Z', '2024-01-20T10:00:00Z']) {
      const seen = on(...paid, chargeback('act_1', 400, at), early)
      expect(seen.value).toEqual({ captured: { refund: 'none', dispute: 'part' } })
      expect(seen.findings.map(({ code }) => code)).toContain('DisputeDiffers')
    }
    const same = on(...paid, chargeback('act_1', 400, '2024-01-15T10:00:00Z'), early)
    expect(summary(same)).toEqual(fine('captured'))
  })

  test('without a known amount accepts no command that it was refunded', () => {
    const nameless = on(reported('payment_pending', pay), reported('payment_captured', pay))
    const done = refund('payment_refunded', 'act_1', 5, '2026-03-03T10:00:00Z')
    expect(refusedBy(sepaPayment, nameless, done)).toEqual(['notKnown'])
  })
})
