/** What a state leaves open, and the one request that would settle it. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Question } from '../../src/judge/questions.ts'
import { windows } from '../../src/judge/windows.ts'
import type { Stream } from '../../src/words/stream.ts'
import { given, instantOf, machines, pay, reported, sid, src, summary } from '../given.ts'
import { foldStream, questions as questionsOf } from '../root.ts'

const at = '2026-03-02T10:00:00Z'
const pending = reported(
  'payment_pending',
  { ...pay, ...src, amount: 1000, currency: 'EUR' },
  { id: 'evt_p', at },
)
const captured = reported('payment_captured', { ...pay, amount: 1000 }, { id: 'evt_c', at })
const paid = [pending, captured]
const actions = { endpoint: 'getPaymentActions', params: { id: 'pay_1' } }
const getSession = { endpoint: 'getSession', params: { session_id: 'sid_1' } }
const getSource = { endpoint: 'getSource', params: { id: 'src_1' } }

/** The open questions without their ids and events. */
const questions = (
  ...asked: Parameters<typeof questionsOf>
): readonly Omit<Question, 'id' | 'reason' | 'events'>[] =>
  questionsOf(...asked).map(({ key, because, request }) => ({ key, because, request }))

const of = (...events: readonly DomainEvent[]) => questions(given(sepaPayment, ...events))

test('a state that leaves nothing open asks nothing', () => {
  expect(of()).toEqual([])
  expect(of(...paid)).toEqual([])
  expect(questions(given(session, reported('session_created', sid)))).toEqual([])
})

test('a parked occurrence that no look-up would explain raises none', () => {
  const strange = reported('payment_capture_pending', pay, { id: 'evt_x' })
  const other = reported('payment_captured', { paymentId: 'pay_2', amount: 1 }, { id: 'evt_y' })
  const sepa = { ...pending, data: { ...pending.data, method: 'sepa' } }
  const all = [sepa, captured, strange, other]
  const state = foldStream(machines)('payment-pay_1' as Stream, all)
  expect(summary(state).parked.toSorted()).toEqual(['NotOfThisLifecycle', 'OtherSubject'])
  expect(questions(state)).toEqual([])
})

test('a message that is not understood asks for the payment until its method is known', () => {
  const unread = reported('unrecognised', { name: 'payment_chargeback', path: 'data.amount' })
  const asks = (...events: readonly DomainEvent[]) =>
    questionsOf(foldStream(machines)('payment-pay_1' as Stream, [unread, ...events])).map(
      ({ reason, request }) => [reason, request?.endpoint],
    )
  const looked = (data: object) =>
    reported(
      'state_observed',
      { ...pay, status: 'captured', askedAt: '2026-03-03T10:00:00Z', ...data },
      { at: null, recordedAt: '2026-03-03T10:00:00Z', source: 'response' },
    )
  expect(asks()).toEqual([['Unassigned', 'getPayment']])
  expect(new Set(asks(looked({})).map(String))).toEqual(new Set(['Unassigned,getPayment']))
  expect(asks(looked({ method: 'other' }))).toEqual([])
  const named = asks(looked({ method: 'sepa' })).map(([reason]) => reason)
  expect(named).toContain('Unread')
  expect(named).not.toContain('Unassigned')
})

/** The list of actions, asked for at a time, with the capture and these rows. */
const listed = (askedAt: string, rows: readonly object[] = [], data: object = {}) =>
  reported(
    'actions_listed',
    {
      ...pay,
      askedAt,
      actions: [{ id: 'act_c', kind: 'capture', amount: 1000, approved: true }, ...rows],
      unread: 0,
      ...data,
    },
    { id: `evt_l${askedAt}`, at: null, recordedAt: askedAt, source: 'response' },
  )

describe('a doubt', () => {
  const declined = reported('payment_declined', pay, { id: 'evt_d', at: '2026-03-09T10:00:00Z' })

  test('asks for the list, of use once it covers what is in doubt: from the lag after its receipt', () => {
    expect(of(...paid, declined)).toEqual([
      {
        key: 'payment_declined',
        because: 'payment_declined was reported although the money had been captured.',
        request: { ...actions, from: '2026-03-09T10:05:00.0000000Z' },
      },
    ])
    const stray = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u', at })
    expect(of(...paid, stray)).toMatchObject([
      {
        key: 'payment_refunded:event:evt_u',
        request: { ...actions, from: '2026-03-02T10:05:00.0000000Z' },
      },
    ])
  })

  test('that one list does not settle asks for a second, the lag after the first', () => {
    const refunded = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_9', amount: 400 },
      { id: 'evt_r', at: '2026-03-09T10:00:00Z' },
    )
    const first = listed('2026-03-10T10:00:00Z')
    expect(of(...paid, refunded, first)).toMatchObject([
      {
        key: 'payment_refunded:act_9',
        because: expect.stringContaining('contradicts'),
        request: { ...actions, from: '2026-03-10T10:05:00.0000000Z' },
      },
    ])
    const soon = of(...paid, refunded, first, listed('2026-03-10T10:04:59.9999999Z'))
    expect(soon).toMatchObject([{ key: 'payment_refunded:act_9' }])
    expect(of(...paid, refunded, first, listed('2026-03-10T10:05:00Z'))).toEqual([])
  })

  test('that two lists leave open asks for a person, and not for a list again', () => {
    const refunded = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 400 },
      { id: 'evt_r', at: '2026-03-09T10:00:00Z' },
    )
    const row = (amount: number) => [{ id: 'act_1', kind: 'refund', amount, approved: true }]
    const lists = [
      listed('2026-03-10T10:00:00Z', row(500)),
      listed('2026-03-11T10:00:00Z', row(600)),
    ]
    const requests = (...more: readonly DomainEvent[]) =>
      of(...paid, refunded, ...more).map(({ request }) => request?.endpoint ?? null)
    expect(requests(...lists.slice(0, 1))).toEqual(['getPaymentActions', 'getPaymentActions'])
    expect(requests(...lists)).toEqual(['getPaymentActions', 'getPaymentActions'])
    expect(requests(...lists, listed('2026-03-12T10:00:00Z', row(700)))).toEqual([null, null])
  })

  describe('that a look-up raises, after lists that did not', () => {
    const row = (data: object = {}) => ({
      ...{ id: 'act_1', kind: 'refund', amount: 300, approved: true },
      ...data,
    })
    const refunded = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 300 },
      { id: 'evt_r', at: '2026-03-04T10:00:00Z' },
    )
    const from = (...more: readonly DomainEvent[]) =>
      of(...paid, ...more).map(({ request }) => request?.from ?? null)
    const seen = (askedAt: string) =>
      reported(
        'state_observed',
        { ...pay, askedAt, status: 'partially_refunded', captured: 1000, refunded: 300 },
        { id: `evt_s${askedAt}`, at: null, recordedAt: askedAt, source: 'response' },
      )
    const old = [listed('2026-03-05T10:00:00Z'), listed('2026-03-05T10:10:00Z')]

    test('asks for a list of its own: after a look-up of the payment', () => {
      const look = seen('2026-03-08T10:00:00Z')
      for (const lists of [[], old.slice(1), old]) {
        expect(from(...lists, look)).toEqual(['2026-03-08T10:05:00.0000000Z'])
      }
      expect(from(...old, look, listed('2026-03-08T10:05:00Z', [row()]))).toEqual([])
    })

    const next = '2026-03-07T10:05:00.0000000Z'
    const [third, fourth, fifth] = [
      '2026-03-07T10:00:00Z',
      '2026-03-07T10:05:00Z',
      '2026-03-07T10:10:00Z',
    ] as const
    const told = [
      refunded,
      listed('2026-03-05T10:00:00Z', [row()]),
      listed('2026-03-06T10:00:00Z', [row()]),
    ]
    const named = reported('payment_captured', { ...pay, actionId: 'act_c' }, { id: 'evt_n', at })
    const cases: readonly (readonly [string, readonly DomainEvent[], readonly object[], object])[] =
      [
        ['a refund that failed after all', told, [row({ approved: false })], {}],
        ['another amount of a row', told, [row({ amount: 200 })], {}],
        ['a row that is gone', told, [], {}],
        ['a second capture', old, [row({ id: 'act_d', kind: 'capture' })], {}],
        ['a row that cannot be read', old, [], { unread: 1 }],
        ['no capture any more', [named, ...old], [], { actions: [] }],
      ]

    test.each(cases)('asks for a list of its own: after %s', (_, before, rows, data) => {
      const raised = [...before, listed(third, rows, data)]
      const asked = from(...raised)
      expect(asked.length).toBeGreaterThan(0)
      expect(new Set(asked)).toEqual(new Set([next]))
      const again = [...raised, listed(fourth, rows, data)]
      const left = from(...again)
      expect(left.every((at) => at === '2026-03-07T10:10:00.0000000Z')).toBe(true)
      // what two more lists repeat, no list settles
      const twice = from(...again, listed(fifth, rows, data))
      expect(twice.every((at) => at === null)).toBe(true)
    })
  })

  test('that only a person settles asks for a person, until one has spoken', () => {
    const taken = (type: string, data: object, on: string) =>
      reported(type, { ...pay, amount: 200, ...data }, { id: `evt_${on}`, at: on })
    const both = [
      taken('payment_chargeback', { actionId: 'act_x' }, '2026-03-05T10:00:00Z'),
      taken(
        'payment_chargeback',
        { disputeId: 'dsp_1', disputeStatus: 'received', reportedAs: 'dispute' },
        '2026-03-06T10:00:00Z',
      ),
    ]
    expect(questionsOf(given(sepaPayment, ...paid, ...both))).toMatchObject([
      { reason: 'OneOrTwo', request: null },
    ])
    expect(of(...paid, ...both, listed('2026-03-07T10:00:00Z'))).toHaveLength(1)
    const word = reported(
      'reviewed',
      { ...pay, asOf: '2026-03-07T10:00:00Z', chargedBack: 200, by: ['person-1'], because: 'seen' },
      { id: 'evt_w', at: null, recordedAt: '2026-03-07T10:00:00Z' },
    )
    expect(of(...paid, ...both, word)).toEqual([])
  })

  test('names the messages that it rests on', () => {
    const [question] = questionsOf(given(sepaPayment, ...paid, declined))
    expect(question).toMatchObject({ reason: 'Superseded', events: ['evt_c', 'evt_d'] })
  })
})

describe('a finding', () => {
  test('that channel data were never submitted needs the session', () => {
    const state = given(
      session,
      reported('session_created', { ...sid, mode: 'non_hosted' }),
      reported('session_approved', sid),
    )
    expect(questions(state).map(({ key, request }) => [key, request])).toEqual([
      ['session_approved', getSession],
    ])
  })

  test('of any other kind needs no request', () => {
    const claimed = { claimed: '2026-03-02T12:00:00Z' }
    const skewed = reported('payment_captured', { ...pay, amount: 1000 }, claimed)
    const state = given(sepaPayment, pending, skewed)
    expect([summary(state).findings, questions(state)]).toEqual([['ClockSkew'], []])
  })
})

describe('the request', () => {
  test('concerns the entity of the stream, whatever else its messages name', () => {
    const others = reported('request_refused', { ...pay, ...sid, ...src }, { id: 'evt_a' })
    const asking = (state: Parameters<typeof questions>[0]) =>
      questions(state).map(({ request }) => request)
    const submitted = reported('session_approved', sid)
    expect(asking(given(session, others, submitted))).toEqual([getSession])
    const used = reported('collection_presented', { ...src, paymentId: 'pay_9' })
    expect(asking(given(sepaMandate, others, used))).toEqual([getSource])
  })

  test('is null if no message names the entity of the stream', () => {
    const nameless = [reported('session_created', {}), reported('request_refused', {})]
    const failed = reported('unrecognised', { name: 'authentication_failed' }, { id: 'evt_f' })
    const state = given(session, ...nameless, failed)
    expect(questions(state).map(({ request }) => request)).toEqual([null])
  })

  test('has an id that any of the occurrences names, but no invalid one', () => {
    const stray = reported('payment_refunded', { paymentId: 'nonsense' }, { id: 'evt_u' })
    const named = reported('action_observed', { ...pay, action: 'payout' }, { id: 'evt_o' })
    expect(questions(given(ticketPayment, stray)).map(({ request }) => request)).toEqual([null])
    expect(questions(given(ticketPayment, stray, named))).toMatchObject([{ request: actions }])
  })
})

test('a step of ours without a response names what each request has in its path', () => {
  const stamp = { source: 'request', id: 'evt_q' } as const
  const requestOf = (state: Parameters<typeof questions>[0]) =>
    questions(state).find(({ because }) => because.includes('nobody knows'))?.request
  const mandate = reported('mandate_created', { ...src, mandateType: 'single' })
  const cancel = reported('mandate_cancelled', { ...src, commandId: 'c-1' }, stamp)
  // no look-up shows what became of a cancellation
  expect(requestOf(given(sepaMandate, mandate, cancel))).toBeNull()
  const payment = reported('collection_presented', { ...src, commandId: 'c-1' }, stamp)
  expect(requestOf(given(sepaMandate, mandate, payment))).toMatchObject({
    endpoint: 'getPayments',
    params: { reference: 'c-1', source_id: 'src_1' },
  })
  const created = reported('session_created', { ...sid, mode: 'non_hosted' })
  const submitted = reported('channel_data_submitted', { ...sid, commandId: 'c-1' }, stamp)
  expect(requestOf(given(session, created, submitted))).toMatchObject({
    endpoint: 'getSession',
    params: { session_id: 'sid_1' },
  })
  const keyless = reported('channel_data_submitted', sid, stamp)
  expect(requestOf(given(session, created, keyless))).toBeNull()
})

describe('an overdue expectation', () => {
  const waiting = given(sepaPayment, pending)
  const at = (state: typeof waiting, now: string) =>
    questions(state, windows(sepaPayment)(state, instantOf(now))).map(({ key, request }) => [
      key,
      request?.endpoint,
    ])

  test('needs the payment, or the actions for a refund', () => {
    const settled = at(waiting, '2026-03-09T22:59:59.9999999Z').filter(
      ([key]) => key === 'settlement',
    )
    expect(settled).toEqual([])
    expect(at(waiting, '2026-03-09T23:00:00Z')).toContainEqual(['settlement', 'getPayment'])
    const asked = reported(
      'refund_requested',
      { ...pay, amount: 300, actionId: 'act_1' },
      { id: 'evt_a', at: '2026-03-03T10:00:00Z', source: 'response' },
    )
    const refunding = given(sepaPayment, pending, captured, asked)
    expect(at(refunding, '2026-03-09T23:00:00Z')).toContainEqual([
      'refundProcessing:act_1',
      'getPaymentActions',
    ])
  })

  test('is over once a person has spoken for the time at which it closed', () => {
    const word = (asOf: string, by = ['person-1']) =>
      reported(
        'reviewed',
        { ...pay, asOf, captured: 0, by, because: 'case-1' },
        { id: 'evt_w', at: null, recordedAt: '2026-03-10T10:00:00Z', source: 'request' },
      )
    const keysAfter = (...words: readonly DomainEvent[]) =>
      at(given(sepaPayment, pending, ...words), '2026-03-12T10:00:00Z').map(([key]) => key)
    expect(keysAfter(word('2026-03-09T22:59:59.9999999Z'))).toContain('settlement')
    expect(keysAfter(word('2026-03-09T23:00:00Z'))).not.toContain('settlement')
    for (const by of [[], ['a', 'b', 'c']]) {
      expect(keysAfter(word('2026-03-09T23:00:00Z', by))).toContain('settlement')
    }
  })

  test('is not over by a word as of a time after its own receipt, or about something else', () => {
    const word = (more: object) =>
      reported(
        'reviewed',
        { ...pay, asOf: '2026-03-30T10:00:00Z', by: ['person-1'], because: 'case-1', ...more },
        { id: 'evt_w', at: null, recordedAt: '2026-03-09T22:00:00Z', source: 'request' },
      )
    const keysAfter = (more: object) =>
      at(given(sepaPayment, pending, word(more)), '2026-03-12T10:00:00Z').map(([key]) => key)
    expect(keysAfter({ captured: 0 })).toContain('settlement')
    expect(keysAfter({ chargedBack: 0 })).toContain('settlement')
    const pendingRefund = reported(
      'refund_requested',
      { ...pay, amount: 300, actionId: 'act_1' },
      { id: 'evt_a', at: '2026-03-03T10:00:00Z', source: 'response' },
    )
    const late = reported(
      'reviewed',
      { ...pay, asOf: '2026-03-20T10:00:00Z', captured: 1000, by: ['p'], because: 'c' },
      { id: 'evt_w', at: null, recordedAt: '2026-03-20T10:00:00Z', source: 'request' },
    )
    const refunding = given(sepaPayment, pending, captured, pendingRefund, late)
    expect(at(refunding, '2026-03-30T10:00:00Z')).toContainEqual([
      'refundProcessing:act_1',
      'getPaymentActions',
    ])
  })
})

describe('a question', () => {
  const unbound = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
  const declined = reported('payment_declined', pay, { id: 'evt_d', at: '2026-03-09T10:00:00Z' })
  const asked = reported(
    'refund_requested',
    { ...pay, amount: 300, commandId: 'c-1' },
    { id: 'evt_q', at: '2026-03-03T10:00:00Z', source: 'request' },
  )
  const late = instantOf('2027-01-01T00:00:00Z')
  const openIn = (events: readonly DomainEvent[]): readonly Question[] => {
    const state = given(sepaPayment, ...events)
    return questionsOf(state, windows(sepaPayment)(state, late))
  }

  test('says why it is open, and has its own id', () => {
    const open = openIn([...paid, unbound, declined, asked])
    expect(open.map(({ key, reason }) => `${reason} ${key}`)).toEqual([
      'InDoubt refund_requested:command:c-1',
      'Overdue refundProcessing:command:c-1',
      'Superseded payment_declined',
      'Unbound payment_refunded:event:evt_u',
    ])
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length)
  })

  test('is another one once other events raise it', () => {
    const again = reported('payment_declined', pay, { id: 'evt_e', at: '2026-03-09T10:00:00Z' })
    const idOf = (...events: readonly DomainEvent[]) => openIn([...paid, ...events])[0]?.id
    expect(idOf(declined)).toBe(idOf(declined, declined))
    expect(idOf(declined)).not.toBe(idOf(declined, again))
  })
})
