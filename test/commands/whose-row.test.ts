import { describe, expect, test } from 'vitest'
import { receivedAt } from '../../src/event/envelope.ts'
import { payfold } from '../../src/payfold.ts'
import type { Stream } from '../../src/words/stream.ts'
import { type Instant, shift } from '../../src/words/time/instant.ts'
import { instantOf, machines, pay, reported, response, right } from '../given.ts'
import { readDelivery } from '../read-delivery.ts'

const pf = payfold(machines)
const stream = 'payment-pay_1' as Stream
const AT = instantOf('2026-03-04T10:00:00Z')
const ASKED = '2026-03-04T11:10:00Z'
const LATER = instantOf('2026-03-04T11:20:00Z')

/** A payment of 10000 that was captured. */
const paidBy = (method: 'sepa' | 'ticket') => [
  reported(
    'payment_pending',
    {
      ...pay,
      amount: 10_000,
      currency: method === 'sepa' ? 'EUR' : 'ARS',
      method,
      ...(method === 'sepa' ? { sourceId: 'src_1' } : {}),
    },
    { at: '2026-03-02T10:00:00Z', id: 'evt_pending' },
  ),
  reported(
    'payment_captured',
    { ...pay, actionId: 'act_c', amount: 10_000 },
    { at: '2026-03-03T10:00:00Z', id: 'evt_captured' },
  ),
]

const refund = (id: string, amount?: number, approved?: boolean) => ({
  id,
  type: 'Refund',
  ...(amount === undefined ? {} : { amount }),
  ...(approved === undefined ? {} : { approved }),
})

const asked = (
  state: ReturnType<typeof pf.fold>,
  commandId: string,
  amount: number,
  now: Instant,
) =>
  pf.decide(state, {
    type: 'requestRefund',
    data: { ...pay, amount },
    metadata: { commandId, now },
  } as never)

/**
 * Refunds of some amounts, 301 seconds apart, whose answers were lost; then a list of actions. `between` is
 * reported after the first of them.
 */
const listed = (
  method: 'sepa' | 'ticket',
  amounts: readonly number[],
  rows: readonly ReturnType<typeof refund>[],
  between: readonly ReturnType<typeof reported>[] = [],
  askedAt = ASKED,
) => {
  const known = paidBy(method)
  const waiting = [...between]
  for (const [place, amount] of amounts.entries()) {
    const at = shift(AT, place * 301)
    const command = asked(pf.fold(stream, known), `refund-${place + 1}`, amount, at)
    known.push(...right(command).events)
    // what is received before the next command is decided
    const count = waiting.filter((each) => receivedAt(each) <= shift(at, 300)).length
    known.push(...waiting.splice(0, count))
  }
  known.push(...waiting)
  const capture = { id: 'act_c', type: 'Capture', amount: 10_000, approved: true }
  const body = [capture, ...rows]
  const about = { params: { id: 'pay_1' }, askedAt, recordedAt: askedAt, body }
  const list = right(readDelivery(response('getPaymentActions', about)))
  const state = pf.fold(stream, [...known, ...list.map(({ event }) => event)])
  const became = amounts.map((_, place) => {
    const status = right(pf.commandStatus(state, `refund-${place + 1}`, LATER))
    return [status?.state, status?.id]
  })
  return { state, became }
}

const became = (...given: Parameters<typeof listed>) => listed(...given).became

describe('a command is given a row that holds money before one that failed', () => {
  test.each([
    ['act_1', 'act_2'],
    ['act_2', 'act_1'],
  ])('whatever their ids: %s failed, %s did not', (failed, other) => {
    for (const [approved, state] of [
      [true, 'done'],
      [undefined, 'taken'],
    ] as const) {
      const rows = [refund(failed, 3000, false), refund(other, 3000, approved)]
      for (const method of ['sepa', 'ticket'] as const) {
        expect(became(method, [3000], rows)).toEqual([[state, other]])
        expect(became(method, [3000], rows.toReversed())).toEqual([[state, other]])
      }
    }
  })

  test('also one that names no amount; and one that failed if there is no other', () => {
    const failed = refund('act_1', 3000, false)
    expect(became('sepa', [3000], [failed, refund('act_2', undefined, true)])).toEqual([
      ['done', 'act_2'],
    ])
    expect(became('sepa', [3000], [failed])).toEqual([['failed', 'act_1']])
  })
})

test.each([
  ['act_1', 'act_2'],
  ['act_2', 'act_1'],
])(
  'a command that two rows name is what was carried out: %s failed, %s did not',
  (failed, done) => {
    const rows = [refund(failed, 3000, false), refund(done, 3000, true)]
    const named = rows.map((row) => ({ ...row, reference: 'refund-1' }))
    for (const method of ['sepa', 'ticket'] as const) {
      expect(became(method, [3000], named)).toEqual([['done', done]])
    }
  },
)

describe('a row counts as the list that decides shows it', () => {
  const said = (type: string, seconds: number, amount = 3000) =>
    reported(
      type,
      { ...pay, actionId: 'act_1', amount },
      { at: shift(AT, seconds), id: `evt_${type}` },
    )
  const done = refund('act_2', 3000, true)

  test('not as one that was done before it failed, nor with another amount', () => {
    const before = [said('payment_refunded', 60), said('payment_refund_declined', 120)]
    const failed = refund('act_1', 3000, false)
    expect(listed('sepa', [3000], [failed, done], before).became[0]).toEqual(['done', 'act_2'])
    const of3000 = [said('payment_refund_pending', 60)]
    const of2000 = [refund('act_1', 2000, false), done]
    expect(listed('sepa', [3000], of2000, of3000).became[0]).toEqual(['done', 'act_2'])
  })
})

describe('as many commands are taken as there are rows', () => {
  const rows = [refund('act_1', 3000, false), refund('act_2', 3000, true)]
  const at = (seconds: number) =>
    reported(
      'payment_refund_declined',
      { ...pay, actionId: 'act_1', amount: 3000 },
      { at: shift(AT, seconds), id: 'evt_1' },
    )

  test.each(['sepa', 'ticket'] as const)(
    'of %s: one hands the row that it may have on',
    (method) => {
      // the second may not have what was reported before it was recorded, by more than the tolerance
      expect(listed(method, [3000, 3000], rows, [at(0)]).became).toEqual([
        ['failed', 'act_1'],
        ['done', 'act_2'],
      ])
      expect(listed(method, [3000, 3000], rows.slice(1), [at(0)]).became).toEqual([
        ['done', 'act_2'],
        ['ended', null],
      ])
    },
  )
})

test('a row with the id of a command as its reference is of it, whatever another message says', () => {
  const row = { ...refund('act_1', 3000, true), reference: 'refund-1' }
  const other = reported(
    'payment_refunded',
    { ...pay, actionId: 'act_1', amount: 3000, commandId: 'refund-2' },
    { at: shift(AT, 60), id: 'evt_1' },
  )
  const { became } = listed('sepa', [3000, 3000], [row], [other])
  expect(became).toEqual([
    ['done', 'act_1'],
    ['done', 'act_1'],
  ])
})

describe('a fee that was kept back', () => {
  const less = [refund('act_1', 2950, true)]

  test('from a refund of a ticket: the row of less is the command’s', () => {
    const { state } = listed('ticket', [3000], less)
    expect(became('ticket', [3000], less)).toEqual([['done', 'act_1']])
    expect(right(asked(state, 'refund-1', 3000, LATER))).toMatchObject({ events: [] })
    expect(became('ticket', [3000], [refund('act_1', 2950)])).toEqual([['taken', 'act_1']])
    // more is no fee
    expect(became('ticket', [3000], [refund('act_1', 3001, true)])).toEqual([['ended', null]])
  })

  test('is unknown to SEPA: there the amount is exact', () => {
    expect(became('sepa', [3000], less)).toEqual([['ended', null]])
  })

  test('an equal row comes first, then the nearest, whatever was recorded first', () => {
    const rows = [refund('act_1', 1000, true), refund('act_2', 2950, true)]
    for (const all of [rows, rows.toReversed()]) {
      expect(became('ticket', [3000], [...all, refund('act_3', 3000, true)])).toEqual([
        ['done', 'act_3'],
      ])
      expect(became('ticket', [3000], all)).toEqual([['done', 'act_2']])
      for (const own of [1000, 1020]) {
        expect(became('ticket', [3000, own], all)).toEqual([
          ['done', 'act_2'],
          ['done', 'act_1'],
        ])
        expect(became('ticket', [own, 3000], all)).toEqual([
          ['done', 'act_1'],
          ['done', 'act_2'],
        ])
      }
    }
    expect(became('ticket', [3000, 1000], [refund('act_1', 1000, true)])).toEqual([
      ['ended', null],
      ['done', 'act_1'],
    ])
  })

  test('a row of less is of a later command that it fits better, though no list decides that yet', () => {
    const rows = [refund('act_1', 2950, true)]
    // 301 seconds later, the second may not be shown yet
    expect(became('ticket', [5000, 3000], rows, [], '2026-03-04T11:05:00Z')).toEqual([
      ['ended', null],
      ['unanswered', null],
    ])
    expect(became('ticket', [5000, 3000], rows)).toEqual([
      ['ended', null],
      ['done', 'act_1'],
    ])
  })

  test('a row of less that holds money comes before an equal one that failed', () => {
    const failed = refund('act_0', 3000, false)
    expect(became('ticket', [3000], [failed, ...less])).toEqual([['done', 'act_1']])
  })
})

describe('a row that two commands may have', () => {
  /** Late enough for three commands. */
  const LATE = '2026-03-04T11:15:00Z'
  const bearing = (data: object, type = 'payment_refund_pending') =>
    reported(
      type,
      { ...pay, amount: 3000, commandId: 'refund-1', ...data },
      { at: shift(AT, 60), id: 'evt_1' },
    )

  test('is of one that was taken before one that nobody answered', () => {
    const row = [refund('act_1', 3000, true)]
    expect(became('sepa', [3000, 3000], row)).toEqual([
      ['done', 'act_1'],
      ['ended', null],
    ])
    const second = bearing({ commandId: 'refund-2' })
    expect(became('sepa', [3000, 3000], row, [second])).toEqual([
      ['ended', null],
      ['done', 'act_1'],
    ])
  })

  test('is not of one whose own action the list lacks', () => {
    const own = bearing({ actionId: 'act_9' }, 'payment_refunded')
    const row = [refund('act_1', 3000, true)]
    expect(became('sepa', [3000, 3000], row, [own])).toEqual([
      ['done', 'act_9'],
      ['done', 'act_1'],
    ])
    const codes = ({ state }: ReturnType<typeof listed>) => state.findings.map(({ code }) => code)
    // a row that may be it, under another id, denies nothing
    expect(codes(listed('sepa', [3000], row, []))).not.toContain('TakenAfterAll')
    expect(became('sepa', [3000], row)).toEqual([['done', 'act_1']])
    expect(codes(listed('sepa', [3000, 1], row, [own]))).not.toContain('TakenAfterAll')
    expect(codes(listed('sepa', [3000, 1], [], [own]))).toContain('TakenAfterAll')
  })

  test('is of the one that it fits best, though another one has no other', () => {
    const rows = [refund('act_1', 2950, true), refund('act_2', 2000, true)]
    for (const all of [rows, rows.toReversed()]) {
      expect(became('ticket', [2960, 2970, 2050], all, [], LATE)).toEqual([
        ['done', 'act_1'],
        ['ended', null],
        ['done', 'act_2'],
      ])
    }
  })

  test('is handed on along several commands, each of which has another', () => {
    const known = (seconds: number, id: string) =>
      reported(
        'payment_refund_pending',
        { ...pay, actionId: id, amount: 1000 },
        { at: shift(AT, seconds), id: `evt_${id}` },
      )
    // none may have what was reported before it, and what failed is the last that one takes
    const between = [known(0, 'act_1'), known(301, 'act_2'), known(602, 'act_3')]
    const rows = ['act_1', 'act_2', 'act_3'].map((id) => refund(id, 1000, id !== 'act_1'))
    expect(became('sepa', [1000, 1000, 1000], rows, between, LATE)).toEqual([
      ['failed', 'act_1'],
      ['done', 'act_2'],
      ['done', 'act_3'],
    ])
  })
})

test('a clock that lags frees no money: no row is of a command that is not recorded yet', () => {
  const listed = reported(
    'actions_listed',
    {
      ...pay,
      askedAt: '2026-04-10T10:00:00Z',
      actions: [
        { id: 'act_c', kind: 'capture', amount: 10_000, approved: true },
        { id: 'act_nobody', kind: 'refund', amount: 7, approved: true },
      ],
      unread: 0,
    },
    { at: null, recordedAt: '2026-04-10T10:00:01Z', id: 'evt_list' },
  )
  const state = pf.fold(stream, [...paidBy('ticket'), listed])
  const [refunding] = right(pf.allowed(state, AT))
  expect(refunding?.amount?.most).toBe(9993)
})

describe('an action that answers one command, with the reference of an order that another was sent with', () => {
  const answered = (): readonly (readonly [string, object])[] => {
    const first = right(asked(pf.fold(stream, paidBy('sepa')), 'refund-1', 3000, AT)).events
    const response = { ...pay, actionId: 'act_1', commandId: 'refund-1', amount: 3000 }
    const answer = reported('refund_requested', response, { at: shift(AT, 2), id: 'evt_1' })
    const known = [
      ...paidBy('sepa'),
      ...first,
      { ...answer, metadata: { ...answer.metadata, source: 'response' as const } },
    ]
    const data = { ...pay, amount: 3000, reference: 'order-7' }
    const metadata = { commandId: 'refund-2', now: shift(AT, 301) }
    const wanted = { type: 'requestRefund', data, metadata } as never
    const second = right(pf.decide(pf.fold(stream, known), wanted)).events
    const action = { ...pay, actionId: 'act_1', amount: 3000, reference: 'order-7' }
    const webhook = reported('payment_refunded', action, { at: shift(AT, 360), id: 'evt_2' })
    const state = pf.fold(stream, [...known, ...second, webhook])
    const statuses = ['refund-1', 'refund-2'].map((id) => right(pf.commandStatus(state, id, LATER)))
    const sums = right(pf.sums(state as never))
    return [
      ...statuses.map((each) => [each?.state ?? '', { id: each?.id }] as const),
      ['sums', sums ?? {}],
    ]
  }

  test('is of the command that it answers: the other is unanswered, and holds its amount', () => {
    expect(answered()).toMatchObject([
      ['done', { id: 'act_1' }],
      ['unanswered', { id: null }],
      ['sums', { refunded: 3000, refunding: 3000, refundable: 4000 }],
    ])
  })
})

test('a row that the provider dates long before a refund may be of it: only a payment is found by an order', () => {
  const known = pf.fold(stream, paidBy('sepa'))
  const wanted = right(asked(known, 'refund-1', 3000, AT)).events
  const rows = [{ ...refund('act_1', 3000, true), processed_on: '2026-03-01T10:00:00Z' }]
  const list = right(
    readDelivery({
      ...{ kind: 'response', endpoint: 'getPaymentActions', params: { id: 'pay_1' } },
      ...{ askedAt: ASKED, receivedAt: shift(instantOf(ASKED), 1), status: 200, body: rows },
    }),
  ).map(({ event }) => event)
  const state = pf.fold(stream, [...paidBy('sepa'), ...wanted, ...list])
  expect(right(pf.commandStatus(state, 'refund-1', LATER))).toMatchObject({ id: 'act_1' })
})

test('a response to a later command takes no row from the one that a list has given it', () => {
  const known = [...paidBy('sepa')]
  known.push(...right(asked(pf.fold(stream, known), 'refund-1', 3000, AT)).events)
  const body = [refund('act_1', 3000, true), { ...refund('act_c', 10_000, true), type: 'Capture' }]
  const about = { params: { id: 'pay_1' }, askedAt: ASKED, recordedAt: ASKED, body }
  known.push(...right(readDelivery(response('getPaymentActions', about))).map(({ event }) => event))
  known.push(...right(asked(pf.fold(stream, known), 'refund-2', 500, LATER)).events)
  const answer = { ...pay, actionId: 'act_1', commandId: 'refund-2', amount: 500 }
  const at = { at: null, recordedAt: shift(LATER, 2), source: 'response', id: 'evt_2' } as const
  const state = pf.fold(stream, [...known, reported('refund_requested', answer, at)])
  const status = right(pf.commandStatus(state, 'refund-1', shift(LATER, 600)))
  expect([status?.state, status?.id]).toEqual(['done', 'act_1'])
})
