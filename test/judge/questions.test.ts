/** What a state leaves open, and the one request that would settle it. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { OpenItem } from '../../src/fold/machine.ts'
import type { FindingOf } from '../../src/fold/state.ts'
import type { Question } from '../../src/judge/questions.ts'
import { windows } from '../../src/judge/windows.ts'
import type { Stream } from '../../src/words/stream.ts'
import { given, instantOf, machines, reported, summary } from '../given.ts'
import { foldStream, questions as questionsOf } from '../root.ts'

const pay = { paymentId: 'pay_1' }
const sid = { sessionId: 'sid_1' }
const src = { sourceId: 'src_1' }
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

/** The open questions without their ids, events and readings. */
const questions = (
  ...asked: Parameters<typeof questionsOf>
): readonly Omit<Question, 'id' | 'reason' | 'events' | 'readings'>[] =>
  questionsOf(...asked).map(({ key, because, request }) => ({ key, because, request }))

const of = (...events: readonly DomainEvent[]) => questions(given(sepaPayment, ...events))

describe('a state that leaves nothing open', () => {
  test('asks nothing', () => {
    expect(of()).toEqual([])
    expect(of(...paid)).toEqual([])
    expect(questions(given(session, reported('session_created', sid)))).toEqual([])
  })
})

describe('a parked occurrence', () => {
  test('of no lifecycle here needs no request', () => {
    const strange = reported('payment_expired', pay, { id: 'evt_x' })
    expect(of(...paid, strange)).toEqual([
      {
        key: 'payment_expired:evt_x',
        because: 'payment_expired:evt_x is not part of any lifecycle that this stream can have.',
        request: null,
      },
    ])
  })

  test('without an entity needs the actions', () => {
    const stray = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
    const key = 'payment_refunded:evt_u'
    const because = `${key} matches no known entity, or more than one.`
    expect(of(...paid, stray)).toEqual([{ key, because, request: actions }])
  })

  test('without a transition needs the entity itself', () => {
    const outcome = (type: string, on: string) => reported(type, sid, { id: `evt_${type}`, at: on })
    const state = given(
      session,
      outcome('session_created', '2026-03-02T10:00:00Z'),
      outcome('session_approved', '2026-03-02T10:01:00Z'),
      outcome('session_declined', '2026-03-02T10:02:00Z'),
    )
    expect(summary(state).findings).toEqual(['Contradiction'])
    expect(questions(state)).toEqual([
      {
        key: 'session_declined',
        because: 'session_declined is not possible in the state that the earlier events lead to.',
        request: getSession,
      },
    ])
  })

  test('waiting for its method needs the payment, one question for each occurrence', () => {
    const state = foldStream(machines)('payment-pay_1' as Stream, [captured])
    expect(questions(state)).toEqual([
      {
        key: 'payment_captured',
        because: 'payment_captured waits until a message names the payment method.',
        request: { endpoint: 'getPayment', params: { payment_id: 'pay_1' } },
      },
    ])
  })

  test('is listed in the order of occurrences', () => {
    const both = [
      reported('payment_expired', pay, { id: 'evt_x' }),
      reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' }),
    ]
    const state = given(sepaPayment, ...both, ...paid)
    expect(questions(state).map(({ key }) => key)).toEqual(state.parked.map(({ key }) => key))
    expect(questions(state)).toHaveLength(2)
  })
})

describe('a finding', () => {
  test('that an end is superseded needs the actions', () => {
    const declined = reported('payment_declined', pay, { id: 'evt_d', at: '2026-03-09T10:00:00Z' })
    expect(of(...paid, declined)).toEqual([
      {
        key: 'payment_declined',
        because:
          'payment_declined was reported although the money was captured at 2026-03-02T10:00:00Z.',
        request: actions,
      },
    ])
  })

  test('that a snapshot contradicts needs the actions', () => {
    const shown = reported(
      'state_observed',
      { ...pay, status: 'declined' },
      { id: 'evt_s', at: '2026-03-09T10:00:00Z', source: 'response' },
    )
    expect(of(...paid, shown)).toEqual([
      {
        key: 'state_observed:evt_s',
        because: 'A snapshot shows declined, which contradicts captured.',
        request: actions,
      },
    ])
  })

  test('that balances differ needs the actions', () => {
    const refunded = reported(
      'payment_refunded',
      { ...pay, actionId: 'act_1', amount: 400, balances: { captured: 1000, refunded: 500 } },
      { id: 'evt_r', at: '2026-03-09T10:00:00Z' },
    )
    expect(of(...paid, refunded)).toEqual([
      {
        key: 'payment_refunded:act_1',
        because: 'The provider counts 5.00 EUR refunded, but its messages add up to 4.00 EUR.',
        request: actions,
      },
    ])
  })

  test('about an unreported event needs the entity itself, or for a chargeback the actions', () => {
    const gap = { key: 'payment_captured', because: expect.stringContaining('must precede') }
    const payment = { endpoint: 'getPayment', params: { payment_id: 'pay_1' } }
    const late = reported('payment_captured', { ...pay, ...src })
    expect(of(late)).toEqual([{ ...gap, request: payment }])
    const undone = reported('chargeback_reversed', { ...pay, actionId: 'act_1' })
    expect(of(...paid, undone)).toEqual([
      { ...gap, key: 'chargeback_reversed:act_1', request: actions },
    ])
    const completed = given(
      session,
      reported('session_created', sid),
      reported('session_completed', sid),
    )
    expect(questions(completed)).toMatchObject([
      { key: 'session_completed', request: { endpoint: 'getSession' } },
    ])
    const used = given(
      sepaMandate,
      reported('collection_presented', { ...src, paymentId: 'pay_1' }),
    )
    expect(questions(used)).toMatchObject([
      { key: 'collection_presented:pay_1', request: { endpoint: 'getSource' } },
    ])
  })

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
    const codes: readonly (readonly [
      FindingOf<(typeof machines)[number]>['code'],
      ...DomainEvent[],
    ])[] = [
      [
        'ClockSkew',
        pending,
        reported('payment_captured', pay, { claimed: '2026-03-02T12:00:00Z' }),
      ],
    ]
    for (const [code, ...events] of codes) {
      const state = given(sepaPayment, ...events)
      expect([summary(state).findings, questions(state)]).toEqual([[code], []])
    }
  })
})

describe('an open item of a machine', () => {
  test('is a question to the provider: which mandate, and which refunds', () => {
    const because = 'No message names the mandate that the payment was made on.'
    const nameless = reported('payment_pending', pay, { at: '2026-03-01T10:00:00Z' })
    const getPayment = { endpoint: 'getPayment', params: { payment_id: 'pay_1' } }
    expect(of(nameless, captured)).toEqual([
      { key: 'sepa-payment@1', because, request: getPayment },
    ])
    const seen = reported(
      'state_observed',
      { ...pay, status: 'refunded', amount: 1000 },
      { id: 'evt_s', source: 'response' },
    )
    const state = given(ticketPayment, seen)
    expect(questions(state)).toEqual([
      {
        key: 'ticket-payment@1',
        because:
          'A snapshot showed all of the money refunded, but the reported refunds add up to 0.00 ARS.',
        request: actions,
      },
    ])
  })

  test('of a session needs the session', () => {
    const failed = reported('unrecognised', { name: 'authentication_failed' }, { id: 'evt_f' })
    const state = given(session, reported('session_created', sid), failed)
    expect(questions(state)).toEqual([
      {
        key: 'session@1',
        because: 'The authentication failed, but no message says how.',
        request: getSession,
      },
    ])
  })

  test('comes after parked occurrences and findings', () => {
    const declined = reported('payment_declined', pay, { id: 'evt_d', at: '2026-03-09T10:00:00Z' })
    const strange = reported('payment_expired', pay, { id: 'evt_x' })
    const keys = questions(given(sepaPayment, captured, declined, strange)).map(({ key }) => key)
    expect(keys).toEqual(['payment_expired:evt_x', 'payment_declined', 'sepa-payment@1'])
  })
})

describe('the request', () => {
  test('for a mandate concerns its source, even if payments are named', () => {
    const collections = [
      reported('collection_presented', { ...src, paymentId: 'pay_9' }, { id: 'evt_a' }),
      reported('collection_ended', { ...src, amount: 5 }, { id: 'evt_b' }),
    ]
    const state = given(sepaMandate, reported('mandate_created', src), ...collections)
    expect(questions(state).map(({ request }) => request)).toEqual([getSource])
  })

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
    expect(questions(given(ticketPayment, stray, named)).map(({ request }) => request)).toEqual([
      actions,
    ])
  })
})

describe('a step of ours without a response', () => {
  const asked = reported(
    'refund_requested',
    { ...pay, amount: 300, commandId: 'c-1' },
    { id: 'evt_q', at: '2026-03-03T10:00:00Z', source: 'request' },
  )
  const of = (...events: readonly DomainEvent[]) =>
    questions(given(sepaPayment, pending, captured, ...events)).filter(
      ({ key }) => key !== 'sepa-payment@1',
    )

  test('is to be sent again under the same id', () => {
    expect(of(asked)).toEqual([
      {
        key: 'refund_requested:command:c-1',
        because:
          'refund_requested was requested at 2026-03-03T10:00:00Z, and nobody knows whether the provider carried it out.',
        request: {
          endpoint: 'requestRefund',
          params: { payment_id: 'pay_1' },
          headers: { 'Cko-Idempotency-Key': 'c-1' },
          body: { amount: 300, reference: 'c-1' },
          commandId: 'c-1',
          sendBy: '2026-03-04T09:00:00.0000000Z',
        },
      },
    ])
  })

  test('is closed after a response, a refusal or a report', () => {
    const recordedAt = '2026-03-03T10:00:05Z'
    const answer = reported(
      'refund_requested',
      { ...pay, amount: 300, commandId: 'c-1', actionId: 'act_1' },
      { id: 'evt_a', at: null, recordedAt, source: 'response' },
    )
    const refusal = reported(
      'request_refused',
      { ...pay, commandId: 'c-1', attempt: 1 },
      { id: 'evt_r', at: null, recordedAt },
    )
    expect(of(asked, answer)).toEqual([])
    expect(of(asked, refusal)).toEqual([])
  })

  test('names what each request has in its path', () => {
    const stamp = { source: 'request', id: 'evt_q' } as const
    const requestOf = (state: Parameters<typeof questions>[0]) =>
      questions(state).find(({ because }) => because.includes('nobody knows'))?.request
    const mandate = reported('mandate_created', { ...src, mandateType: 'single' })
    const cancel = reported('mandate_cancelled', { ...src, commandId: 'c-1' }, stamp)
    expect(requestOf(given(sepaMandate, mandate, cancel))).toMatchObject({
      endpoint: 'cancelMandate',
      params: { source_id: 'src_1' },
      commandId: 'c-1',
    })
    const payment = reported('collection_presented', { ...src, commandId: 'c-1' }, stamp)
    expect(requestOf(given(sepaMandate, mandate, payment))).toMatchObject({
      endpoint: 'createPayment',
      params: {},
      commandId: 'c-1',
    })
    const created = reported('session_created', { ...sid, mode: 'non_hosted' })
    const submitted = reported('channel_data_submitted', { ...sid, commandId: 'c-1' }, stamp)
    expect(requestOf(given(session, created, submitted))).toMatchObject({
      endpoint: 'submitChannelData',
      params: { session_id: 'sid_1' },
      body: null,
    })
    const keyless = reported('channel_data_submitted', sid, stamp)
    expect(requestOf(given(session, created, keyless))).toBeNull()
  })
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

  test('says what was expected, and by when', () => {
    const [, settlement] = questions(
      waiting,
      windows(sepaPayment)(waiting, instantOf('2026-04-01T00:00:00Z')),
    )
    expect(settlement?.because).toBe(
      'This was expected by 2026-03-09T23:00:00Z: The payment should be captured, declined or canceled.',
    )
  })
})

test('a refund of which the log has no amount is never asked for without one', () => {
  const asked = reported(
    'refund_requested',
    { ...pay, reference: 'REF-1', commandId: 'c-1' },
    { id: 'evt_a', at: '2026-03-03T10:00:00Z', source: 'request' },
  )
  const all = questions(given(sepaPayment, pending, captured, asked))
  expect(all.find(({ because }) => because.includes('nobody knows'))).toMatchObject({
    request: { endpoint: 'requestRefund', body: null, commandId: 'c-1' },
  })
})

describe('a question', () => {
  const unbound = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
  const declined = reported('payment_declined', pay, { id: 'evt_d', at: '2026-03-09T10:00:00Z' })
  const strange = reported('payment_expired', pay, { id: 'evt_x' })
  const shown = reported(
    'state_observed',
    { ...pay, status: 'declined', balances: { captured: 999 } },
    { id: 'evt_s', at: '2026-03-09T10:00:00Z', source: 'response' },
  )
  const asked = reported(
    'refund_requested',
    { ...pay, amount: 300, commandId: 'c-1' },
    { id: 'evt_q', at: '2026-03-03T10:00:00Z', source: 'request' },
  )
  const all = [...paid.slice(1), strange, unbound, declined, shown, asked]
  const answerOf = ({ id }: Question) =>
    reported(
      'question_answered',
      { question: id },
      { id: `evt_${id.slice(-9)}`, source: 'response' },
    )
  const late = instantOf('2027-01-01T00:00:00Z')
  const openIn = (events: readonly DomainEvent[]): readonly Question[] => {
    const state = given(sepaPayment, ...events)
    return questionsOf(state, windows(sepaPayment)(state, late))
  }

  test('says why it is open, and has its own id', () => {
    const open = openIn(all)
    expect(open.map(({ key, reason }) => `${reason} ${key}`)).toEqual([
      'Unbound payment_refunded:evt_u',
      'NotOfThisLifecycle payment_expired:evt_x',
      'InDoubt refund_requested:command:c-1',
      'Overdue refundProcessing:command:c-1',
      'Superseded payment_declined',
      'BalanceMismatch state_observed:evt_s',
      'SnapshotContradicts state_observed:evt_s',
      'NotReported sepa-payment@1',
    ])
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length)
  })

  test('of the kinds that any response settles is settled by one, or left to a person', () => {
    const open = openIn(all)
    const settledBy = open.map((each): readonly [string, string] => {
      const left = openIn([...all, answerOf(each)])
      const others = open.filter(({ id }) => id !== each.id)
      expect(left).toEqual(expect.arrayContaining(others))
      if (left.some(({ id }) => id === each.id)) return [each.reason, 'no response']
      if (left.length === others.length) return [each.reason, 'a response']
      expect(left).toContainEqual({ ...each, id: expect.any(String), request: null })
      return [each.reason, 'a person']
    })
    expect(settledBy.filter(([, by]) => by !== 'no response')).toEqual([
      ['Unbound', 'a person'],
      ['Superseded', 'a person'],
      ['BalanceMismatch', 'a person'],
      ['SnapshotContradicts', 'a response'],
    ])
  })

  /** The list of actions, asked for at a time and received two seconds later. */
  const listed = (askedAt: string, data: object = {}, recordedAt = askedAt.replace('Z', '9Z')) =>
    reported(
      'actions_listed',
      { ...pay, askedAt, actions: [], unread: 0, ...data },
      { id: 'evt_l', at: null, recordedAt, source: 'response' },
    )

  test('is settled by a look-up that was asked for after all its events were recorded', () => {
    const after = { id: 'evt_d', at: '2026-03-09T10:00:00Z', recordedAt: '2026-03-09T10:00:05Z' }
    const events = [...paid, reported('payment_declined', pay, after)]
    const left = (...more: readonly DomainEvent[]) =>
      openIn([...events, ...more]).map(({ reason, request }) => `${reason} ${request?.endpoint}`)
    const open = ['Superseded getPaymentActions']
    expect(left()).toEqual(open)
    expect(left(listed('2026-03-09T10:00:04.9999999Z'))).toEqual(open)
    // what still holds money is for a person
    expect(left(listed('2026-03-09T10:00:05.0Z'))).toEqual(['Superseded undefined'])
    expect(left(listed('2026-03-09T10:00:05.0Z', { unread: 1 }))).not.toEqual(open)
    expect(left(listed('2026-03-09T10:00:05.0Z', { reference: 'ORD-1' }))).toEqual(open)
    expect(left(listed('2026-03-09T10:00:05.1Z', {}, '2026-03-09T10:00:05.0Z'))).toEqual(open)
    const entity = { ...pay, status: 'captured', askedAt: '2026-03-10T10:00:00Z' }
    const snapshot = { id: 'evt_e', at: null, recordedAt: '2026-03-10T10:00:01Z' }
    const shown = reported('state_observed', entity, { ...snapshot, source: 'response' })
    expect(left(shown)).toContain('Superseded getPaymentActions')
  })

  test('about a look-up is settled by another one only', () => {
    const seen = (id: string, askedAt: string, status: string) =>
      reported(
        'state_observed',
        { ...sid, askedAt, status },
        { id, at: null, recordedAt: askedAt, source: 'response' },
      )
    const approved = [
      reported('session_created', sid, { at, id: 'evt_0' }),
      reported('session_approved', sid, { at, id: 'evt_1' }),
    ]
    const first = seen('evt_2', '2026-03-03T10:00:00Z', 'declined')
    const reasons = (...more: readonly DomainEvent[]) =>
      questionsOf(given(session, ...approved, ...more)).map(({ reason }) => reason)
    expect(reasons(first)).toEqual(['SnapshotContradicts'])
    expect(reasons(first, seen('evt_3', '2026-03-03T11:00:00Z', 'approved'))).toEqual([])
    expect(reasons(first, seen('evt_3', '2026-03-03T11:00:00Z', 'declined'))).toEqual([])
    const late = { ...first, metadata: { ...first.metadata, recordedAt: '2026-03-03T11:00:01Z' } }
    const both = ['SnapshotContradicts', 'SnapshotContradicts']
    expect(reasons(late as never, seen('evt_3', '2026-03-03T11:00:00Z', 'declined'))).toEqual(both)
  })

  test('about contradicting outcomes is settled by a look-up of the session', () => {
    const state = [
      reported('session_created', sid),
      reported('session_approved', sid, { at }),
      reported('session_declined', sid, { id: 'evt_no', at: '2026-03-02T11:00:00Z' }),
    ]
    const [open] = questionsOf(given(session, ...state))
    expect(open?.reason).toBe('NoTransition')
    expect(open === undefined ? [] : questionsOf(given(session, ...state, answerOf(open)))).toEqual(
      [],
    )
  })

  test('of which a machine has two has two ids', () => {
    const state = given(sepaPayment, ...paid)
    const idsOf = (...openItems: readonly Omit<OpenItem, 'because'>[]) =>
      questionsOf({
        ...state,
        openItems: openItems.map((ask) => ({ because: 'one', ...ask })),
      }).map(({ id }) => id)
    const [entity, actions] = [{ lookUp: 'entity' } as const, { lookUp: 'actions' } as const]
    const [one, other] = [{ events: ['evt_1'] }, { events: ['evt_2'] }]
    const ids = idsOf(
      { ...entity, ...one },
      { ...actions, ...one },
      { ...entity, ...other },
      { ...actions, ...other },
    )
    expect(new Set(ids).size).toBe(4)
  })
})
