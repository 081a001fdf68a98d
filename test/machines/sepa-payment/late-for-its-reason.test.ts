/** Money that is taken back later than the reason allows: the last instant in time, and the first late. */
import { describe, expect, test } from 'vitest'
import { reasons, sepaPayment } from '../../../machines/index.ts'
import { given, pay, reported } from '../../given.ts'
import { explain } from '../../root.ts'

const paid = [
  reported(
    'payment_pending',
    { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
    { at: '2026-03-01T10:00:00Z' },
  ),
  reported('payment_captured', { ...pay, amount: 1000 }, { at: '2026-03-02T10:00:00Z' }),
]

const taken = (at: string, more: object = {}, id = 'evt_t') =>
  reported('payment_chargeback', { ...pay, disputeId: 'dsp_1', amount: 100, ...more }, { at, id })
const late = (...events: readonly ReturnType<typeof reported>[]) =>
  given(sepaPayment, ...paid, ...events).findings.filter(
    ({ code }) => code === 'withinChargebackWindow',
  )

/** When each kind of reason is over: five bank days, eight weeks, thirteen months, with what follows. */
const ENDS = {
  return: '2026-03-11T23:01:00',
  refund: '2026-04-29T22:01:00',
  unauthorised: '2027-05-05T22:01:00',
} as const

describe('money that is taken back', () => {
  test.each([
    ['AM04', ENDS.return],
    ['AC01', ENDS.return],
    ['MS03', ENDS.return],
    ['MD06', ENDS.refund],
    ['MD01', ENDS.unauthorised],
    ['unknown', ENDS.unauthorised],
    [undefined, ENDS.unauthorised],
  ])('for reason %s is in time until %s', (reason, end) => {
    const more = reason === undefined ? {} : { reason }
    expect(late(taken(`${end}Z`, more))).toEqual([])
    expect(late(taken(`${end}.0000001Z`, more))).toHaveLength(1)
  })

  test('for a code of the provider’s response is judged by that code', () => {
    expect(late(taken(`${ENDS.return}Z`, { responseCode: 'AM04' }))).toEqual([])
    expect(late(taken(`${ENDS.return}.0000001Z`, { responseCode: 'AM04' }))).toHaveLength(1)
    expect(late(taken(`${ENDS.return}.0000001Z`, { responseCode: '20087' }))).toEqual([])
  })

  test('says the reason, the day it is counted from, and the last day', () => {
    expect(late(taken('2026-03-20T10:00:00Z', { reason: 'AM04' })).map(explain)).toEqual([
      'The chargeback window of reason AM04, counted from the later of debit and capture on 2026-03-02, closed at the end of 2026-03-11 in Europe/Brussels (2026-03-11T23:00:00Z); this step came at 2026-03-20T10:00:00Z, 8 days 11 hours too late.',
    ])
  })

  test('is the same in any order of its reports', () => {
    const one = taken('2026-03-20T10:00:00Z', { reason: 'AM04' }, 'evt_1')
    const other = taken('2026-03-20T10:00:00Z', { reportedAs: 'dispute' }, 'evt_2')
    expect(late(other, one)).toEqual(late(one, other))
  })

  test('for every code has a window that ends', () => {
    for (const code of Object.keys(reasons)) {
      expect(late(taken('2027-06-01T10:00:00Z', { reason: code }))).toHaveLength(1)
      expect(late(taken('2026-03-03T10:00:00Z', { reason: code }))).toEqual([])
    }
  })
})
