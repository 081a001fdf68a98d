/** Which lists and words are statements, and which only say what their rows say, or nothing. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { fold } from '../../../src/fold/fold.ts'
import { reported } from '../../given.ts'

const at = (day: number): string => `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`
const says = (day: number, type: string, data: object = {}): DomainEvent =>
  reported(type, { paymentId: 'pay_1', ...data }, { id: `${type}-${day}`, at: at(day) })

const capture = { id: 'act_c', kind: 'capture', amount: 1000, approved: true }
const refund = { id: 'act_1', kind: 'refund', amount: 300, approved: true }
const list = (day: number, rows: readonly object[], more: object = {}): DomainEvent =>
  reported(
    'actions_listed',
    { paymentId: 'pay_1', askedAt: at(day), actions: rows, unread: 0, ...more },
    { id: `list-${day}`, at: null, recordedAt: at(day) },
  )
const paid = [
  says(1, 'payment_pending', { amount: 1000 }),
  says(2, 'payment_captured', { actionId: 'act_c', amount: 1000 }),
]
const refunded = says(3, 'payment_refunded', { actionId: 'act_1', amount: 300 })
const absent = { askedAt: undefined }

const after = (...events: readonly DomainEvent[]) => {
  const { context, findings, status } = fold(sepaPayment)(events)
  const { captured, refunded: back, refunding, chargedBack } = sepaPayment.sums.of(context)
  const doubts = findings.flatMap(({ code, asks }) => (asks === undefined ? [] : code))
  return { sums: [captured, back, refunding, chargedBack], doubts, status }
}

describe('a list', () => {
  const lacking = (more: object) => [list(5, [capture], more), list(6, [capture], more)]

  test('that says when it was asked, and hides nothing, is a statement', () => {
    expect(after(...paid, refunded, ...lacking({}))).toMatchObject({
      sums: [1000, 0, 0, 0],
      doubts: [],
    })
  })

  test('that does not say when, or says it was asked after its receipt, overrules nothing', () => {
    for (const more of [absent, { askedAt: at(9) }]) {
      expect(after(...paid, refunded, ...lacking(more))).toMatchObject({
        sums: [1000, 300, 0, 0],
        doubts: [],
      })
    }
  })

  test('of which a row could not be read overrules nothing, and holds until a later one', () => {
    const unread = list(5, [capture], { unread: 1 })
    expect(after(...paid, refunded, unread).doubts).toEqual(['Unread'])
    expect(after(...paid, refunded, list(4, [capture, refund]), unread).doubts).toEqual(['Unread'])
    expect(after(...paid, refunded, unread, list(6, [capture, refund])).doubts).toEqual([])
    // every later list shows the same row again
    const again = list(6, [capture], { unread: 1 })
    expect(after(...paid, refunded, unread, again).doubts).toEqual(['Unread'])
    expect(after(...paid, refunded, unread, again, list(7, [capture, refund])).doubts).toEqual([])
    const twice = list(5, [capture, refund, refund])
    expect(after(...paid, refunded, twice).doubts).toEqual(['Unread'])
  })

  test('counts what its rows say, whenever it was asked; one of a reference nothing', () => {
    for (const more of [{}, absent, { askedAt: at(9) }]) {
      expect(after(...paid, list(5, [capture, refund], more)).sums).toEqual([1000, 300, 0, 0])
    }
    for (const more of [{ reference: 'ORD-7' }, { reference: 'refund-1', askedAt: undefined }]) {
      expect(after(...paid, list(5, [capture, refund], more)).sums).toEqual([1000, 0, 0, 0])
    }
  })

  test('names the kinds of its rows in any case, and only those that are money of a payment count', () => {
    const row = (kind: unknown, id: unknown = 'act_1') => ({
      id,
      kind,
      amount: 300,
      approved: true,
    })
    expect(after(...paid, list(5, [capture, row('Refund')])).sums).toEqual([1000, 300, 0, 0])
    expect(after(...paid, list(5, [capture, row('Return')])).sums).toEqual([1000, 0, 0, 300])
    for (const other of [row('payout'), row('toString'), row(7), row('refund', 7)]) {
      expect(after(...paid, list(5, [capture, other])).sums).toEqual([1000, 0, 0, 0])
    }
  })

  test('with a void ends a payment of which it shows no capture', () => {
    const voided = { id: 'act_v', kind: 'void', amount: 1000, approved: true }
    const [pending] = paid
    if (pending === undefined) throw new Error('no payment')
    expect(after(pending, list(5, [voided])).status).toBe('canceled')
    expect(after(pending, list(5, [{ ...voided, approved: false }])).status).toBe('pending')
    expect(after(pending, list(5, [voided]), list(6, [])).status).toBe('pending')
    expect(after(pending, list(5, [voided, capture]))).toMatchObject({
      status: 'captured',
      doubts: [],
    })
    const failed = { ...capture, approved: false }
    expect(after(pending, list(5, [voided, failed])).status).toBe('canceled')
    // of a capture that was reported, a void tells another end
    expect(after(...paid, list(5, [voided])).doubts).toContain('StatementDiffers')
  })

  test('bears out less than was asked for only as a fee, of a refund of a ticket that is done', () => {
    const ticket = (...events: readonly DomainEvent[]) => {
      const { findings } = fold(ticketPayment)(events)
      return findings.flatMap(({ code, asks }) => (asks === undefined ? [] : code))
    }
    const asked = says(3, 'payment_refund_pending', { actionId: 'act_1', amount: 300 })
    const row = (amount: number, approved?: boolean) =>
      list(5, [capture, { ...refund, amount, approved }])
    expect(ticket(...paid, asked, row(299, true))).toEqual([])
    expect(ticket(...paid, asked, row(301, true))).toEqual(['Disagreement', 'StatementDiffers'])
    expect(ticket(...paid, asked, row(299))).toEqual(['Disagreement', 'StatementDiffers'])
    expect(ticket(...paid, refunded, row(299, true))).toEqual(['Disagreement', 'StatementDiffers'])
    expect(ticket(...paid, asked, row(1, false))).toEqual([])
    expect(after(...paid, asked, row(299, true)).doubts).toEqual([
      'Disagreement',
      'StatementDiffers',
    ])
    const less = list(5, [{ ...capture, amount: 999 }])
    expect(ticket(...paid, less)).toContain('StatementDiffers')
  })

  test('bears a refund out by an amount of the step that it shows, if messages name one', () => {
    const asked = says(3, 'payment_refund_pending', { actionId: 'act_1', amount: 200 })
    const done = says(4, 'payment_refunded', { actionId: 'act_1', amount: 300 })
    expect(after(...paid, asked, done, list(6, [capture, refund])).doubts).toEqual([])
    expect(
      after(...paid, asked, done, list(6, [capture, { ...refund, amount: 200 }])).doubts,
    ).toContain('StatementDiffers')
    const open = { ...refund, amount: 200, approved: undefined }
    expect(after(...paid, asked, list(6, [capture, open])).doubts).toEqual([])
  })
})

describe('a person’s word', () => {
  const word = (more: object) => says(5, 'reviewed', { asOf: at(5), by: ['ann'], ...more })
  const stated = (more: object) => after(...paid, refunded, word({ refunded: 100, ...more })).sums

  test('counts if one or two persons are named, and the time as of which they speak', () => {
    for (const by of [['ann'], ['ann', 'bob']]) expect(stated({ by })).toEqual([1000, 100, 0, 0])
    for (const none of [
      { by: [] },
      { by: ['ann', 'bob', 'cat'] },
      { by: 'ann' },
      { asOf: undefined },
    ]) {
      expect(stated(none)).toEqual([1000, 300, 0, 0])
    }
  })

  test('is the one as of the latest time, then the one received last, then the one that holds more', () => {
    const said = (id: string, data: object, on = 5): DomainEvent =>
      reported(
        'reviewed',
        { paymentId: 'pay_1', asOf: at(5), by: ['ann'], ...data },
        { id, at: null, recordedAt: at(on) },
      )
    const both = (a: DomainEvent, b: DomainEvent) => {
      const { sums } = after(...paid, refunded, a, b)
      expect(after(...paid, refunded, b, a).sums).toEqual(sums)
      return sums
    }
    const early = said('a', { refunded: 500, asOf: at(4) }, 6)
    expect(both(early, said('b', { refunded: 100 }))).toEqual([1000, 100, 0, 0])
    expect(both(said('a', { refunded: 500 }), said('b', { refunded: 100 }, 6))).toEqual([
      1000, 100, 0, 0,
    ])
    expect(both(said('a', { refunded: 500 }), said('b', { refunded: 100 }))).toEqual([
      1000, 500, 0, 0,
    ])
    expect(both(said('a', { captured: 500 }), said('b', { captured: 100 }))[0]).toBe(100)
    expect(both(said('a', { chargedBack: 500 }), said('b', { chargedBack: 100 }))[3]).toBe(500)
  })
})
