/** Reports that disagree on when money came in or went back: each window takes its own worst reading. */
import { describe, expect, test } from 'vitest'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { instantOf, pay, reported, right } from '../given.ts'
import { machines, readPolicy, root } from '../root.ts'

const STREAM = 'payment-pay_1' as Stream
const MANDATE = 'mandate-src_1' as Stream

let count = 0
const on = (type: string, data: object, at: string | null, more: object = {}): DomainEvent => {
  count += 1
  return reported(type, data, { at, id: `evt_${count}`, ...more })
}
const presented = (at: string | null, more: object = {}) =>
  on('payment_pending', { ...pay, amount: 1000, sourceId: 'src_1', method: 'sepa' }, at, more)
const captured = (at: string | null, data: object = {}, more: object = {}) =>
  on('payment_captured', { ...pay, amount: 1000, ...data }, at, more)
const taken = (at: string | null, data: object = {}, more: object = {}) =>
  on('payment_chargeback', { ...pay, amount: 1000, disputeId: 'dsp_1', ...data }, at, more)
const shown = (recordedAt: string) =>
  on('state_observed', { ...pay, status: 'captured' }, null, { source: 'response', recordedAt })

const policyOf = (...parts: readonly object[]) =>
  payfold(machines, { policy: right(readPolicy(parts as never)) })

const windowsOf = (events: readonly DomainEvent[], now = '2026-03-25T00:00:00Z', pf = root) =>
  Object.fromEntries(
    right(pf.windows(pf.fold(STREAM, events), instantOf(now))).map((each) => [
      each.name,
      [each.from, each.lastDay],
    ]),
  )
const late = (events: readonly DomainEvent[], pf = root) =>
  pf
    .fold(STREAM, events)
    .findings.flatMap(({ code }) => (/^within(Ref|Charge)/.test(code) ? [code] : []))
const refundAt = (events: readonly DomainEvent[], now: string, pf = root) =>
  right(pf.allowed(pf.fold(STREAM, events), instantOf(now)))[0]?.isAllowed

describe('several times of one capture', () => {
  const two = [
    presented('2026-03-01T10:00:00Z'),
    captured('2026-03-02T10:00:00Z'),
    captured('2026-03-20T10:00:00Z'),
  ]

  test('leave a right with the first, and an exposure with the last', () => {
    const { refund, chargeback } = windowsOf(two)
    expect([refund, chargeback?.[0]]).toEqual([['2026-03-02', '2026-04-27'], '2026-03-20'])
    const stronger = [
      presented('2026-02-20T10:00:00Z'),
      captured('2026-03-02T10:00:00Z', {}, { source: 'response' }),
      captured('2026-03-20T10:00:00Z'),
    ]
    expect(windowsOf(stronger)['refund']).toEqual(['2026-03-02', '2026-04-27'])
  })

  test('believe a value date near any of them', () => {
    const named = [
      ...two.slice(0, 2),
      captured('2026-03-20T10:00:00Z', { debitDate: '2026-03-20' }),
    ]
    expect(windowsOf(named)['payerRefund']?.[0]).toBe('2026-03-20')
  })

  test('make nothing late that is in time by one of them', () => {
    const back = on(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 1 },
      '2026-05-18T10:00:00Z',
    )
    expect(late([...two, back])).toEqual([])
    expect(late([...two, taken('2026-05-18T10:00:00Z', { reason: 'MD06' })])).toEqual([])
  })

  test('a look-up that showed it before bounds them all', () => {
    const before = [
      presented('2026-05-20T10:00:00Z'),
      shown('2026-06-02T10:00:00Z'),
      captured('2026-06-10T10:00:00Z'),
    ]
    expect(windowsOf(before)['refund']?.[0]).toBe('2026-05-20')
  })
})

describe('a capture without a time', () => {
  const untimed = captured(null, {}, { recordedAt: '2026-06-02T10:00:00Z' })
  const events = [presented('2026-03-01T10:00:00Z'), untimed]

  test('came at some time after the payment was presented', () => {
    expect(windowsOf(events)['refund']).toEqual(['2026-03-01', '2026-04-26'])
    const all = right(root.windows(root.fold(STREAM, events), instantOf('2026-03-05T00:00:00Z')))
    expect(all.map(({ opensAt }) => opensAt.slice(0, 10))).toEqual(all.map(() => '2026-03-01'))
    expect(refundAt(events, '2026-06-21T00:00:00Z')).toBe(false)
    const both = [
      presented('2026-03-01T10:00:00Z'),
      shown('2026-06-02T10:00:00Z'),
      captured(null, {}, { recordedAt: '2026-06-10T10:00:00Z' }),
    ]
    expect(windowsOf(both)['refund']?.[0]).toBe('2026-03-01')
  })

  test('is not refunded before the payment was presented', () => {
    expect(refundAt(events, '2026-02-21T00:00:00Z')).toBe(false)
    expect(
      refundAt(
        [presented('2026-03-01T10:00:00Z'), shown('2026-03-05T10:00:00Z')],
        '2026-02-01T00:00:00Z',
      ),
    ).toBe(false)
  })

  test('of a payment without one leaves no refund: nobody knows since when', () => {
    const late = presented(null, { recordedAt: '2026-05-20T10:00:00Z' })
    expect(windowsOf([late, shown('2026-06-02T10:00:00Z')])['refund']).toBeUndefined()
  })
})

describe('a policy that changes between two readings', () => {
  const pf = policyOf(
    { validFrom: '2020-01-01', refundWindow: { months: 13 }, payerRefundWindow: { months: 13 } },
    {
      validFrom: '2026-04-01',
      refundWindow: { weeks: 2 },
      payerRefundWindow: { weeks: 2 },
      chargebackWindow: { weeks: 2 },
    },
  )
  const events = [
    presented('2026-03-30T10:00:00Z'),
    captured('2026-03-31T10:00:00Z', { debitDate: '2026-03-31' }),
    captured('2026-03-31T10:00:00Z', { debitDate: '2026-04-01' }),
  ]
  const NOW = '2026-05-10T00:00:00Z'

  test('ends a right by the shorter, and an exposure by the longer', () => {
    const { refund, payerRefund, chargeback } = windowsOf(events, NOW, pf)
    expect(refund).toEqual(['2026-04-01', '2026-04-15'])
    expect(payerRefund).toEqual(['2026-03-31', '2027-04-30'])
    expect(chargeback?.[0]).toBe('2026-03-31')
    expect(refundAt(events, NOW, pf)).toBe(false)
    const exposure = pf.exposure([pf.fold(STREAM, events)], instantOf(NOW))
    expect(exposure).toMatchObject({ right: { until: [{ amount: 1000, month: '2027-06' }] } })
  })

  test('makes nothing late that is in time by one of them', () => {
    const asked = on(
      'refund_requested',
      { ...pay, amount: 1, actionId: 'act_1' },
      '2026-05-10T10:00:00Z',
    )
    expect(late([...events, asked], pf)).toEqual([])
    expect(late([...events, taken('2026-05-10T10:00:00Z', { reason: 'MD06' })], pf)).toEqual([])
  })

  test('allows what the provider may have taken for a request that nobody saw', () => {
    const longer = policyOf(
      { validFrom: '2020-01-01', refundProcessing: { days: 30 } },
      { validFrom: '2026-05-01', refundProcessing: { days: 1 } },
    )
    const done = (at: string) => [
      presented('2026-03-05T10:00:00Z'),
      captured('2026-03-06T10:00:00Z'),
      on('payment_refunded', { ...pay, amount: 10, actionId: 'act_1' }, at),
    ]
    // asked on the last day of the old length, 30 April, and done 30 days and a weekend later
    expect(late(done('2026-06-01T21:59:00Z'), longer)).toEqual([])
    expect(late(done('2026-06-01T22:01:00.0000001Z'), longer)).toEqual(['withinRefundWindow'])
  })
})

describe('what may still be taken', () => {
  const begun = presented('2026-03-01T10:00:00Z')
  const paid = captured('2026-03-02T10:00:00Z')
  const exposedOf = (...events: readonly DomainEvent[]) => {
    const state = root.fold(STREAM, events)
    const { until, unknown } = right(root.exposure([state], instantOf('2026-03-20T00:00:00Z')))
    return [until[0]?.amount, unknown]
  }

  test('is unknown if money went back of which no capture was reported', () => {
    expect(exposedOf(begun, taken('2026-03-04T10:00:00Z', { amount: 400 }))).toEqual([
      undefined,
      [STREAM],
    ])
  })

  test('is what the sums leave: of two amounts, the greater counts', () => {
    const less = taken('2026-03-04T11:00:00Z', { amount: 400 })
    expect(exposedOf(begun, paid, taken('2026-03-04T10:00:00Z'), less)).toEqual([undefined, []])
    const back = (amount: number, at: string) =>
      on('chargeback_reversed', { ...pay, disputeId: 'dsp_1', amount }, at)
    const [some, all] = [back(300, '2026-03-05T10:00:00Z'), back(1000, '2026-03-05T11:00:00Z')]
    expect(exposedOf(begun, paid, taken('2026-03-04T10:00:00Z'), some, all)).toEqual([
      undefined,
      [],
    ])
    const twice = on(
      'payment_pending',
      { ...pay, amount: 2000, method: 'sepa' },
      '2026-03-01T10:00:01Z',
    )
    const nameless = on('payment_captured', pay, '2026-03-02T10:00:00Z')
    expect(exposedOf(begun, twice, nameless)).toEqual([2000, []])
    const more = captured('2026-03-02T10:00:01Z', { amount: 1200 })
    const forReason = taken('2026-03-04T10:00:00Z', { reason: 'AM04' })
    expect(exposedOf(begun, paid, more, forReason)).toEqual([200, []])
    const unnamed = on('payment_chargeback', { ...pay, disputeId: 'dsp_1' }, '2026-03-04T10:00:00Z')
    expect(exposedOf(begun, paid, unnamed)).toEqual([undefined, []])
  })
})

describe('several reports of one chargeback', () => {
  const paid = [presented('2024-01-01T10:00:00Z'), captured('2024-01-02T10:00:00Z')]
  const of = (...all: readonly DomainEvent[]) => late([...paid, ...all])

  test('are in time if one shows that it was taken in time', () => {
    const received = taken(null, { reason: 'MD06' }, { recordedAt: '2024-02-20T10:00:00Z' })
    expect(of(received, taken('2024-05-20T11:00:00Z', { reason: 'MD06' }))).toEqual([])
    const first = taken(null, { reason: 'MD01' }, { recordedAt: '2024-02-02T10:00:00Z' })
    expect(of(first, taken('2025-06-02T10:00:00Z', { movesNothing: true }))).toEqual([])
  })

  test('are in time if one of their reasons allows it', () => {
    const one = taken('2024-02-20T10:00:00Z', { reason: 'AM04' })
    expect(of(one, taken('2024-02-20T11:00:00Z', { reason: 'MD06' }))).toEqual([])
    expect(of(one)).toEqual(['withinChargebackWindow'])
  })

  test('are late for the reason that is known, whatever else is written', () => {
    const odd = taken('2024-02-20T10:00:00Z', { reason: 'whatever' })
    expect(of(odd)).toEqual([])
    expect(of(odd, taken('2024-02-20T11:00:00Z', { reason: 'AM04' }))).toEqual([
      'withinChargebackWindow',
    ])
  })
})

describe('a use of a mandate that is not sure', () => {
  const created = on(
    'mandate_created',
    { sourceId: 'src_1', mandateType: 'recurring' },
    '2020-01-02T10:00:00Z',
  )
  const used = (at: string | null, more: object) =>
    on('collection_presented', { sourceId: 'src_1', paymentId: 'pay_1' }, at, more)
  const lastDay = (event: DomainEvent) => {
    const state = root.fold(MANDATE, [created, event])
    return right(root.windows(state, instantOf('2022-12-02T00:00:00Z')))[0]?.lastDay
  }

  test('does not lengthen its life: only its receipt is known, or only that we asked', () => {
    expect(lastDay(used(null, { recordedAt: '2022-12-01T00:00:00Z' }))).toBe('2023-01-02')
    expect(lastDay(used('2022-12-01T10:00:00Z', { source: 'request' }))).toBe('2023-01-02')
    expect(lastDay(used('2022-12-01T10:00:00Z', {}))).toBe('2025-12-01')
  })

  test('nor does anyone pay on it once its life may be over', () => {
    const state = root.fold(MANDATE, [created, used(null, { recordedAt: '2022-12-01T00:00:00Z' })])
    const payAt = (now: string) => right(root.allowed(state, instantOf(now)))[0]?.isAllowed
    expect(payAt('2023-01-02T22:59:59Z')).toBe(true)
    expect(payAt('2023-01-02T23:00:00Z')).toBe(false)
    expect(state.status).toBe('active')
  })
})

describe('each report of a capture', () => {
  const begun = presented('2026-03-01T10:00:00Z')

  test('has the value date near its own time, and else its own day', () => {
    const other = [
      begun,
      captured('2026-03-02T10:00:00Z'),
      captured('2026-03-20T10:00:00Z', { debitDate: '2026-03-20' }),
    ]
    expect(windowsOf(other)['refund']).toEqual(['2026-03-02', '2026-04-27'])
    expect(refundAt(other, '2026-05-10T00:00:00Z')).toBe(false)
    const between = [
      begun,
      captured('2026-03-02T10:00:00Z'),
      captured('2026-03-30T10:00:00Z', { debitDate: '2026-03-16' }),
    ]
    expect(windowsOf(between)['refund']).toEqual(['2026-03-02', '2026-04-27'])
    const near = [
      begun,
      captured('2026-03-02T10:00:00Z'),
      captured('2026-03-02T10:00:00Z', { debitDate: '2026-03-04' }),
    ]
    expect(windowsOf(near)['refund']).toEqual(['2026-03-04', '2026-04-29'])
  })

  test('may be the one that a refund was in time for', () => {
    const asked = on(
      'refund_requested',
      { ...pay, amount: 1, actionId: 'act_1' },
      '2026-05-10T10:00:00Z',
    )
    const first = captured('2026-03-02T10:00:00Z', { debitDate: '2026-03-02' })
    expect(late([begun, first, captured('2026-03-20T10:00:00Z'), asked])).toEqual([])
    expect(late([begun, first, asked])).toEqual(['withinRefundWindow'])
  })

  test('makes no request early that has only the time of a refund booked back', () => {
    const asked = on('refund_requested', { ...pay, amount: 1, actionId: 'act_1' }, null, {
      source: 'response',
      recordedAt: '2026-03-05T10:00:00Z',
    })
    const done = on(
      'payment_refunded',
      { ...pay, amount: 1, actionId: 'act_1' },
      '2026-02-27T10:00:00Z',
      { recordedAt: '2026-03-06T10:00:00Z' },
    )
    expect(late([begun, captured('2026-03-02T10:00:00Z'), asked, done])).toEqual([])
  })

  test('is bounded by a look-up that showed the money before', () => {
    const events = [
      begun,
      shown('2026-03-10T10:00:00Z'),
      captured('2026-04-10T10:00:00Z', { debitDate: '2026-04-10' }),
    ]
    expect(windowsOf(events)['refund']?.[0]).toBe('2026-03-01')
  })

  test('of which only a bound is known came after the first presentation that is reported', () => {
    const events = [
      presented('2026-03-01T10:00:00Z', { source: 'response' }),
      presented('2026-03-09T10:00:00Z'),
      shown('2026-04-20T10:00:00Z'),
    ]
    expect(windowsOf(events)['refund']).toEqual(['2026-03-01', '2026-04-26'])
  })

  test('of which only a bound is known leaves the longest exposure since the presentation', () => {
    const pf = policyOf(
      { validFrom: '2020-01-01', payerRefundWindow: { months: 13 } },
      {
        validFrom: '2026-04-01',
        payerRefundWindow: { weeks: 2 },
        chargebackWindow: { weeks: 2 },
        bankReturnWindow: { weeks: 2 },
      },
    )
    const events = [begun, shown('2026-06-02T10:00:00Z')]
    expect(windowsOf(events, '2026-06-20T00:00:00Z', pf)['payerRefund']).toEqual([
      '2026-03-31',
      '2027-04-30',
    ])
    const exposure = pf.exposure([pf.fold(STREAM, events)], instantOf('2026-07-20T00:00:00Z'))
    expect(exposure).toMatchObject({ right: { until: [{ amount: 1000, month: '2027-06' }] } })
    const untimed = captured(null, {}, { recordedAt: '2026-06-02T10:00:00Z' })
    expect(late([begun, untimed, taken('2026-07-20T10:00:00Z', { reason: 'MD06' })], pf)).toEqual(
      [],
    )
  })
})

describe('the life of a mandate', () => {
  const mandate = (type: string, at: string | null, more: object = {}, data: object = {}) =>
    on(type, { sourceId: 'src_1', ...data }, at, more)
  const created = (at: string, more: object = {}) =>
    mandate('mandate_created', at, more, { mandateType: 'recurring' })
  const of = (pf: typeof root, now: string, ...events: readonly DomainEvent[]) => {
    const state = right(pf.at(pf.fold(MANDATE, events), instantOf(now)))
    const [window] = right(pf.windows(state, instantOf(now)))
    const [payment] = right(pf.allowed(state, instantOf(now)))
    return [window?.lastDay, payment?.isAllowed, state.status]
  }

  test('is not lengthened by the receipt of a capture', () => {
    const received = mandate(
      'collection_captured',
      null,
      { recordedAt: '2022-12-01T10:00:00Z' },
      { paymentId: 'pay_1' },
    )
    expect(of(root, '2024-01-01T00:00:00Z', created('2020-01-02T10:00:00Z'), received)).toEqual([
      '2023-01-02',
      false,
      'active',
    ])
  })

  test('is counted from the first of several times', () => {
    const used = (at: string, source: string) =>
      mandate('collection_presented', at, { source }, { paymentId: 'pay_1' })
    const twice = [
      created('2020-01-02T10:00:00Z'),
      used('2021-01-02T10:00:00Z', 'response'),
      used('2022-01-02T10:00:00Z', 'report'),
    ]
    expect(of(root, '2024-06-01T00:00:00Z', ...twice)).toEqual(['2024-01-02', false, 'active'])
    const born = [
      created('2020-01-02T10:00:00Z', { source: 'response' }),
      created('2020-06-02T10:00:00Z'),
    ]
    expect(of(root, '2023-03-01T00:00:00Z', ...born).slice(0, 2)).toEqual(['2023-01-02', false])
  })

  test('ends by the earliest reading for a payment, and by the latest for its status', () => {
    const pf = policyOf(
      { validFrom: '2019-01-01' },
      { validFrom: '2021-01-25', mandateDormancy: { months: 1 } },
    ) as typeof root
    const unsure = mandate(
      'collection_presented',
      null,
      { recordedAt: '2021-05-13T10:00:00Z' },
      { paymentId: 'pay_1' },
    )
    expect(of(pf, '2022-01-01T00:00:00Z', created('2020-01-30T10:00:00Z'), unsure)).toEqual([
      '2021-02-25',
      false,
      'active',
    ])
  })
})
