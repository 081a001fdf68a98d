/** Steps within their window that are reported late: judged by when they happened. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { delivered, given, pay, reported, webhook } from '../../given.ts'

const paid = [
  reported(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
    { at: '2026-01-05T10:00:00Z' },
  ),
  reported('payment_captured', { ...pay, amount: 1000 }, { at: '2026-01-07T10:00:00Z' }),
]
/**
 * Thirteen months after the debit, in Brussels: 7 February 2027 is a Sunday. Thirty days of enquiry
 * and two bank days of processing follow.
 */
const END = '2027-03-12T23:00:00Z'
const TWO_DAYS_LATER = '2027-03-14T22:00:00Z'

const chargeback = (at: string | null, recordedAt: string, more: object = {}) =>
  reported(
    'payment_chargeback',
    { ...pay, disputeId: 'dsp_1', amount: 1000, ...more },
    { id: `evt_${JSON.stringify(more).length}${recordedAt.slice(0, 10)}`, at, recordedAt },
  )
const codes = (...events: readonly ReturnType<typeof reported>[]) =>
  given(sepaPayment, ...paid, ...events).findings.map(({ code }) => code)

describe('a chargeback', () => {
  test('that was made in time and reported two days later is in time', () => {
    expect(codes(chargeback('2027-03-12T23:01:00Z', TWO_DAYS_LATER))).toEqual([])
    expect(codes(chargeback('2027-03-12T23:01:00.0000001Z', TWO_DAYS_LATER))).toEqual([
      'withinChargebackWindow',
    ])
  })

  test('of which only the receipt of the report is known is not judged by it', () => {
    expect(codes(chargeback(null, END))).toEqual([])
    expect(codes(chargeback(null, TWO_DAYS_LATER))).toEqual([])
  })

  test('is judged by the message that says when the money was taken, not by later ones', () => {
    const lost = { reportedAs: 'dispute', movesNothing: true }
    expect(codes(chargeback(TWO_DAYS_LATER, TWO_DAYS_LATER, lost))).toEqual([])
    const taken = { reportedAs: 'dispute' }
    const later = chargeback(TWO_DAYS_LATER, TWO_DAYS_LATER, lost)
    expect(codes(chargeback('2027-03-12T10:00:00Z', END, taken), later)).toEqual([])
    expect(codes(chargeback('2027-03-13T10:00:00Z', END, taken), later)).toEqual([
      'withinChargebackWindow',
    ])
  })

  test('of a dispute is made on the date of the dispute, not when the webhook was written', () => {
    const of = (date: string) => {
      const data = { id: 'dsp_1', payment_id: 'pay_1', amount: 1000, currency: 'EUR', date }
      const stream = delivered(
        webhook(
          'evt_1',
          'payment_pending',
          { id: 'pay_1', amount: 1000, currency: 'EUR', source: { type: 'sepa', id: 'src_1' } },
          '2026-01-05T10:00:00Z',
        ),
        webhook(
          'evt_2',
          'payment_captured',
          { id: 'pay_1', amount: 1000, currency: 'EUR' },
          '2026-01-07T10:00:00Z',
        ),
        webhook('evt_3', 'dispute_received', data, TWO_DAYS_LATER),
      )
      return stream('payment-pay_1').findings.map(({ code }) => code)
    }
    expect(of('2027-03-12T23:01:00Z')).toEqual([])
    expect(of('2027-03-12T23:01:00.0000001Z')).toEqual(['withinChargebackWindow'])
  })
})

test('a refund of which only the receipt of the report is known is not judged by it', () => {
  const refund = (at: string | null, recordedAt: string) =>
    reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 1 }, { at, recordedAt })
  expect(codes(refund(null, '2026-05-01T10:00:00Z'))).toEqual([])
  expect(codes(refund('2026-05-01T10:00:00Z', '2026-05-01T10:00:00Z'))).toEqual([
    'withinRefundWindow',
  ])
})
