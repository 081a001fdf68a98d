/** Money that is taken back, or refunded, late: the last instant in time, the first that is not, and late reports. */
import { describe, expect, test } from 'vitest'
import { reasons, sepaPayment } from '../../../machines/index.ts'
import { delivered, webhook } from '../../given.ts'
import { explain } from '../../root.ts'
import { after, scenes } from '../scenes.ts'

const PAID = ['03-01 payment_pending 1000 EUR src_1', '03-02 payment_captured 1000']

const lateOf = (...lines: readonly string[]) =>
  after(sepaPayment, ...PAID, ...lines).findings.filter(
    ({ code }) => code === 'withinChargebackWindow',
  )
const isLate = (at: string, more = ''): boolean =>
  lateOf(`${at} payment_chargeback dsp_1 100 ${more}`).length > 0

/** When each kind of reason is over: five bank days, eight weeks, thirteen months, with what follows. */
const ENDS = {
  return: '2026-03-11T23:01:00',
  refund: '2026-04-29T22:01:00',
  unauthorised: '2027-05-05T22:01:00',
} as const

describe('money that is taken back', () => {
  test.each([
    ['reason=AM04', ENDS.return],
    ['reason=AC01', ENDS.return],
    ['reason=MS03', ENDS.return],
    ['responseCode=AM04', ENDS.return],
    ['reason=MD06', ENDS.refund],
    ['reason=MD01', ENDS.unauthorised],
    ['reason=unknown', ENDS.unauthorised],
    ['responseCode=R20087', ENDS.unauthorised],
    ['', ENDS.unauthorised],
  ])('for the reason %j is in time until %s', (reason, end) => {
    expect([isLate(end, reason), isLate(`${end}.0000001`, reason)]).toEqual([false, true])
  })

  test('says the reason, the day it is counted from, and the last day', () => {
    expect(lateOf('03-20 payment_chargeback dsp_1 100 reason=AM04').map(explain)).toEqual([
      'The chargeback window of reason AM04 (5 bank days, then 2 bank days of processing; each end moves to a bank day), counted from the later of debit and capture on 2026-03-02, closed at the end of 2026-03-11 in Europe/Brussels (2026-03-11T23:00:00Z); this step came at 2026-03-20T10:00:00Z, 8 days 11 hours too late.',
    ])
  })

  test('is the same in any order of its reports', () => {
    const one = '03-20 payment_chargeback dsp_1 100 reason=AM04 id=evt_1'
    const other = '03-20 payment_chargeback dsp_1 100 reportedAs=dispute id=evt_2'
    expect(lateOf(other, one)).toEqual(lateOf(one, other))
  })

  test('for every code has a window that ends', () => {
    for (const code of Object.keys(reasons)) {
      expect(isLate('2027-06-01', `reason=${code}`)).toBe(true)
      expect(isLate('03-03', `reason=${code}`)).toBe(false)
    }
  })
})

/**
 * Thirteen months after the debit, in Brussels: 7 February 2027 is a Sunday. Thirty days of enquiry and two bank
 * days of processing follow, until the end of 12 March.
 */
const EARLIER = ['01-05 payment_pending 1000 EUR src_1', '01-07 payment_captured 1000']
const TWO_DAYS_LATER = '2027-03-14T22'

describe('a chargeback', () => {
  scenes(
    sepaPayment,
    `
that was made in time and reported two days later is in time
  ? 2027-03-12T23:01>${TWO_DAYS_LATER} payment_chargeback dsp_1 1000 => charged_back
  ? 2027-03-12T23:01:00.0000001>${TWO_DAYS_LATER} payment_chargeback dsp_1 1000 => charged_back withinChargebackWindow

of which only the receipt of the report is known is not judged by it
  ? ~2027-03-12T23 payment_chargeback dsp_1 1000 => charged_back
  ? ~${TWO_DAYS_LATER} payment_chargeback dsp_1 1000 => charged_back

is judged by the message that says when the money was taken, not by later ones
  ${TWO_DAYS_LATER} payment_chargeback dsp_1 1000 reportedAs=dispute movesNothing=true => charged_back
  ? 2027-03-12>2027-03-12T23 payment_chargeback dsp_1 1000 reportedAs=dispute => charged_back
  ? 2027-03-13>2027-03-12T23 payment_chargeback dsp_1 1000 reportedAs=dispute => charged_back withinChargebackWindow

is another than a refund: of that, only the receipt of the report is not judged either
  ? ~05-01 payment_refunded act_1 1 => partially_refunded
  ? 05-01 payment_refunded act_1 1 => partially_refunded withinRefundWindow
`,
    EARLIER,
  )

  test('of a dispute is made on the date of the dispute, not when the webhook was written', () => {
    const of = (date: string) => {
      const price = { amount: 1000, currency: 'EUR' }
      const own = { id: 'pay_1', ...price }
      const source = { source: { type: 'sepa', id: 'src_1' } }
      const stream = delivered(
        webhook('evt_1', 'payment_pending', { ...own, ...source }, '2026-01-05T10:00:00Z'),
        webhook('evt_2', 'payment_captured', own, '2026-01-07T10:00:00Z'),
        webhook(
          'evt_3',
          'dispute_received',
          { id: 'dsp_1', payment_id: 'pay_1', ...price, date },
          '2027-03-14T22:00:00Z',
        ),
      )
      return stream('payment-pay_1').findings.map(({ code }) => code)
    }
    expect(of('2027-03-12T23:01:00Z')).toEqual([])
    expect(of('2027-03-12T23:01:00.0000001Z')).toEqual(['withinChargebackWindow'])
  })
})
