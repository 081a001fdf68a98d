/** What the reports of a refund leave open is said: an inferred amount, another reference. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, reported } from '../../given.ts'
import { on, paid, pf } from './at-worst.ts'

const found = (...events: readonly DomainEvent[]) => given(sepaPayment, ...paid, ...events).findings
const codes = (...events: readonly DomainEvent[]) => found(...events).map(({ code }) => code)
const refund = (type: string, count: number, data: object = {}) =>
  on(count, type, { actionId: 'act_1', ...data })

describe('a refund that no message gives an amount', () => {
  test('is a notice: its amount is inferred', () => {
    const findings = found(refund('payment_refunded', 5))
    expect(findings).toMatchObject([{ code: 'AmountInferred', key: 'payment_refunded:act_1' }])
    expect(findings.map(pf.explain)).toEqual([
      'No message gives the refund act_1 an amount: it counts as all that was left.',
    ])
    expect(codes(refund('payment_refund_pending', 5), refund('payment_refunded', 6))).toEqual([
      'AmountInferred',
    ])
  })

  test('is none once any message names an amount, or it has failed', () => {
    expect(codes(refund('payment_refunded', 5, { amount: 1000 }))).toEqual([])
    const asked = refund('refund_requested', 4, { amount: 1000 })
    expect(codes(asked, refund('payment_refunded', 5))).toEqual([])
    const failed = refund('payment_refund_declined', 6)
    expect(codes(refund('payment_refund_pending', 5), failed)).toEqual([])
  })

  test('is none while only our own request says nothing of it', () => {
    expect(codes(refund('refund_requested', 4))).toEqual([])
  })
})

describe('a refund that the provider lists under another reference', () => {
  const asked = refund('refund_requested', 4, { amount: 300, reference: 'A' })
  const listing = (reference: string | undefined, id = 'act_1') =>
    reported(
      'actions_listed',
      {
        paymentId: 'pay_1',
        askedAt: '2026-03-06T10:00:00Z',
        actions: [{ id, kind: 'refund', amount: 300, ...(reference ? { reference } : {}) }],
        unread: 0,
      },
      { id: 'evt_list', at: null, recordedAt: '2026-03-06T10:00:00Z' },
    )

  test('is a finding', () => {
    expect(found(asked, listing('B'))).toMatchObject([
      { code: 'OtherReference', key: 'refund_requested:act_1', requested: 'A', listed: 'B' },
    ])
    expect(found(asked, listing('B')).map(pf.explain)).toEqual([
      'The refund act_1 was requested as A, but the provider lists it as B.',
    ])
  })

  test('is none for the same reference, for none, or for another action', () => {
    expect(codes(asked, listing('A'))).toEqual([])
    expect(codes(asked, listing(undefined))).toEqual([])
    expect(codes(asked, listing('B', 'act_2'))).toEqual([])
    expect(codes(refund('refund_requested', 4, { amount: 300 }), listing('B'))).toEqual([])
  })

  test('a response that contradicts our request is one, too', () => {
    const command = { amount: 300, commandId: 'command-1', reference: 'A' }
    const own = on(4, 'refund_requested', command)
    const request = { ...own, metadata: { ...own.metadata, source: 'request' as const } }
    const answered = (reference: string) => refund('refund_requested', 4, { ...command, reference })
    expect(found(request, answered('B'))).toMatchObject([
      { code: 'Disagreement', field: 'reference' },
    ])
    expect(found(request, answered('A'))).toEqual([])
  })
})
