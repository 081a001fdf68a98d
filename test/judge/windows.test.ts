/** The windows of every machine: the last instant inside and the first outside. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { AnyMachine } from '../../src/contract/machine-record.ts'
import type { TimeWindow, WindowDescriptor } from '../../src/contract/window.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { allowed } from '../../src/judge/allowed.ts'
import { overdue, windowAt, windows } from '../../src/judge/windows.ts'
import { given, instantOf, pay, reported, sid, src } from '../given.ts'
import { defaultPolicy, type Policy, root } from '../root.ts'

const event = (type: string, data: object, at: string): DomainEvent => reported(type, data, { at })

/** The windows of some events at a time, each with the times between which it is open. */
const on = (
  machine: AnyMachine,
  events: readonly DomainEvent[],
  now: string,
  policy: Policy = defaultPolicy,
) => windows(machine, { policy })(given(machine, ...events), instantOf(now))

/** The same without the remaining time. */
const days = (all: readonly ReturnType<typeof windowAt>[]) =>
  all.map((window) => short(window).slice(0, 4))

/** A window in short: from, to, its last day, whether it is open, and the remaining time. */
const short = ({
  name,
  entityId,
  opensAt,
  closesAt,
  lastDay,
  isOpen,
  secondsLeft,
}: ReturnType<typeof windowAt>) => [
  entityId === '' ? name : `${name} ${entityId}`,
  opensAt.replace('.0000000', ''),
  closesAt.replace('.0000000', ''),
  lastDay,
  isOpen ? secondsLeft : 'closed',
]

const pending = event('payment_pending', { ...pay, amount: 1000, ...src }, '2024-01-02T10:00:00Z')
const captured = event('payment_captured', { ...pay, amount: 1000 }, '2024-01-02T10:00:00Z')
const asked = reported(
  'refund_requested',
  { ...pay, actionId: 'act_1', amount: 100 },
  { at: '2024-01-10T10:00:00Z', source: 'response' },
)
const refunded = event(
  'payment_refunded',
  { ...pay, actionId: 'act_1', amount: 100 },
  '2024-01-12T10:00:00Z',
)

describe('a SEPA payment', () => {
  test('that is pending is expected to be debited in one or two days, and to settle in seven', () => {
    expect(on(sepaPayment, [pending], '2024-01-02T12:00:00Z').map(short)).toEqual([
      ['debit', '2024-01-02T23:00:00Z', '2024-01-04T23:00:00Z', '2024-01-04', 'closed'],
      ['settlement', '2024-01-02T10:00:00Z', '2024-01-09T23:00:00Z', '2024-01-09', 644_400],
    ])
    const debited = (now: string) => on(sepaPayment, [pending], now)[0]?.isOpen
    expect(debited('2024-01-02T22:59:59.9999999Z')).toBe(false)
    expect(debited('2024-01-02T23:00:00Z')).toBe(true)
    expect(debited('2024-01-04T22:59:59.9999999Z')).toBe(true)
    expect(debited('2024-01-04T23:00:00Z')).toBe(false)
  })

  test('that is captured may be refunded for eight weeks and charged back for thirteen months', () => {
    const all = [pending, captured]
    expect(on(sepaPayment, all, '2024-02-27T22:59:59Z').map(short)).toEqual([
      ['bankReturn', '2024-01-02T10:00:00Z', '2024-01-11T23:00:00Z', '2024-01-11', 'closed'],
      ['refund', '2024-01-02T10:00:00Z', '2024-02-27T23:00:00Z', '2024-02-27', 1],
      ['payerRefund', '2024-01-02T10:00:00Z', '2024-02-29T23:00:00Z', '2024-02-29', 172_801],
      ['chargeback', '2024-01-02T10:00:00Z', '2025-03-07T23:00:00Z', '2025-03-07', 32_313_601],
    ])
    const openAt = (now: string) =>
      on(sepaPayment, all, now).flatMap(({ name, isOpen }) => (isOpen ? [name] : []))
    expect(openAt('2024-01-02T09:59:59.9999999Z')).toEqual([])
    expect(openAt('2024-01-02T10:00:00Z')).toHaveLength(4)
    expect(openAt('2024-01-11T22:59:59.9999999Z')).toHaveLength(4)
    expect(openAt('2024-01-11T23:00:00Z')).toEqual(['refund', 'payerRefund', 'chargeback'])
    expect(openAt('2024-02-27T23:00:00Z')).toEqual(['payerRefund', 'chargeback'])
    expect(openAt('2024-02-29T22:59:59.9999999Z')).toEqual(['payerRefund', 'chargeback'])
    expect(openAt('2024-02-29T23:00:00Z')).toEqual(['chargeback'])
    expect(openAt('2025-03-07T22:59:59.9999999Z')).toEqual(['chargeback'])
    expect(openAt('2025-03-07T23:00:00Z')).toEqual([])
  })

  test('has no right to a refund once nothing is left, whoever has the money', () => {
    const back = (type: string, amount: number) =>
      event(type, { ...pay, actionId: `act_${type}`, amount }, '2024-01-10T10:00:00Z')
    const names = (...more: readonly DomainEvent[]) =>
      on(sepaPayment, [pending, captured, ...more], '2024-01-11T10:00:00Z').map(({ name }) => name)
    expect(names(back('payment_refunded', 999))).toContain('refund')
    expect(names(back('payment_refund_pending', 1000))).not.toContain('refund')
    const half = back('payment_refunded', 500)
    expect(names(half, back('payment_chargeback', 499))).toContain('refund')
    expect(names(half, back('payment_chargeback', 500))).not.toContain('refund')
  })

  test('has its refunds carried out within four days of the request, while they are open', () => {
    const all = [pending, captured, asked]
    expect(on(sepaPayment, all, '2024-01-15T22:59:59.9999999Z').map(short)[1]).toEqual([
      'refundProcessing act_1',
      '2024-01-10T10:00:00Z',
      '2024-01-15T23:00:00Z',
      '2024-01-15',
      1,
    ])
    expect(on(sepaPayment, all, '2024-01-15T23:00:00Z')[1]?.isOpen).toBe(false)
    expect(
      on(sepaPayment, [...all, refunded], '2024-01-14T10:00:00Z').map(({ name }) => name),
    ).toEqual(['bankReturn', 'refund', 'payerRefund', 'chargeback'])
    const begun = event('payment_refund_pending', asked.data, '2024-01-11T10:00:00Z')
    expect(on(sepaPayment, [pending, captured, begun], '2024-01-14T10:00:00Z')[1]).toMatchObject({
      name: 'refundProcessing',
      lastDay: '2024-01-15',
    })
  })

  test('that ended, or has no events, has no windows', () => {
    const declined = event('payment_declined', pay, '2024-01-03T10:00:00Z')
    expect(on(sepaPayment, [pending, declined], '2024-01-03T10:00:00Z')).toEqual([])
    expect(on(sepaPayment, [], '2024-01-03T10:00:00Z')).toEqual([])
  })
})

describe('a SEPA mandate', () => {
  const created = event(
    'mandate_created',
    { ...src, mandateType: 'single' },
    '2024-02-29T10:00:00Z',
  )
  const use = (type: string, at: string) => event(type, { ...src, paymentId: 'pay_1' }, at)

  test('may be used for thirty-six months after its creation or last use', () => {
    expect(on(sepaMandate, [created], '2027-02-28T22:59:59Z').map(short)).toEqual([
      ['mandate', '2024-02-29T10:00:00Z', '2027-02-28T23:00:00Z', '2027-02-28', 1],
    ])
    const presented = use('collection_presented', '2024-08-31T10:00:00Z')
    expect(on(sepaMandate, [created, presented], '2024-09-01T10:00:00Z')).toEqual([])
    const ended = use('collection_ended', '2024-09-01T09:00:00Z')
    expect(days(on(sepaMandate, [created, presented, ended], '2024-09-01T10:00:00Z'))).toEqual([
      ['mandate', '2024-02-29T10:00:00Z', '2027-08-31T22:00:00Z', '2027-08-31'],
    ])
  })

  test('may be used from its creation on, or a minute before if a clock is behind', () => {
    const state = given(
      sepaMandate,
      event('mandate_created', { ...src, mandateType: 'recurring' }, '2024-02-29T10:00:00Z'),
    )
    const payAt = (now: string) =>
      allowed(sepaMandate)(state, instantOf(now)).find(({ command }) => command === 'createPayment')
    expect(payAt('2024-02-29T10:00:00Z')?.isAllowed).toBe(true)
    expect(payAt('2024-02-29T09:59:00Z')?.isAllowed).toBe(true)
    const early = payAt('2024-02-29T09:58:59.9999999Z')
    expect(early?.refusals.map((each) => root.explain(each))).toEqual([
      'The mandate accepts no payments: it is not valid before 2024-02-29T10:00:00Z.',
    ])
    expect(payAt('2014-02-28T10:00:00Z')?.isAllowed).toBe(false)
  })

  test('that was reserved, consumed or cancelled, or has no events, has none', () => {
    const collected = use('collection_captured', '2024-08-31T10:00:00Z')
    const cancelled = event('mandate_cancelled', src, '2024-08-31T10:00:00Z')
    expect(on(sepaMandate, [created, collected], '2024-09-01T10:00:00Z')).toEqual([])
    expect(on(sepaMandate, [created, cancelled], '2024-09-01T10:00:00Z')).toEqual([])
    expect(on(sepaMandate, [], '2024-09-01T10:00:00Z')).toEqual([])
  })
})

describe('a ticket payment', () => {
  const waiting = (ticketExpiresAt?: string) =>
    event(
      'payment_pending',
      { ...pay, amount: 1000, ...(ticketExpiresAt === undefined ? {} : { ticketExpiresAt }) },
      '2024-01-02T10:00:00Z',
    )

  test('may be paid until its own expiry, in Argentina’s local time if it names no zone', () => {
    const closes = (expiry: string) =>
      on(ticketPayment, [waiting(expiry)], '2024-01-03T10:00:00Z')
        .map(short)[0]
        ?.slice(2, 4)
    expect(closes('2024-02-01T23:59:59')).toEqual(['2024-02-02T02:59:59Z', '2024-02-01'])
    expect(closes('2024-02-01')).toEqual(['2024-02-02T03:00:00Z', '2024-02-01'])
    expect(closes('2024-02-01T23:59:59Z')).toEqual(['2024-02-01T23:59:59Z', '2024-02-01'])
  })

  test('is overdue when any other payment is, as long as nobody knows its expiry', () => {
    const soon = event('payment_capture_pending', pay, '2024-01-02T10:00:00Z')
    const names = (events: readonly DomainEvent[], now: string) =>
      overdue(on(ticketPayment, events, now)).map(({ name }) => name)
    for (const events of [[waiting()], [soon]]) {
      expect(names(events, '2024-01-10T02:59:59.9999999Z')).toEqual([])
      expect(names(events, '2024-01-10T03:00:00Z')).toEqual(['ticket'])
    }
    expect(names([waiting(), waiting('2024-02-01')], '2024-01-10T03:00:00Z')).toEqual([])
  })

  test('expects the end of a refund within four days, in Argentina’s local time', () => {
    const begun = event(
      'payment_refund_pending',
      { ...pay, amount: 400, actionId: 'act_1' },
      '2024-01-09T03:00:00Z',
    )
    const done = reported('payment_refunded', { ...pay, amount: 400, actionId: 'act_1' })
    const names = (events: readonly DomainEvent[], now: string) =>
      overdue(on(ticketPayment, events, now)).map(({ name, entityId }) => `${name} ${entityId}`)
    // day four is a Saturday
    for (const events of [[captured, begun], [begun]]) {
      expect(names(events, '2024-01-16T02:59:59.9999999Z')).toEqual([])
      expect(names(events, '2024-01-16T03:00:00Z')).toEqual(['refundProcessing act_1'])
    }
    expect(names([captured, begun, done], '2024-01-16T03:00:00Z')).toEqual([])
  })

  test('that is paid or has ended has none', () => {
    const expiry = waiting('2024-02-01T23:59:59')
    const at = '2024-01-03T10:00:00Z'
    const expired = event('payment_expired', pay, '2024-02-03T10:00:00Z')
    expect(on(ticketPayment, [expiry, captured], at)).toEqual([])
    expect(on(ticketPayment, [expiry, expired], at)).toEqual([])
    const soon = event('payment_capture_pending', pay, '2024-01-03T09:00:00Z')
    expect(on(ticketPayment, [expiry, soon], at)).toHaveLength(1)
  })
})

describe('a session', () => {
  const created = event('session_created', sid, '2024-01-02T10:00:00Z')

  test('is expected to have its outcome within a quarter of an hour', () => {
    expect(on(session, [created], '2024-01-02T10:14:59.9999999Z').map(short)).toEqual([
      ['session', '2024-01-02T10:00:00Z', '2024-01-02T10:15:00Z', null, 1],
    ])
    expect(on(session, [created], '2024-01-02T10:15:00Z')[0]?.isOpen).toBe(false)
    const approved = event('session_approved', sid, '2024-01-02T10:05:00Z')
    expect(on(session, [created, approved], '2024-01-02T10:06:00Z')).toEqual([])
    expect(on(session, [], '2024-01-02T10:06:00Z')).toEqual([])
  })

  test('was created by the first receipt of a message that says so, whatever a later one names', () => {
    const answered = reported('session_created', sid, {
      at: null,
      recordedAt: '2024-01-02T10:00:00Z',
      source: 'response',
      id: 'evt_answer',
    })
    const started = event('session_created', sid, '2024-01-02T10:09:00Z')
    for (const all of [
      [answered, started],
      [started, answered],
    ]) {
      expect(on(session, all, '2024-01-02T10:15:00Z').map(short)).toEqual([
        ['session', '2024-01-02T10:00:00Z', '2024-01-02T10:15:00Z', null, 'closed'],
      ])
    }
  })
})

describe('what is overdue', () => {
  test('is an expectation that is over, never a right that is lost', () => {
    const names = (events: readonly DomainEvent[], now: string) =>
      overdue(on(sepaPayment, events, now)).map(({ name }) => name)
    expect(names([pending], '2024-01-04T22:59:59.9999999Z')).toEqual([])
    expect(names([pending], '2024-01-04T23:00:00Z')).toEqual(['debit'])
    expect(names([pending], '2024-01-09T22:59:59.9999999Z')).toEqual(['debit'])
    expect(names([pending], '2024-01-09T23:00:00Z')).toEqual(['debit', 'settlement'])
    expect(names([pending, captured], '2030-01-01T00:00:00Z')).toEqual([])
    expect(names([pending, captured, asked], '2024-01-15T23:00:00Z')).toEqual(['refundProcessing'])
  })

  test('is nothing that has not begun', () => {
    expect(overdue(on(sepaPayment, [pending], '2024-01-02T09:00:00Z'))).toEqual([])
  })
})

describe('a window at a time', () => {
  const window: TimeWindow & WindowDescriptor = {
    name: 'download',
    entityId: '',
    opensAt: instantOf('2024-01-02T10:00:00Z'),
    closesAt: instantOf('2024-01-02T11:00:00.5Z'),
    from: null,
    lastDay: null,
    zone: null,
    kind: 'right',
    allows: 'The file may be downloaded.',
    countedFrom: 'the response',
    lengths: [],
    source: 'interface#limits',
  }
  const at = (now: string) => {
    const { isOpen, secondsLeft } = windowAt(window, instantOf(now))
    return [isOpen, secondsLeft]
  }

  test('is open from its first instant to the last before it closes', () => {
    expect(at('2024-01-02T09:59:59.9999999Z')).toEqual([false, 3601])
    expect(at('2024-01-02T10:00:00Z')).toEqual([true, 3601])
    expect(at('2024-01-02T10:00:00.5Z')).toEqual([true, 3600])
    expect(at('2024-01-02T11:00:00.4999999Z')).toEqual([true, 1])
    expect(at('2024-01-02T11:00:00.5Z')).toEqual([false, 0])
    expect(at('2024-01-03T11:00:00Z')).toEqual([false, 0])
  })
})

describe('banks are closed', () => {
  test('but a right never moves', () => {
    // eight weeks end on Sunday 18 February 2024, thirteen months on Saturday 24 January 2026
    const until = (debitDate: string) =>
      days(
        on(
          sepaPayment,
          [
            reported('payment_pending', pending.data, { at: `${debitDate}T10:00:00Z` }),
            reported(
              'payment_captured',
              { ...pay, amount: 1000, debitDate },
              { at: `${debitDate}T10:00:00Z` },
            ),
          ],
          `${debitDate}T11:00:00Z`,
        ),
      ).map(([name, , , lastDay]) => [name, lastDay])
    expect(until('2023-12-24')).toEqual([
      // Christmas Eve 2023 is a Sunday: five bank days are counted from Wednesday
      ['bankReturn', '2024-01-08'],
      ['refund', '2024-02-18'],
      ['payerRefund', '2024-02-21'],
      ['chargeback', '2025-02-26'],
    ])
    expect(until('2024-12-24')).toEqual([
      ['bankReturn', '2025-01-07'],
      ['refund', '2025-02-18'],
      ['payerRefund', '2025-02-20'],
      ['chargeback', '2026-02-27'],
    ])
  })

  test('and the chargeback window is an exposure, counted from the day that it names', () => {
    const named = event(
      'payment_captured',
      { ...pay, amount: 1000, debitDate: '2023-12-20' },
      '2024-01-02T10:00:00Z',
    )
    const under = { ...defaultPolicy, valueDateDays: 13 }
    const all = on(sepaPayment, [pending, named], '2024-01-03T10:00:00Z', under)
    const of = (name: string) => all.find((each) => each.name === name)
    expect(of('refund')).toMatchObject({ kind: 'right', from: '2023-12-20' })
    expect(of('chargeback')).toMatchObject({
      kind: 'exposure',
      from: '2024-01-02',
      lastDay: '2025-03-07',
    })
    // thirteen days from its report, this policy does not believe it
    const doubted = on(sepaPayment, [pending, named], '2024-01-03T10:00:00Z', {
      ...under,
      valueDateDays: 12,
    })
    expect(doubted.find(({ name }) => name === 'refund')?.from).toBe('2024-01-02')
  })
})
