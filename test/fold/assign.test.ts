/** Which machine handles a stream, and what becomes of a stream without one. */
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { machineOf } from '../../src/fold/assign.ts'
import { fold } from '../../src/fold/fold.ts'
import { policyHash } from '../../src/words/policy.ts'
import type { Stream } from '../../src/words/stream.ts'
import { machines, pay, reported } from '../given.ts'
import { defaultPolicy, foldStream } from '../root.ts'

const PAYMENT = 'payment-pay_1' as Stream
const SESSION = 'session-sid_1' as Stream
const MANDATE = 'mandate-src_1' as Stream
const captured = (data: object = {}, stamp: Parameters<typeof reported>[2] = {}) =>
  reported('payment_captured', { ...pay, ...data }, { id: 'evt_c', ...stamp })

/** The id of the machine for a stream's events, in either order. */
const assigned = (stream: string, ...events: readonly DomainEvent[]) => {
  const id = machineOf(machines, stream as Stream, events)?.id ?? null
  const backwards = machineOf(machines, stream as Stream, [...events].reverse())?.id ?? null
  expect(backwards).toBe(id)
  return id
}

describe('a stream', () => {
  test('of a kind with only one machine needs no event to be assigned', () => {
    expect(assigned('session-sid_1')).toBe('session@1')
    expect(assigned('mandate-src_1')).toBe('sepa-mandate@1')
    expect(assigned('unknown-evt_1')).toBe(null)
  })

  test('of a kind with only one machine is assigned despite any method', () => {
    const other = reported('unrecognised', { method: 'ticket' }, { id: 'evt_u' })
    expect(assigned('session-sid_1', other)).toBe('session@1')
  })

  test('of a payment is not assigned by a form of a message that was read better later', () => {
    const unread = reported('unrecognised', { method: 'ticket' }, { id: 'evt_c' })
    const read = captured({ method: 'sepa' }, { source: 'request' })
    expect(assigned(PAYMENT, read, unread)).toBe('sepa-payment@1')
    expect(assigned(PAYMENT, captured(), unread)).toBe(null)
  })

  test('of a payment is assigned by the method that any of its events names', () => {
    expect(assigned(PAYMENT, captured(), reported('payment_pending', { method: 'sepa' }))).toBe(
      'sepa-payment@1',
    )
    expect(assigned(PAYMENT, captured(), reported('unrecognised', { method: 'ticket' }))).toBe(
      'ticket-payment@1',
    )
  })

  test('of a payment is assigned by no currency, and by nothing else', () => {
    expect(assigned(PAYMENT)).toBe(null)
    expect(assigned(PAYMENT, captured({ currency: 'EUR', sourceId: 'src_1' }))).toBe(null)
    expect(assigned(PAYMENT, captured({ currency: 'ARS', providerName: 'pago_facil' }))).toBe(null)
    expect(assigned(PAYMENT, reported('payment_chargeback', { ...pay, actionId: 'act_1' }))).toBe(
      null,
    )
  })

  test('of a payment by another method belongs to no machine', () => {
    expect(assigned(PAYMENT, captured({ method: 'other' }))).toBe(null)
  })

  test('of a payment is one of ours as soon as one event says so, whatever others say', () => {
    const other = captured({ method: 'other' })
    const sepa = reported('payment_pending', { method: 'sepa' }, { source: 'request', id: 'evt_s' })
    const ticket = reported('payment_pending', { method: 'ticket' }, { id: 'evt_t' })
    expect(assigned(PAYMENT, other, sepa)).toBe('sepa-payment@1')
    expect(assigned(PAYMENT, other, ticket)).toBe('ticket-payment@1')
  })

  test('with two methods is assigned by the stronger event', () => {
    const two = (sepa: 'report' | 'request', ticket: 'response' | 'request') =>
      assigned(
        PAYMENT,
        reported('payment_pending', { method: 'sepa' }, { source: sepa, id: 'evt_z' }),
        reported('payment_pending', { method: 'ticket' }, { source: ticket, id: 'evt_a' }),
      )
    expect(two('report', 'response')).toBe('sepa-payment@1')
    expect(two('request', 'response')).toBe('ticket-payment@1')
  })

  test('with two equally strong methods is assigned by the smaller event id, then name', () => {
    const method = (name: string, id: string) =>
      reported('payment_pending', { method: name }, { id })
    const [sepa, ticket] = ['sepa', 'ticket']
    expect(assigned(PAYMENT, method(sepa, 'evt_b'), method(ticket, 'evt_a'))).toBe(
      'ticket-payment@1',
    )
    expect(assigned(PAYMENT, method(sepa, 'evt_a'), method(ticket, 'evt_a'))).toBe('sepa-payment@1')
  })

  test('is folded by the machine that it is assigned to', () => {
    const by = foldStream(machines)
    const sepa = [reported('payment_pending', { ...pay, method: 'sepa' }), captured()]
    expect(by(PAYMENT, sepa)).toEqual(fold(sepaPayment)(sepa, PAYMENT))
    const ticket = [reported('payment_pending', { ...pay, method: 'ticket' }), captured()]
    expect(by(PAYMENT, ticket)).toEqual(fold(ticketPayment)(ticket, PAYMENT))
    expect(by(SESSION, [])).toEqual(fold(session)([], SESSION))
    expect(by(MANDATE, [])).toEqual(fold(sepaMandate)([], MANDATE))
  })

  test('is folded by the given policy, assigned or not', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 0 }
    const by = foldStream(machines, { policy })
    expect(by(SESSION, [])).toEqual(fold(session, { policy })([], SESSION))
    expect(by(PAYMENT, []).policy).toBe(policyHash({}, policy))
    expect(by(PAYMENT, []).policy).not.toBe(policyHash({}, defaultPolicy))
  })

  test('is assigned among the given machines only', () => {
    const sepa = reported('payment_pending', { ...pay, method: 'sepa' })
    expect(machineOf([ticketPayment, session], PAYMENT, [sepa])).toBe(null)
    expect(foldStream([session])(PAYMENT, [sepa]).parked).toEqual([
      { key: expect.stringContaining('payment_pending:'), reason: 'NotOfTheseMachines' },
    ])
  })
})

describe('a stream without a machine yet', () => {
  const by = foldStream(machines)
  const refunded = reported('payment_refunded', { ...pay, actionId: 'act_1' }, { id: 'evt_r' })
  const money = captured({ amount: 5 }, { claimed: '2026-03-02T12:00:00Z' })

  test('keeps everything, in order, and runs no chart', () => {
    const seen = reported('action_observed', { ...pay, actionId: 'act_2' }, { id: 'evt_o' })
    const at = '2026-03-02T10:00:00.0000000Z'
    const row = { at, timed: true, reportedAt: at, disposition: 'parked' }
    expect(by(PAYMENT, [seen, refunded, money])).toEqual({
      machine: 'unassigned',
      revision: null,
      fingerprint: '',
      policy: policyHash({}, defaultPolicy),
      stream: PAYMENT,
      status: 'unassigned',
      value: 'unassigned',
      context: {},
      occurrences: [
        {
          ...row,
          key: 'payment_captured:evt_c',
          type: 'payment_captured',
          entityId: 'evt_c',
          data: money.data,
          events: [money],
        },
        {
          ...row,
          key: 'payment_refunded:evt_r',
          type: 'payment_refunded',
          entityId: 'evt_r',
          data: refunded.data,
          events: [refunded],
        },
        {
          ...row,
          disposition: 'informational',
          key: 'action_observed:evt_o',
          type: 'action_observed',
          entityId: 'evt_o',
          data: seen.data,
          events: [seen],
        },
      ],
      findings: [
        {
          code: 'ClockSkew',
          key: 'payment_captured:evt_c',
          at,
          claimedAt: '2026-03-02T12:00:00.0000000Z',
          compared: { messageAt: at },
        },
      ],
      parked: [
        { key: 'payment_captured:evt_c', reason: 'Unassigned' },
        { key: 'payment_refunded:evt_r', reason: 'Unassigned' },
      ],
      now: null,
    })
  })

  test('is the same in any order, and frozen', () => {
    const all = [
      refunded,
      money,
      reported('payment_expired', pay),
      reported('payment_refunded', pay),
    ]
    expect(by(PAYMENT, [...all].reverse())).toEqual(by(PAYMENT, all))
    expect(Object.isFrozen(by(PAYMENT, all).occurrences[0]?.data)).toBe(true)
  })

  test('is parked for good once an event names another method', () => {
    const card = captured({ method: 'other' })
    expect(by(PAYMENT, [card, refunded]).parked).toEqual([
      { key: 'payment_captured:evt_c', reason: 'NotOfThisLifecycle' },
      { key: 'payment_refunded:evt_r', reason: 'NotOfThisLifecycle' },
    ])
  })

  test('knows the events of every machine that it may belong to, and raises questions about all others', () => {
    const stray = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
    const expired = reported('payment_expired', pay, { id: 'evt_e' })
    const lost = reported('payment_chargeback', { ...pay, actionId: 'act_9' }, { id: 'evt_l' })
    const foreign = reported('session_created', { sessionId: 'sid_1' }, { id: 'evt_f' })
    expect(by(PAYMENT, [stray, expired, lost, foreign]).parked).toEqual([
      { key: 'session_created:evt_f', reason: 'NotOfThisLifecycle' },
      { key: 'payment_expired', reason: 'Unassigned' },
      { key: 'payment_chargeback:evt_l', reason: 'Unassigned' },
      { key: 'payment_refunded:evt_u', reason: 'Unassigned' },
    ])
  })

  test('waits with what is not understood, until a message names the method', () => {
    const known = { name: 'payment_captured', path: 'data.amount' }
    for (const data of [{ name: 'payment_teleported' }, known, {}]) {
      const unread = reported('unrecognised', data, { id: 'evt_u' })
      const waiting = by(PAYMENT, [unread])
      expect(waiting.parked).toEqual([{ key: 'unrecognised:evt_u', reason: 'Unassigned' }])
      expect(waiting.occurrences.map(({ disposition }) => disposition)).toEqual(['parked'])
      const named = (method: string) =>
        by(PAYMENT, [unread, reported('payment_pending', { ...pay, method }, { id: 'evt_p' })])
      expect(named('sepa')).toMatchObject({ machine: 'sepa-payment@1', parked: [] })
      expect(named('ticket')).toMatchObject({ machine: 'ticket-payment@1', parked: [] })
      expect(named('other').parked).toEqual([
        { key: 'payment_pending', reason: 'NotOfThisLifecycle' },
      ])
      const other = { ...unread, data: { ...data, method: 'other' } } as DomainEvent
      expect(by(PAYMENT, [other]).parked).toEqual([])
      // what moves no money, whatever the method, waits for nothing
      const approved = { ...unread, data: { name: 'payment_approved' } } as DomainEvent
      expect(by(PAYMENT, [approved]).parked).toEqual([])
      // no machine in the list may be that of a payment
      expect(foldStream([session])(PAYMENT, [unread]).parked).toEqual([])
    }
  })

  test('of an unknown kind keeps everything', () => {
    const unread = reported('unrecognised', { name: 'balance_paid' }, { id: 'evt_u' })
    const state = by('unknown-evt_u' as Stream, [unread])
    expect(state).toMatchObject({ status: 'unassigned', parked: [] })
    expect(state.occurrences.map(({ disposition }) => disposition)).toEqual(['informational'])
  })
})
