/** The findings about a payment as a whole: ends, reversals, sums, balances, snapshots. */
import { describe, expect, test } from 'vitest'
import { paymentSums, sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import type { Finding } from '../../../src/fold/finding.ts'
import { given, reported } from '../../given.ts'

const pay = { paymentId: 'pay_1' }
const at = '2026-03-02T10:00:00Z'
const instantAt = '2026-03-02T10:00:00.0000000Z'
const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  { id: 'evt_p', at: '2026-03-01T10:00:00Z' },
)
const inPesos = { ...pending, data: { ...pending.data, currency: 'ARS' } }
const captured = (on: string | null = at, more: object = {}) =>
  reported('payment_captured', { ...pay, amount: 1000, ...more }, { id: 'evt_c', at: on })
const refund = (
  type: string,
  on: string | null,
  amount: number | undefined = 400,
  more: object = {},
  actionId = 'act_1',
) =>
  reported(
    type,
    { ...pay, actionId, ...(amount !== undefined && { amount }), ...more },
    { id: `evt_${type}${actionId}`, at: on, recordedAt: on ?? '2026-03-05T10:00:00Z' },
  )
const shown = (data: object, on: string | null = '2026-03-09T10:00:00Z') =>
  reported('state_observed', { ...pay, ...data }, { id: 'evt_s', at: on, source: 'response' })

const paid = [pending, captured()]
const ticketPaid = [inPesos, captured()]
const findings = (...events: readonly DomainEvent[]): readonly Finding[] =>
  given(sepaPayment, ...events).findings
const codes = (...events: readonly DomainEvent[]) => findings(...events).map(({ code }) => code)

describe('an end of a payment that was captured', () => {
  const declined = (on: string | null) =>
    reported('payment_declined', pay, { id: 'evt_d', at: on, recordedAt: '2026-03-01T10:00:00Z' })

  test('names the end, and when the money was captured', () => {
    expect(findings(...paid, declined('2026-03-09T10:00:00Z'))).toEqual([
      {
        code: 'Superseded',
        key: 'payment_declined',
        at: '2026-03-09T10:00:00.0000000Z',
        event: 'payment_declined',
        capturedAt: instantAt,
      },
    ])
  })

  test('may have come after the money if one of the two has no time', () => {
    expect(codes(...paid, declined(null))).toEqual(['Superseded'])
    expect(codes(pending, captured(null), declined('2026-03-01T12:00:00Z'))).toEqual(['Superseded'])
  })

  test('has no finding while no capture is known, or if it is not on the chart', () => {
    expect(codes(pending, declined(at))).toEqual([])
    expect(codes(...paid, reported('payment_expired', pay, { id: 'evt_x' }))).toEqual([])
  })

  test('is one finding if there are several, with all of them as evidence', () => {
    const canceled = reported('payment_canceled', pay, { id: 'evt_x', at: '2026-03-10T10:00:00Z' })
    const [found, ...others] = findings(...paid, canceled, declined('2026-03-09T10:00:00Z'))
    expect(others).toEqual([])
    expect(found).toMatchObject({
      code: 'Superseded',
      key: 'payment_canceled',
      event: 'payment_canceled',
      others: ['payment_declined'],
      events: ['evt_d', 'evt_x'],
    })
  })

  test('may be an expiry, on a ticket', () => {
    const expired = reported('payment_expired', pay, { id: 'evt_x', at: '2026-03-09T10:00:00Z' })
    expect(given(ticketPayment, ...ticketPaid, expired).findings).toMatchObject([
      { code: 'Superseded', event: 'payment_expired' },
    ])
  })
})

describe('a refund that failed after it had succeeded', () => {
  test('is reported where it failed, with its id', () => {
    const done = refund('payment_refunded', '2026-03-04T10:00:00Z')
    const failed = refund('payment_refund_declined', '2026-03-05T10:00:00Z')
    expect(findings(...paid, done, failed)).toEqual([
      {
        code: 'RefundReversed',
        key: 'payment_refund_declined:act_1',
        at: '2026-03-05T10:00:00.0000000Z',
        events: [done, failed].map(({ metadata }) => metadata.eventId),
        refund: 'act_1',
      },
    ])
  })

  test('has no finding if it only failed, or only succeeded', () => {
    expect(codes(...paid, refund('payment_refund_declined', '2026-03-05T10:00:00Z'))).toEqual([])
    expect(codes(...paid, refund('payment_refunded', '2026-03-05T10:00:00Z'))).toEqual([])
  })
})

describe('more money refunded than captured', () => {
  test('is reported at the last refund or chargeback, with the missing amount', () => {
    const first = refund('payment_refunded', '2026-03-04T10:00:00Z', 900)
    const lost = refund('payment_chargeback', '2026-03-06T10:00:00Z', 300, {}, 'act_2')
    const open = refund('refund_requested', '2026-03-07T10:00:00Z', 500, {}, 'act_3')
    expect(findings(...paid, lost, open, first)).toEqual([
      {
        code: 'NegativeNet',
        key: 'payment_chargeback:act_2',
        at: '2026-03-06T10:00:00.0000000Z',
        net: -200,
        currency: 'EUR',
      },
      {
        code: 'RefundAtRisk',
        key: 'refund_requested:act_3',
        at: '2026-03-07T10:00:00.0000000Z',
        short: 500,
        currency: 'EUR',
      },
    ])
  })

  test('is reported at the same one of several that clocks cannot order', () => {
    const lost = (on: string, actionId: string) =>
      refund('payment_chargeback', `2026-03-06T10:${on}Z`, 600, {}, actionId)
    const keys = (...events: readonly DomainEvent[]) =>
      findings(...paid, ...events).map(({ key }) => key)
    const [first, second] = ['payment_chargeback:act_2', 'payment_chargeback:act_3']
    expect(keys(lost('00:00', 'act_2'), lost('01:00', 'act_3'))).toEqual([second])
    expect(keys(lost('01:00', 'act_2'), lost('00:00', 'act_3'))).toEqual([second])
    expect(keys(lost('01:00.0000001', 'act_2'), lost('00:00', 'act_3'))).toEqual([first])
  })

  test('counts no refund that was only requested or begun', () => {
    const open = refund('refund_requested', '2026-03-04T10:00:00Z', 5000)
    const begun = refund('payment_refund_pending', '2026-03-04T10:00:00Z', 5000, {}, 'act_2')
    expect(codes(...paid, open, begun)).toEqual(['RefundAtRisk'])
  })

  test('is no finding at zero', () => {
    const lost = refund('payment_chargeback', '2026-03-06T10:00:00Z', 1000)
    expect(codes(...paid, lost)).toEqual([])
  })

  test('is not known while no message names an amount', () => {
    const nameless = [
      reported('payment_pending', { ...pay, sourceId: 'src_1' }),
      reported('payment_captured', pay),
    ]
    const done = refund('payment_refunded', '2026-03-04T10:00:00Z', 400)
    expect(codes(...nameless, done)).toEqual([])
  })
})

describe('balances', () => {
  const balances = (counted: object, on = '2026-03-09T10:00:00Z') =>
    shown({ balances: counted }, on)
  const refunded = refund('payment_refunded', '2026-03-04T10:00:00Z')

  test('that agree with the messages are no finding, even with one of them missing', () => {
    expect(codes(...paid, refunded, balances({ captured: 1000, refunded: 400 }))).toEqual([])
    expect(codes(...paid, refunded, balances({ captured: 1000 }))).toEqual([])
    expect(codes(...paid, refunded, balances({ refunded: 400 }))).toEqual([])
    expect(codes(...paid, refunded, balances({}))).toEqual([])
  })

  test('that differ are reported with the sums of both sides, and where', () => {
    const where = {
      code: 'BalanceMismatch',
      key: 'state_observed:evt_s',
      at: '2026-03-09T10:00:00.0000000Z',
      currency: 'EUR',
    }
    expect(findings(...paid, refunded, balances({ captured: 999, refunded: 401 }))).toEqual([
      { ...where, what: 'captured', theirs: 999, ours: 1000 },
      { ...where, what: 'refunded', theirs: 401, ours: 400 },
    ])
    expect(codes(...paid, refunded, balances({ captured: 1001, refunded: 399 }))).toEqual([
      'BalanceMismatch',
      'BalanceMismatch',
    ])
  })

  test('include what had happened when they were reported, within the tolerance', () => {
    const reported = (on: string, counted: object) => codes(...paid, balances(counted, on))
    expect(reported('2026-03-02T09:58:59.9999999Z', { captured: 0 })).toEqual([])
    expect(reported('2026-03-02T09:58:59.9999999Z', { captured: 1000 })).toEqual([
      'BalanceMismatch',
    ])
    expect(reported('2026-03-02T09:59:00Z', { captured: 1000 })).toEqual([])
    expect(reported('2026-03-02T09:59:00Z', { captured: 0 })).toEqual([])
    expect(reported('2026-03-02T10:05:59.9999999Z', { captured: 0 })).toEqual([])
    expect(reported('2026-03-02T10:06:00Z', { captured: 0 })).toEqual(['BalanceMismatch'])
  })

  test('may include or omit a refund within the tolerance of their time', () => {
    const reported = (on: string, counted: number) =>
      codes(...paid, refunded, balances({ refunded: counted }, on))
    expect(reported('2026-03-04T09:58:59.9999999Z', 0)).toEqual([])
    expect(reported('2026-03-04T09:58:59.9999999Z', 400)).toEqual(['BalanceMismatch'])
    for (const on of ['2026-03-04T09:59:00Z', '2026-03-04T10:05:59.9999999Z']) {
      expect(reported(on, 0)).toEqual([])
      expect(reported(on, 400)).toEqual([])
    }
    expect(reported('2026-03-04T10:06:00Z', 400)).toEqual([])
    expect(reported('2026-03-04T10:06:00Z', 0)).toEqual(['BalanceMismatch'])
  })

  test('may include or omit a refund that was only requested or begun', () => {
    for (const type of ['refund_requested', 'payment_refund_pending']) {
      const open = refund(type, '2026-03-04T10:00:00Z')
      expect(codes(...paid, open, balances({ refunded: 0 }))).toEqual([])
      expect(codes(...paid, open, balances({ refunded: 400 }))).toEqual([])
      expect(codes(...paid, open, balances({ refunded: 401 }))).toEqual(['BalanceMismatch'])
    }
  })

  test('may include or omit a refund that failed after it had succeeded, but not a part of it', () => {
    const failed = refund('payment_refund_declined', '2026-03-06T10:00:00Z')
    const reported = (on: string, counted: number) =>
      codes(...paid, refunded, failed, balances({ refunded: counted }, on))
    for (const on of ['2026-03-05T10:00:00Z', '2026-03-06T10:00:00Z', '2026-03-09T10:00:00Z']) {
      expect(reported(on, 0)).toEqual(['RefundReversed'])
      expect(reported(on, 400)).toEqual(['RefundReversed'])
      expect(reported(on, 399)).toEqual(['RefundReversed', 'BalanceMismatch'])
    }
  })

  test('may include or omit a refund that was declined before it was carried out after all', () => {
    const failed = refund('payment_refund_declined', '2026-03-03T10:00:00Z')
    expect(codes(...paid, refunded, failed, balances({ refunded: 400 }))).toEqual([])
    expect(codes(...paid, refunded, failed, balances({ refunded: 0 }))).toEqual([])
    expect(codes(...paid, refunded, failed, balances({ refunded: 1 }))).toEqual(['BalanceMismatch'])
  })

  test('count a refund without an amount as everything that was left', () => {
    const unnamed = { ...pay, actionId: 'act_9' }
    const rest = reported('payment_refunded', unnamed, { id: 'evt_9', at: '2026-03-05T10:00:00Z' })
    expect(codes(...paid, refunded, rest, balances({ captured: 1000, refunded: 1000 }))).toEqual([
      'AmountInferred',
    ])
    expect(codes(...paid, refunded, rest, balances({ refunded: 400 }))).toEqual([
      'AmountInferred',
      'BalanceMismatch',
    ])
  })

  test('count a refund without an amount as zero if nothing was left', () => {
    const all = refund('payment_refunded', '2026-03-04T10:00:00Z', 1000)
    const unnamed = { ...pay, actionId: 'act_9' }
    const rest = reported('payment_refunded', unnamed, { id: 'evt_9', at: '2026-03-05T10:00:00Z' })
    expect(codes(...paid, all, rest, balances({ refunded: 1000 }))).toEqual(['AmountInferred'])
    expect(codes(...paid, all, rest, balances({ refunded: 1001 }))).toEqual([
      'AmountInferred',
      'BalanceMismatch',
    ])
  })

  test('count as everything that was left also what a chargeback left', () => {
    const lost = reported(
      'payment_chargeback',
      { ...pay, actionId: 'act_8', amount: 400 },
      { id: 'evt_8', at: '2026-03-04T10:00:00Z' },
    )
    const unnamed = { ...pay, actionId: 'act_9' }
    const rest = reported('payment_refunded', unnamed, { id: 'evt_9', at: '2026-03-05T10:00:00Z' })
    const state = given(sepaPayment, ...paid, lost, rest)
    expect(paymentSums(state.context).refunded).toBe(600)
    expect(codes(...paid, lost, rest, balances({ captured: 1000, refunded: 600 }))).toEqual([
      'AmountInferred',
    ])
  })

  test('do not count what only failed, once that is reported', () => {
    const failed = refund('payment_refund_declined', '2026-03-03T10:00:00Z')
    expect(codes(...paid, failed, balances({ refunded: 0 }))).toEqual([])
    expect(codes(...paid, failed, balances({ refunded: 400 }))).toEqual(['BalanceMismatch'])
    const counted = (on: string) => codes(...paid, failed, balances({ refunded: 400 }, on))
    expect(counted('2026-03-03T10:05:59.9999999Z')).toEqual([])
    expect(counted('2026-03-03T10:06:00Z')).toEqual(['BalanceMismatch'])
  })

  test('of the capture’s own webhook count all of it or nothing, never a part', () => {
    const own = (counted: number) =>
      codes(pending, captured(at, { balances: { captured: counted, refunded: 0 } }))
    expect(own(1000)).toEqual([])
    expect(own(0)).toEqual([])
    expect(own(100)).toEqual(['BalanceMismatch'])
    expect(own(999)).toEqual(['BalanceMismatch'])
  })

  test('count a capture only once it is reported, if it was booked back', () => {
    const booked = {
      ...captured(),
      metadata: { ...captured().metadata, recordedAt: '2026-03-05T10:00:00Z' },
    } as DomainEvent
    const early = balances({ captured: 0 }, '2026-03-05T10:05:59.9999999Z')
    expect(codes(pending, booked, early)).toEqual([])
    const late = balances({ captured: 0 }, '2026-03-05T10:06:00Z')
    expect(codes(pending, booked, late)).toEqual(['BalanceMismatch'])
  })

  test('may include any of the refunds that are pending, but no other amount', () => {
    const begun = [100, 20, 3].map((amount, index) =>
      refund('payment_refund_pending', '2026-03-04T10:00:00Z', amount, {}, `act_${index}`),
    )
    const counted = (sum: number) => codes(...paid, ...begun, balances({ refunded: sum }))
    for (const sum of [0, 3, 20, 23, 100, 103, 120, 123]) expect(counted(sum)).toEqual([])
    for (const sum of [1, 40, 119, 124]) expect(counted(sum)).toEqual(['BalanceMismatch'])
  })

  test('may include a chargeback among what was refunded', () => {
    const lost = refund('payment_chargeback', '2026-03-06T10:00:00Z', 300, {}, 'act_2')
    const counted = (sum: number) => codes(...paid, refunded, lost, balances({ refunded: sum }))
    expect(counted(400)).toEqual([])
    expect(counted(700)).toEqual([])
    expect(counted(300)).toEqual(['BalanceMismatch'])
  })

  test('are compared with up to twelve doubtful amounts, and with no more', () => {
    const begun = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        refund('payment_refund_pending', '2026-03-04T10:00:00Z', 2, {}, `act_${index}`),
      )
    const odd = balances({ refunded: 1 })
    expect(codes(...paid, ...begun(12), odd)).toEqual(['BalanceMismatch'])
    expect(codes(...paid, ...begun(13), odd)).toEqual([])
  })

  test('count messages on the chart, and no others', () => {
    const wrong = { balances: { captured: 1 } }
    expect(codes(...paid, refund('payment_refunded', '2026-03-04T10:00:00Z', 1, wrong))).toEqual([
      'BalanceMismatch',
    ])
    const aside = reported('payment_refunded', { ...pay, amount: 7, ...wrong }, { id: 'evt_u' })
    expect(codes(...paid, aside)).toEqual([])
  })

  test('are not compared with unknown sums', () => {
    const nameless = [
      reported('payment_pending', { ...pay, sourceId: 'src_1' }),
      reported('payment_captured', pay),
    ]
    expect(codes(...nameless, balances({ captured: 5, refunded: 5 }))).toEqual([])
  })

  test('that show money before any was reported have a finding', () => {
    expect(codes(pending, balances({ captured: 1000 }))).toEqual(['BalanceMismatch'])
    expect(codes(pending, balances({ captured: 0, refunded: 0 }))).toEqual([])
  })
})

describe('a snapshot', () => {
  const contradiction = (status: string, known: string) => [
    {
      code: 'SnapshotContradicts',
      key: 'state_observed:evt_s',
      at: '2026-03-09T10:00:00.0000000Z',
      shown: status,
      known,
    },
  ]
  const end = (how: string, on: string | null = at) =>
    reported(`payment_${how}`, pay, { id: 'evt_e', at: on, recordedAt: at })

  test.each(['captured', 'partially_refunded', 'refunded', undefined])(
    'of a captured payment that shows %s is no finding',
    (status) => {
      expect(codes(...paid, shown({ ...(status && { status }) }))).toEqual([])
    },
  )

  test.each(['declined', 'canceled', 'cancelled'])(
    'of a captured payment that shows %s contradicts it',
    (status) => {
      expect(findings(...paid, shown({ status }))).toEqual(contradiction(status, 'captured'))
    },
  )

  test('of a captured ticket that shows it expired contradicts it', () => {
    const { findings: found } = given(ticketPayment, ...ticketPaid, shown({ status: 'expired' }))
    expect(found).toEqual(contradiction('expired', 'captured'))
  })

  test.each([
    ['declined', 'canceled'],
    ['canceled', 'declined'],
  ])('of a payment that was %s and shows %s contradicts it', (how, status) => {
    expect(findings(pending, end(how), shown({ status }))).toEqual(contradiction(status, how))
    expect(codes(pending, end(how), shown({ status: how }))).toEqual([])
  })

  test('that shows money on a payment that had ended moves it forward, and contradicts nothing', () => {
    const state = given(sepaPayment, pending, end('declined'), shown({ status: 'captured' }))
    expect(state.status).toBe('captured')
    expect(state.findings.map(({ code }) => code)).toEqual(['Superseded'])
  })

  test('that shows money before the capture’s own time is early, and contradicts nothing', () => {
    const ahead = shown({ status: 'captured' }, '2026-03-03T10:00:00Z')
    const late = captured('2026-03-05T10:00:00Z')
    expect(codes(pending, end('declined'), late, ahead)).toEqual(['moneyAfterEnd'])
  })

  test('that shows pending contradicts only what was reported before it was made', () => {
    const status = 'pending'
    const still = (on: string) => codes(...paid, shown({ status }, on))
    expect(still('2026-03-02T10:05:59.9999999Z')).toEqual([])
    expect(still('2026-03-02T10:06:00Z')).toEqual(['SnapshotContradicts'])
    const ended = (on: string) => codes(pending, end('declined'), shown({ status }, on))
    expect(ended('2026-03-02T10:05:59.9999999Z')).toEqual([])
    expect(ended('2026-03-02T10:06:00Z')).toEqual(['SnapshotContradicts'])
    expect(codes(pending, captured(null), shown({ status }))).toEqual(['SnapshotContradicts'])
    expect(codes(pending, shown({ status }))).toEqual([])
  })

  test('does not contradict what was booked back, and reported after it', () => {
    const booked = (recordedAt: string) =>
      ({
        ...captured(),
        metadata: { ...captured().metadata, recordedAt },
      }) as DomainEvent
    const seen = shown({ status: 'pending' }, '2026-03-04T10:00:00Z')
    expect(codes(pending, booked('2026-03-04T09:54:00.0000001Z'), seen)).toEqual([])
    expect(codes(pending, booked('2026-03-04T09:54:00Z'), seen)).toEqual(['SnapshotContradicts'])
  })

  test('that was received before the money shows the earlier end', () => {
    const late = (on: string) => [
      pending,
      end('declined'),
      captured('2026-03-03T10:00:00Z'),
      shown({ status: 'declined' }, on),
    ]
    expect(codes(...late('2026-03-03T10:05:59.9999999Z'))).toEqual(['moneyAfterEnd'])
    expect(codes(...late('2026-03-03T10:06:00Z'))).toEqual(['moneyAfterEnd', 'SnapshotContradicts'])
  })

  test('that shows another amount contradicts the payment, whatever its status', () => {
    const differs = {
      code: 'SnapshotContradicts',
      key: 'state_observed:evt_s',
      at: '2026-03-09T10:00:00.0000000Z',
      shown: 'another amount',
      known: 'the amount of the payment',
    }
    expect(findings(...paid, shown({ amount: 999, status: 'captured' }))).toEqual([differs])
    expect(findings(pending, shown({ amount: 999 }))).toEqual([differs])
    expect(codes(pending, shown({ amount: 1000 }))).toEqual([])
    const nameless = reported('payment_captured', { ...pay, sourceId: 'src_1' }, { id: 'evt_c' })
    expect(codes(nameless, shown({ amount: 5, status: 'captured' }))).toEqual([])
  })
})
