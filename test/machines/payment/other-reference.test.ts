/** A refund that the provider lists under another reference than its request. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import { given, machines, reported } from '../../given.ts'

const pf = payfold(machines)
const on = (day: number, type: string, data: object = {}): DomainEvent =>
  reported(
    type,
    { paymentId: 'pay_1', ...data },
    {
      id: `evt_${type}_${day}_${Object.values(data).join('_')}`,
      at: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
    },
  )
const paid = [
  on(1, 'payment_pending', { amount: 1000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' }),
  on(2, 'payment_captured', { amount: 1000 }),
]
const found = (...events: readonly DomainEvent[]) => given(sepaPayment, ...paid, ...events).findings
const codes = (...events: readonly DomainEvent[]) => found(...events).map(({ code }) => code)
const refund = (type: string, count: number, data: object = {}) =>
  on(count, type, { actionId: 'act_1', ...data })

describe('a refund that the provider lists under another reference', () => {
  const asked = refund('refund_requested', 4, { amount: 300, reference: 'A' })
  const listing = (reference: string | undefined, id = 'act_1') =>
    reported(
      'actions_listed',
      {
        paymentId: 'pay_1',
        askedAt: '2026-03-06T10:00:00Z',
        actions: [
          { id, kind: 'refund', amount: 300, ...(reference ? { reference } : {}) },
          { id: 'act_c', kind: 'capture', amount: 1000, approved: true },
        ],
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
    expect(codes(asked, listing('B', 'act_2'))).not.toContain('OtherReference')
    expect(codes(refund('refund_requested', 4, { amount: 300 }), listing('B'))).toEqual([])
  })

  test('is a finding also if the list decided by number that the refund is our command’s', () => {
    const commanded = (more: object, source: 'request' | 'response' = 'request') => {
      const own = on(4, 'refund_requested', { amount: 300, commandId: 'command-1', ...more })
      return { ...own, metadata: { ...own.metadata, source } }
    }
    // without a reference of its own, a command is sent with its id
    for (const [more, requested] of [
      [{}, 'command-1'],
      [{ reference: 'A' }, 'A'],
    ] as const) {
      expect(found(commanded(more), listing('B'))).toMatchObject([
        { code: 'OtherReference', key: 'refund_requested:act_1', requested, listed: 'B' },
      ])
      expect(codes(commanded(more), listing(requested))).toEqual([])
      expect(codes(commanded(more), listing(undefined))).toEqual([])
    }
    // of what others have sent, nobody knows the reference
    const answered = commanded({ actionId: 'act_1' }, 'response')
    expect(codes(answered, listing('B'))).toEqual([])
  })

  test('a response that contradicts our request is one, too', () => {
    const command = { amount: 300, commandId: 'command-1', reference: 'A' }
    const own = on(4, 'refund_requested', command)
    const request = { ...own, metadata: { ...own.metadata, source: 'request' as const } }
    const answered = (reference: string) => refund('refund_requested', 4, { ...command, reference })
    expect(found(request, answered('B'))).toMatchObject([
      { code: 'FieldDiffers', field: 'reference' },
    ])
    expect(found(request, answered('A'))).toEqual([])
  })
})
