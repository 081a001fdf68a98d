/** What is not understood of a payment, a session or a mandate: a finding with a question. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../../machines/index.ts'
import type { DomainEvent } from '../../../src/event/envelope.ts'
import { story } from '../../../src/inspect/index.ts'
import { payfold } from '../../../src/payfold.ts'
import type { Stream } from '../../../src/words/stream.ts'
import { given, instantOf, machines, pay, reported, wordsOf } from '../../given.ts'

const pf = payfold(machines)
const NOW = instantOf('2026-03-09T10:00:00Z')
const pending = reported('payment_pending', {
  ...pay,
  amount: 1000,
  method: 'sepa',
  sourceId: 'src_1',
})
const ticket = reported('payment_pending', { ...pay, amount: 1000, method: 'ticket' })
const message = (data: object) => reported('unrecognised', data, { id: 'evt_u' })
const shown = (status: string) => reported('state_observed', { ...pay, status }, { id: 'evt_s' })
const action = (action: string) => reported('action_observed', { ...pay, action }, { id: 'evt_a' })

const inPayment = (...events: readonly DomainEvent[]) =>
  given(sepaPayment, pending, ...events).findings.map(({ code }) => code)

describe('a payment', () => {
  test.each(
    wordsOf(`
    payment_approved payment_retrieval payment_void_declined payment_capture_declined
    payment_retry_scheduled payment_authentication_failed payment_authorization_incremented
    payment_authorization_increment_declined payment_compliance_review payment_flagged
    payment_risk_matched card_verified card_verification_declined source_updated
    bank_account_updated fraud_reported request_for_information_received
    dispute_evidence_acknowledged_by_scheme dispute_arbitration_evidence_submitted
    dispute_arbitration_sent_to_scheme
`),
  )('understands the message %s, which moves no money', (name) => {
    expect(inPayment(message({ name }))).toEqual([])
    const { rows } = story(pf)('payment-pay_1' as Stream, [pending, message({ name })])
    expect(rows.map(({ words }) => words)).toEqual(['submitted', 'other message seen'])
  })

  test.each(['payment_teleported', 'payment_paid', 'payment_optimized', 'dispute_resolved'])(
    'does not understand the message %s, which may mean that money moved',
    (name) => {
      expect(inPayment(message({ name }))).toEqual(['MoneyNotUnderstood'])
    },
  )

  test('does not understand a message without a name that may be kept', () => {
    const { findings } = given(sepaPayment, pending, message({}))
    expect(findings.map(pf.explain)).toEqual([
      'A message of the type other was reported, whose meaning is not known. Money may have moved.',
    ])
  })

  test.each(['authorization', 'card_verification', 'payout', 'capture', 'void', 'return'])(
    'understands the action %s',
    (name) => {
      expect(inPayment(action(name))).toEqual([])
    },
  )

  test('does not understand another action', () => {
    expect(inPayment(action('teleport'))).toEqual(['MoneyNotUnderstood'])
  })

  test.each(['authorized', 'card_verified', 'retry_scheduled', 'active', 'requested'])(
    'understands the status %s',
    (status) => {
      expect(inPayment(shown(status))).toEqual([])
    },
  )

  test('understands a status only if its lifecycle has what the status implies', () => {
    const said = (status: string) => [
      given(sepaPayment, pending, shown(status)).findings.map(pf.explain),
      given(ticketPayment, ticket, shown(status)).findings.map(pf.explain),
    ]
    const whose = (status: string, what: string) => [
      `The status ${status} was reported, ${what}. Money may have moved.`,
    ]
    const other = (status: string) => whose(status, 'which no payment of this method has')
    const unknown = whose('something_new', 'whose meaning is not known')
    expect(said('something_new')).toEqual([unknown, unknown])
    expect(said('expired')).toEqual([other('expired'), []])
    expect(said('canceled')).toEqual([[], other('canceled')])
    expect(said('voided')).toEqual([[], other('voided')])
  })

  test('does not understand an unknown status of its own creation', () => {
    const name = 'payment_status'
    const { findings } = given(sepaPayment, pending, message({ name, reason: 'teleported' }))
    expect(findings.map(pf.explain)).toEqual([
      'The status teleported was reported, whose meaning is not known. Money may have moved.',
    ])
  })

  test('asks for its actions, and holds no refund', () => {
    const paid = [pending, reported('payment_captured', { ...pay, amount: 1000 })]
    const state = pf.fold('payment-pay_1' as Stream, [
      ...paid,
      message({ name: 'dispute_resolved' }),
    ])
    expect(E.getOrElseW(() => [])(pf.questions(state, NOW))).toMatchObject([
      { reason: 'MoneyNotUnderstood', request: { endpoint: 'getPaymentActions' } },
    ])
    expect(E.getOrElseW(() => [])(pf.allowed(state, NOW))).toMatchObject([
      { command: 'requestRefund', amount: { most: 1000 } },
    ])
  })
})

describe('a message that cannot be read in one field', () => {
  const paid = [pending, reported('payment_captured', { ...pay, amount: 1000 })]
  const unread = (name: string | undefined, path = 'data.amount') =>
    message({ ...(name === undefined ? {} : { name }), path })
  const stateOf = (...events: readonly DomainEvent[]) =>
    pf.fold('payment-pay_1' as Stream, [...paid, ...events])
  const mostOf = (...events: readonly DomainEvent[]) =>
    E.getOrElseW(() => [])(pf.allowed(stateOf(...events), NOW)).flatMap((each) =>
      each.command === 'requestRefund' ? (each.amount?.most ?? 0) : [],
    )[0] ?? 0

  test('is a finding, with the path, also if its type is understood', () => {
    const { findings } = given(sepaPayment, pending, unread('payment_approved', 'type'))
    expect(findings.map(pf.explain)).toEqual([
      'A message of the type payment_approved was reported, whose field type cannot be read. Money may have moved.',
      'An action or a message could not be read: it may be a refund.',
    ])
  })

  // every type that readers know, and the names of requests
  test.each(
    wordsOf(`
    payment_captured payment_declined payment_canceled payment_cancelled payment_expired
    payment_voided payment_void payment_refund_pending payment_refunded payment_chargeback
    payment_returned dispute_received dispute_arbitration_lost dispute_evidence_required
    dispute_lost dispute_accepted dispute_expired requestRefund
`),
  )('of the type %s holds every refund, and asks', (name) => {
    expect(mostOf(unread(name))).toBe(0)
    const asked = E.getOrElseW(() => [])(pf.questions(stateOf(unread(name)), NOW))
    // no list shows what banks took back
    const isOfBank = /chargeback|returned|dispute/.test(name)
    expect(asked.find(({ reason }) => reason === 'Unread')).toMatchObject({
      request: isOfBank ? null : { endpoint: 'getPaymentActions' },
    })
  })

  test.each([
    'payment_pending',
    'payment_capture_pending',
    'payment_refund_declined',
    'dispute_won',
    'dispute_arbitration_won',
    'dispute_canceled',
    'dispute_cancelled',
    'createPayment',
    'getPayment',
    'getPayments',
    undefined,
  ])('of the type %s asks, and holds no refund', (name) => {
    expect(mostOf(unread(name))).toBe(1000)
    expect(E.getOrElseW(() => [])(pf.questions(stateOf(unread(name)), NOW))).toMatchObject([
      { reason: 'MoneyNotUnderstood', request: { endpoint: 'getPaymentActions' } },
    ])
  })

  test('holds until a list was asked for the lag later, or a person says what was refunded', () => {
    const listed = (askedAt: string) =>
      reported(
        'actions_listed',
        {
          ...pay,
          askedAt,
          actions: [{ id: 'act_c', kind: 'capture', amount: 1000, approved: true }],
          unread: 0,
        },
        { id: 'evt_l', at: null, recordedAt: '2026-03-09T10:00:00Z' },
      )
    const unreadAt = { ...unread('payment_refunded') }
    const metadata = { ...unreadAt.metadata, recordedAt: '2026-03-08T10:00:00Z' }
    const late = { ...unreadAt, metadata } as DomainEvent
    expect(mostOf(late, listed('2026-03-08T10:04:59Z'))).toBe(0)
    expect(mostOf(late, listed('2026-03-08T10:05:00Z'))).toBe(1000)
    const word = (asOf: string) =>
      reported(
        'reviewed',
        { ...pay, asOf, refunded: 0, by: ['ada'], because: 'asked' },
        { id: 'evt_r', at: null, recordedAt: '2026-03-09T10:00:00Z' },
      )
    expect(mostOf(late, word('2026-03-08T09:59:59Z'))).toBe(0)
    expect(mostOf(late, word('2026-03-08T10:00:00Z'))).toBe(1000)
  })

  test('is superseded by the same message once it can be read', () => {
    const data = { ...pay, amount: 400, actionId: 'act_1' }
    const read = reported('payment_refunded', data, { id: 'evt_u' })
    expect(mostOf(unread('payment_refunded'), read)).toBe(600)
  })
})

describe('a session', () => {
  const created = reported('session_created', { sessionId: 'sid_1', mode: 'hosted' })
  const codes = (...events: readonly DomainEvent[]) =>
    given(session, created, ...events).findings.map(({ code }) => code)

  test('does not understand unknown messages and statuses', () => {
    expect(codes(message({ name: 'authentication_renewed' }))).toEqual(['NotUnderstood'])
    expect(codes(message({ name: 'session_status', reason: 'new' }))).toEqual(['NotUnderstood'])
    const seen = (status: string) =>
      reported('state_observed', { sessionId: 'sid_1', status }, { id: 'evt_s' })
    expect(codes(seen('teleported'))).toEqual(['NotUnderstood'])
    expect(codes(seen('pending'))).toEqual([])
  })
})

test('a mandate understands no message but its own events', () => {
  const created = reported('mandate_created', { sourceId: 'src_1', mandateType: 'recurring' })
  const { findings } = given(sepaMandate, created, message({ name: 'source_updated' }))
  expect(findings.map(pf.explain)).toEqual([
    'A message of the type source_updated was reported, whose meaning is not known.',
  ])
})
