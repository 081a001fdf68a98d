/** A capture that only snapshots show: what may still be refunded, and charged back. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, instantOf, machines, pay, reported } from '../../given.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', method: 'sepa', sourceId: 'src_1' },
  { at: '2026-01-05T10:00:00Z' },
)
const shown = (recordedAt: string, more: object = {}) =>
  reported(
    'state_observed',
    { ...pay, status: 'captured', amount: 1000, method: 'sepa', ...more },
    { id: `evt_${recordedAt}`, at: null, recordedAt, source: 'response' },
  )
const seen = shown('2026-02-02T10:00:00Z')

const refundAt = (now: string, ...events: readonly DomainEvent[]) => {
  const state = pf.fold(stream, events)
  const allowed = E.getOrElseW(() => [])(pf.allowed(state, instantOf(now)))
  const refund = allowed.find(({ command }) => command === 'requestRefund')
  return refund?.isAllowed === true ? refund.until : refund?.refusals.map(({ rule }) => rule)
}

describe('a refund of a capture that only a snapshot shows', () => {
  test('is allowed until eight weeks after the payment was presented', () => {
    const until = '2026-03-02T23:00:00.0000000Z'
    expect(refundAt('2026-03-02T22:59:59.9999999Z', pending, seen)).toBe(until)
    expect(refundAt('2026-03-02T23:00:00Z', pending, seen)).toEqual(['notKnown'])
  })

  test('is too late eight weeks after the first snapshot that shows the capture', () => {
    const later = shown('2026-02-20T10:00:00Z', { reference: 'later' })
    expect(refundAt('2026-03-30T21:59:59.9999999Z', pending, seen, later)).toEqual(['notKnown'])
    expect(refundAt('2026-03-30T22:00:00Z', pending, seen, later)).toEqual(['withinRefundWindow'])
  })

  test('is not known if the same snapshot is the first that shows the payment', () => {
    expect(refundAt('2026-02-03T10:00:00Z', seen)).toEqual(['notKnown'])
    const dated = shown('2026-02-02T10:00:00Z', { requestedAt: '2026-01-05T10:00:00Z' })
    expect(refundAt('2026-02-03T10:00:00Z', dated)).toBe('2026-03-02T23:00:00.0000000Z')
  })

  test('is the same if a person states the capture, who says no more than that it was so by then', () => {
    const stated = (recordedAt: string) =>
      reported(
        'reviewed',
        { ...pay, captured: 1000, asOf: '2026-02-02T10:00:00Z', by: ['ops-1'] },
        { id: 'evt_word', at: null, recordedAt },
      )
    for (const recordedAt of ['2026-02-02T10:00:00Z', '2026-02-14T10:00:00Z']) {
      const word = stated(recordedAt)
      expect(refundAt('2026-03-02T22:59:59.9999999Z', pending, word)).toBe(
        '2026-03-02T23:00:00.0000000Z',
      )
      expect(refundAt('2026-03-02T23:00:00Z', pending, word)).toEqual(['notKnown'])
      expect(refundAt('2026-03-30T21:59:59.9999999Z', pending, word)).toEqual(['notKnown'])
      expect(refundAt('2026-03-30T22:00:00Z', pending, word)).toEqual(['withinRefundWindow'])
    }
    const declined = reported('payment_declined', pay, { at: '2026-01-07T10:00:00Z' })
    const { findings } = given(sepaPayment, pending, declined, stated('2026-02-02T10:00:00Z'))
    expect(findings.map(({ code }) => code)).not.toContain('moneyAfterEnd')
  })

  test('is not known after a person states it either, who says nothing of the debit', () => {
    const words = ['2026-02-14T10:00:00Z', '2026-02-20T10:00:00Z'].map((asOf) =>
      reported('reviewed', { ...pay, captured: 1000, asOf, by: ['ops-1'] }, { id: asOf, at: asOf }),
    )
    for (const said of [words.slice(0, 1), words]) {
      expect(refundAt('2026-02-21T10:00:00Z', seen, ...said)).toEqual(['notKnown'])
      expect(refundAt('2026-03-30T21:59:59.9999999Z', seen, ...said)).toEqual(['notKnown'])
      expect(refundAt('2026-03-30T22:00:00Z', seen, ...said)).toEqual(['withinRefundWindow'])
      expect(refundAt('2026-02-21T10:00:00Z', pending, seen, ...said)).toBe(
        '2026-03-02T23:00:00.0000000Z',
      )
    }
  })

  test('is counted from the capture once it is reported', () => {
    const captured = reported('payment_captured', pay, { at: '2026-01-07T10:00:00Z' })
    expect(refundAt('2026-03-04T22:59:59.9999999Z', pending, seen, captured)).toBe(
      '2026-03-04T23:00:00.0000000Z',
    )
    expect(refundAt('2026-03-04T23:00:00Z', pending, seen, captured)).toEqual([
      'withinRefundWindow',
    ])
  })

  test('that the provider reports is late only if it is late for every possible debit', () => {
    const codes = (at: string) =>
      given(
        sepaPayment,
        pending,
        seen,
        reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 1 }, { at }),
      ).findings.map(({ code }) => code)
    // four days for processing end on Good Friday, banks open on Tuesday, and a minute for clocks
    expect(codes('2026-04-07T22:01:00Z')).toEqual([])
    expect(codes('2026-04-07T22:01:00.0000001Z')).toEqual(['withinRefundWindow'])
  })
})

test('a capture that only a snapshot shows can be charged back as long as its latest debit allows', () => {
  const state = given(sepaPayment, pending, seen)
  const of = (name: string) =>
    E.getOrElseW(() => [])(pf.windows(state, instantOf('2026-02-03T10:00:00Z'))).find(
      (each) => each.name === name,
    )
  expect([of('refund')?.from, of('refund')?.lastDay]).toEqual(['2026-01-05', '2026-03-02'])
  expect([of('chargeback')?.from, of('chargeback')?.lastDay]).toEqual(['2026-02-02', '2027-04-05'])
})

test('a capture that claims a day before the submission is exposed from the submission, and refunded from its own', () => {
  const from = (at: string) => {
    const captured = reported('payment_captured', pay, { at })
    const state = given(sepaPayment, pending, captured)
    const windows = E.getOrElseW(() => [])(pf.windows(state, instantOf('2026-02-03T10:00:00Z')))
    return ['refund', 'bankReturn', 'payerRefund', 'chargeback'].map(
      (name) => windows.find((each) => each.name === name)?.from,
    )
  }
  const [early, same, later] = ['2025-01-05', '2026-01-05', '2026-01-06']
  expect(from('2025-01-05T10:00:00Z')).toEqual([early, same, same, same])
  expect(from('2026-01-05T09:59:59Z')).toEqual([same, same, same, same])
  expect(from('2026-01-06T10:00:00Z')).toEqual([later, later, later, later])
})
