/** The findings about a payment as a whole: its ends, its look-ups, sums below zero, what is overruled. */
import { describe, expect, test } from 'vitest'
import { sepaPayment, ticketPayment } from '../../../machines/index.ts'
import type { Finding } from '../../../src/contract/finding.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { given, pay, reported } from '../../given.ts'

const at = '2026-03-02T10:00:00Z'
const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  { id: 'evt_p', at: '2026-03-01T10:00:00Z' },
)
const inPesos = { ...pending, data: { ...pending.data, currency: 'ARS' } }
const captured = (on: string | null = at, more: object = {}, recordedAt = on ?? at) =>
  reported(
    'payment_captured',
    { ...pay, actionId: 'act_c', amount: 1000, ...more },
    { id: 'evt_c', at: on, recordedAt },
  )
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
const row = (kind: string, id: string, amount: number, approved = true) => ({
  kind,
  id,
  amount,
  approved,
})
const listed = (askedAt: string, ...actions: readonly object[]) =>
  reported(
    'actions_listed',
    { ...pay, askedAt, actions, unread: 0 },
    { id: `evt_list${askedAt}`, at: null, recordedAt: askedAt, source: 'response' },
  )
const shown = (data: object, askedAt = '2026-03-09T10:00:00Z') =>
  reported(
    'state_observed',
    { ...pay, askedAt, ...data },
    { id: 'evt_s', at: askedAt, recordedAt: askedAt, source: 'response' },
  )

const paid = [pending, captured()]
const findings = (...events: readonly DomainEvent[]): readonly Finding[] =>
  given(sepaPayment, ...events).findings
const codes = (...events: readonly DomainEvent[]) => findings(...events).map(({ code }) => code)

describe('an end of a payment that was captured', () => {
  const end = (how: string, on: string | null, recordedAt = on ?? at) =>
    reported(`payment_${how}`, pay, { id: `evt_${how}`, at: on, recordedAt })
  const declined = (on: string | null, recordedAt = on ?? at) => end('declined', on, recordedAt)

  test('is a doubt that the list of actions settles, with the end and the capture as evidence', () => {
    expect(findings(...paid, declined('2026-03-09T10:00:00Z'))).toEqual([
      {
        code: 'Superseded',
        compared: {
          capturedAt: '2026-03-02T10:00:00.0000000Z',
          endedAt: '2026-03-09T10:00:00.0000000Z',
        },
        key: 'payment_declined',
        at: '2026-03-09T10:00:00.0000000Z',
        events: ['evt_c', 'evt_declined'],
        asks: 'getPaymentActions',
      },
    ])
  })

  test('is none if it was received before any report of the capture', () => {
    const [on, before] = ['2026-03-03T10:00:00Z', '2026-03-02T09:59:59.9999999Z']
    expect(codes(...paid, declined(on, before))).toEqual([])
    expect(codes(...paid, declined(on, at))).toEqual(['Superseded'])
  })

  test('is none if it happened before the capture by the tolerance', () => {
    const late = '2026-03-09T10:00:00Z'
    expect(codes(...paid, declined('2026-03-02T09:59:00Z', late))).toEqual([])
    expect(codes(...paid, declined('2026-03-02T09:59:00.0000001Z', late))).toEqual(['Superseded'])
  })

  test('happened when it was received if it has no time', () => {
    expect(codes(...paid, declined(null, '2026-03-02T09:59:59Z'))).toEqual([])
    expect(codes(...paid, declined(null, '2026-03-02T10:00:00Z'))).toEqual(['Superseded'])
  })

  test('has no finding while no capture is known', () => {
    expect(codes(pending, declined(at))).toEqual([])
  })

  test('may be one that only payments of the other method have', () => {
    const at = '2026-03-09T10:00:00Z'
    const expired = reported('payment_expired', pay, { id: 'evt_x', at })
    const { findings: doubts, parked } = given(sepaPayment, ...paid, expired)
    expect(doubts).toMatchObject([{ code: 'Superseded', key: 'payment_expired' }])
    expect(parked).toMatchObject([{ reason: 'NotOfThisLifecycle' }])
    const list = reported(
      'actions_listed',
      {
        ...pay,
        askedAt: '2026-03-11T10:00:00Z',
        actions: [{ id: 'act_c', kind: 'capture', amount: 1000, approved: true }],
        unread: 0,
      },
      { id: 'evt_list', at: null, recordedAt: '2026-03-11T10:00:00Z' },
    )
    expect(codes(...paid, expired, list)).toEqual([])
    const canceled = reported('payment_canceled', pay, { id: 'evt_x', at })
    expect(given(ticketPayment, inPesos, captured(), canceled).findings).toMatchObject([
      { code: 'Superseded', key: 'payment_canceled' },
    ])
  })

  test('is one doubt if there are several, with all of them as evidence', () => {
    const both = [end('canceled', '2026-03-10T10:00:00Z'), declined('2026-03-09T10:00:00Z')]
    expect(findings(...paid, ...both)).toMatchObject([
      { code: 'Superseded', events: ['evt_c', 'evt_canceled', 'evt_declined'] },
    ])
  })

  test('may be an expiry, on a ticket', () => {
    const all = [inPesos, captured(), end('expired', '2026-03-09T10:00:00Z')]
    expect(given(ticketPayment, ...all).findings).toMatchObject([
      { code: 'Superseded', key: 'payment_expired' },
    ])
  })

  test('is settled by a list that was asked for the lag after it was received, and shows the capture', () => {
    const all = [...paid, declined('2026-03-09T10:00:00Z')]
    const asked = (askedAt: string) => codes(...all, listed(askedAt, row('Capture', 'act_c', 1000)))
    expect(asked('2026-03-09T10:04:59.9999999Z')).toEqual(['Superseded'])
    expect(asked('2026-03-09T10:05:00Z')).toEqual([])
  })
})

describe('a payment without money', () => {
  const end = (how: string, on: string) =>
    reported(`payment_${how}`, pay, { id: `evt_${how}`, at: on })

  test('ends in one way: two are a finding, with both as evidence', () => {
    const [first, second] = [end('declined', at), end('canceled', '2026-03-03T10:00:00Z')]
    expect(codes(pending, first)).toEqual([])
    expect(findings(pending, first, second)).toMatchObject([
      {
        code: 'EndsContradict',
        event: 'payment_canceled',
        others: ['payment_declined'],
        events: ['evt_declined', 'evt_canceled'],
      },
    ])
  })
})

describe('a refund that failed after it had succeeded', () => {
  const done = refund('payment_refunded', '2026-03-04T10:00:00Z')
  const failed = refund('payment_refund_declined', '2026-03-05T10:00:00Z')

  test('is a doubt about that refund, and counts as done: what failed counts nothing', () => {
    expect(findings(...paid, done, failed)).toEqual([
      {
        code: 'RefundReversed',
        compared: {
          doneAt: '2026-03-04T10:00:00.0000000Z',
          failedAt: '2026-03-05T10:00:00.0000000Z',
        },
        key: 'payment_refunded:act_1',
        at: '2026-03-05T10:00:00.0000000Z',
        events: [done, failed].map(({ metadata }) => metadata.eventId).sort(),
        asks: 'getPaymentActions',
      },
      {
        code: 'Overruled',
        compared: { replaced: 'payment_refund_declined 400', counts: 'payment_refunded 400' },
        key: 'payment_refund_declined:evt_payment_refund_declinedact_1',
        at: failed.metadata.occurredAt?.replace('Z', '.0000000Z'),
      },
    ])
  })

  test('is a doubt whichever came first', () => {
    const early = refund('payment_refund_declined', '2026-03-03T10:00:00Z')
    expect(codes(...paid, early, done)).toContain('RefundReversed')
  })

  test('has no finding if it only failed, or only succeeded', () => {
    expect(codes(...paid, failed)).toEqual([])
    expect(codes(...paid, done)).toEqual([])
  })
})

describe('more money back than came in', () => {
  test('is reported at the last refund or chargeback, with the missing amount', () => {
    const first = refund('payment_refunded', '2026-03-04T10:00:00Z', 900)
    const lost = refund('payment_chargeback', '2026-03-06T10:00:00Z', 300, {}, 'act_2')
    const open = refund('refund_requested', '2026-03-07T10:00:00Z', 500, {}, 'act_3')
    expect(findings(...paid, lost, open, first)).toEqual([
      {
        code: 'NegativeNet',
        compared: { captured: 1000, refunded: 900, chargedBack: 300 },
        key: 'payment_chargeback:act_2',
        at: '2026-03-06T10:00:00.0000000Z',
        net: -200,
        currency: 'EUR',
      },
      {
        code: 'RefundAtRisk',
        compared: { left: -200, refunding: 500 },
        key: 'refund_requested:act_3',
        at: '2026-03-07T10:00:00.0000000Z',
        short: 500,
        currency: 'EUR',
      },
      // the answer to a request is a report of it
      {
        code: 'MoreThanCaptured',
        compared: { captured: 1000, refunded: 1400, by: 400, currency: 'EUR' },
        key: 'payment_refunded',
        at: '2026-03-07T10:00:00.0000000Z',
        events: ['evt_payment_refundedact_1', 'evt_refund_requestedact_3'],
        asks: 'getPaymentActions',
      },
    ])
  })

  test('is reported at the same one of several that clocks cannot order', () => {
    // two messages of one kind with ids of their own are two chargebacks; below half, they are never one
    const lost = (on: string, actionId: string) =>
      refund('payment_chargeback', `2026-03-06T10:${on}Z`, 500, {}, actionId)
    const back = refund('payment_refunded', '2026-03-05T10:00:00Z', 100)
    const keys = (...events: readonly DomainEvent[]) =>
      findings(...paid, back, ...events).flatMap(({ code, key }) =>
        code === 'NegativeNet' ? [key] : [],
      )
    const [first, second] = ['payment_chargeback:act_2', 'payment_chargeback:act_3']
    expect(keys(lost('00:00', 'act_2'), lost('01:00', 'act_3'))).toEqual([second])
    expect(keys(lost('01:00', 'act_2'), lost('00:00', 'act_3'))).toEqual([second])
    expect(keys(lost('01:00.0000001', 'act_2'), lost('00:00', 'act_3'))).toEqual([first])
  })

  test('counts no refund that was only requested or begun, which is at risk', () => {
    const open = refund('refund_requested', '2026-03-04T10:00:00Z', 600)
    const begun = refund('payment_refund_pending', '2026-03-04T10:00:00Z', 401, {}, 'act_2')
    expect(codes(...paid, open, begun)).not.toContain('NegativeNet')
    expect(codes(...paid, open, begun)).toContain('RefundAtRisk')
    const less = refund('payment_refund_pending', '2026-03-04T10:00:00Z', 400, {}, 'act_2')
    expect(codes(...paid, open, less)).toEqual([])
  })

  test('is a doubt where it was refunded, and the last list does not show all of it', () => {
    const open = refund('payment_refund_pending', '2026-03-04T10:00:00Z', 600)
    const rest = (amount: number) =>
      refund('payment_refunded', '2026-03-04T10:00:00Z', amount, {}, 'act_2')
    expect(codes(...paid, open, rest(400))).toEqual([])
    expect(codes(...paid, open, rest(401))).toContain('MoreThanCaptured')
    const rows = [row('Capture', 'act_c', 1000), row('Refund', 'act_2', 401)]
    const two = [refund('payment_refunded', '2026-03-04T10:00:00Z', 600), rest(401)]
    const asked = '2026-03-05T10:00:00Z'
    expect(codes(...paid, ...two, listed(asked, ...rows))).toContain('MoreThanCaptured')
    const all = codes(...paid, ...two, listed(asked, ...rows, row('Refund', 'act_1', 600)))
    expect(all).not.toContain('MoreThanCaptured')
    expect(all).toContain('NegativeNet')
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
    expect(codes(...nameless, done)).not.toContain('NegativeNet')
    expect(codes(...nameless, done)).toContain('CapturedDiffers')
  })
})

describe('a look-up of a payment', () => {
  const refunded = refund('payment_refunded', '2026-03-04T10:00:00Z')
  const balances = (counted: number, askedAt?: string) =>
    shown({ status: 'partially_refunded', balances: { refunded: counted } }, askedAt)

  test('that agrees with the ledger is no finding', () => {
    expect(codes(...paid, refunded, balances(400))).toEqual([])
    expect(codes(...paid, refunded, shown({ status: 'partially_refunded' }))).toEqual([])
    expect(codes(...paid, shown({ status: 'captured' }))).toEqual([])
    expect(codes(...paid, shown({}))).toEqual([])
  })

  test('is a doubt if it shows more refunded than was begun, or less than was done', () => {
    expect(findings(...paid, refunded, balances(401))).toEqual([
      {
        code: 'StatementDiffers',
        compared: {
          status: 'partially_refunded',
          captured: 1000,
          shownRefunded: 401,
          refunded: 400,
          refundedLeast: 400,
        },
        key: 'evt_s',
        at: '2026-03-09T10:00:00.0000000Z',
        events: ['evt_s'],
        asks: 'getPaymentActions',
      },
    ])
    expect(codes(...paid, refunded, balances(399))).toEqual(['StatementDiffers'])
  })

  test('may lack what was done less than the lag before it was asked for', () => {
    const short = (askedAt: string) =>
      codes(...paid, refunded, shown({ balances: { refunded: 0 } }, askedAt))
    expect(short('2026-03-04T10:04:59.9999999Z')).toEqual([])
    expect(short('2026-03-04T10:05:00Z')).toEqual(['StatementDiffers'])
  })

  test('may show or lack a refund that was only requested or begun, or that failed', () => {
    for (const type of ['refund_requested', 'payment_refund_pending', 'payment_refund_declined']) {
      const begun = refund(type, '2026-03-04T10:00:00Z')
      const counted = (sum: number) => codes(...paid, begun, shown({ balances: { refunded: sum } }))
      expect([type, counted(0), counted(400)]).toEqual([type, [], []])
      expect([type, counted(401)]).toEqual([type, ['StatementDiffers']])
    }
  })

  test('may show no refund that was begun after it was asked for', () => {
    const early = (askedAt: string) => codes(...paid, refunded, balances(400, askedAt))
    expect(early('2026-03-04T10:00:00Z')).toEqual([])
    expect(early('2026-03-04T09:59:59.9999999Z')).toEqual(['StatementDiffers'])
  })

  test.each(['pending', 'declined', 'canceled', 'cancelled'])(
    'that shows %s is a doubt if a capture was received the lag before',
    (status) => {
      const late = (recordedAt: string) =>
        codes(pending, captured(at, {}, recordedAt), shown({ status }))
      expect(late('2026-03-09T09:55:00Z')).toContain('StatementDiffers')
      expect(late('2026-03-09T09:55:00.0000001Z')).not.toContain('StatementDiffers')
    },
  )

  test('that shows Refunded is a doubt while fewer refunds were begun than was captured', () => {
    const rest = (amount: number) =>
      refund('payment_refund_pending', '2026-03-05T10:00:00Z', amount, {}, 'act_2')
    const full = shown({ status: 'refunded' })
    expect(codes(...paid, refunded, rest(600), full)).toEqual([])
    expect(codes(...paid, refunded, rest(599), full)).toEqual(['StatementDiffers'])
    expect(codes(...paid, refunded, full)).toEqual(['StatementDiffers'])
    expect(codes(...paid, shown({ status: 'partially_refunded' }))).toEqual(['StatementDiffers'])
  })

  test('says nothing if a list was asked for then or later, or it names no time of its own', () => {
    const wrong = balances(401)
    const rows = [row('Capture', 'act_c', 1000), row('Refund', 'act_1', 400)]
    const list = (askedAt: string) => codes(...paid, refunded, wrong, listed(askedAt, ...rows))
    expect(list('2026-03-09T10:00:00Z')).toEqual([])
    expect(list('2026-03-09T09:59:59.9999999Z')).toEqual(['StatementDiffers'])
    const { askedAt: _, ...data } = Object(wrong.data)
    expect(codes(...paid, refunded, { ...wrong, data })).toEqual([])
  })

  test('that shows a capture makes the payment captured, whatever end was known', () => {
    const declined = reported('payment_declined', pay, { id: 'evt_e', at, recordedAt: at })
    const state = given(sepaPayment, pending, declined, shown({ status: 'captured' }))
    expect(state.status).toBe('captured')
  })
})

test('messages that a later statement replaces are kept, and shown as overruled', () => {
  const wrong = refund('payment_refunded', '2026-03-04T10:00:00Z', 400, {}, 'act_9')
  const capture = row('Capture', 'act_c', 1000)
  const twice = ['2026-03-05T10:00:00Z', '2026-03-05T10:05:00Z'].map((on) => listed(on, capture))
  const state = given(sepaPayment, ...paid, wrong, ...twice)
  expect(state.findings.map(({ code }) => code)).toEqual(['Overruled'])
  expect(state.occurrences.filter(({ disposition }) => disposition === 'overruled')).toMatchObject([
    { type: 'payment_refunded', events: [wrong] },
  ])
  const soon = listed('2026-03-05T10:04:59.9999999Z', capture)
  expect(codes(...paid, wrong, twice[0] as DomainEvent, soon)).toEqual(['StatementDiffers'])
})
