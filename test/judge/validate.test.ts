/** Whether a step is allowed: to the tick, with every broken rule, and without changes. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { at } from '../../src/fold/fold.ts'
import { validate } from '../../src/judge/validate.ts'
import { given, instantOf, pay, refusedBy, reported, src, summary } from '../given.ts'

const event = (type: string, data: object, at: string): DomainEvent => reported(type, data, { at })
const pending = event(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR', sourceId: 'src_1' },
  '2024-01-01T10:00:00Z',
)
const captured = event('payment_captured', { ...pay, amount: 1000 }, '2024-01-02T10:00:00Z')
const asked = (amount: number, on = '2024-01-10T10:00:00Z', more: object = {}) =>
  reported(
    'refund_requested',
    { ...pay, commandId: 'c-1', amount, ...more },
    { id: 'evt_wish', at: on, source: 'request' },
  )
const paid = given(sepaPayment, pending, captured)

describe('a step that is not allowed', () => {
  const refusals = (event: DomainEvent, state = paid) => {
    const judged = validate(sepaPayment)(state, event)
    return E.isLeft(judged) ? judged.left : judged.right
  }

  test('lists every rule it breaks, in order of precedence', () => {
    expect(refusals(asked(1001, '2024-02-27T23:00:00Z', { currency: 'USD' }))).toEqual({
      error: 'Refused',
      refusals: [
        { rule: 'sameCurrency', expected: 'EUR', actual: 'USD' },
        {
          rule: 'withinRefundWindow',
          from: '2024-01-02',
          lastDay: '2024-02-27',
          length: '8 weeks',
          closedOn: '2024-02-27',
          zone: 'Europe/Brussels',
          opensAt: '2024-01-02T10:00:00.0000000Z',
          closedAt: '2024-02-27T23:00:00.0000000Z',
          at: '2024-02-27T23:00:00.0000000Z',
        },
        { rule: 'withinNet', wanted: 1001, available: 1000, currency: 'EUR' },
      ],
    })
  })

  test('is no such step if the chart has no transition, with the status', () => {
    const step = (event: string, status: string) => ({
      error: 'Refused',
      refusals: [{ rule: 'noSuchStep', event, status }],
    })
    const declined = event('payment_declined', pay, '2024-01-01T12:00:00Z')
    expect(refusals(declined)).toEqual(step('payment_declined', 'captured'))
    expect(refusals(reported('payment_expired', pay))).toEqual(step('payment_expired', 'captured'))
    expect(refusals(reported('constructor', pay))).toEqual(step('constructor', 'captured'))
    expect(refusals(reported('state_observed', pay))).toEqual(step('state_observed', 'captured'))
  })

  test('that is for reports only is not possible in the status, if anything has been reported', () => {
    const on = (...events: readonly DomainEvent[]) =>
      refusals(asked(1), given(sepaPayment, ...events))
    const because = (...all: readonly object[]) => ({ error: 'Refused', refusals: all })
    const step = { rule: 'noSuchStep', event: 'refund_requested' }
    const declined = event('payment_declined', pay, '2024-01-01T12:00:00Z')
    expect(on(pending)).toEqual(because({ ...step, status: 'pending' }))
    expect(on(pending, declined)).toEqual(because({ ...step, status: 'declined' }))
    expect(on()).toEqual(because({ rule: 'missingPredecessor', event: 'refund_requested' }))
    expect(refusedBy(ticketPayment, given(ticketPayment, pending), asked(1))).toEqual([
      'noSuchStep',
    ])
  })

  test('states each refusal once, however many regions name its rule', () => {
    const guard = { type: 'rules', params: { all: ['missingPredecessor'] } }
    const region = { on: { refund_requested: { guard, actions: 'record' } } }
    const chart = createMachine({ id: 'm', type: 'parallel', states: { one: region, two: region } })
    const machine = { ...sepaPayment, chart, status: () => 'none' as const }
    expect(refusedBy(machine, given(machine), asked(1))).toEqual(['missingPredecessor'])
  })

  test('reports missing values before broken rules', () => {
    const bare = given(
      sepaPayment,
      reported('payment_pending', pay),
      reported('payment_captured', pay),
    )
    const late = asked(1, '2027-01-01T00:00:00Z')
    expect(refusedBy(sepaPayment, bare, late)).toEqual([
      'notKnown',
      'notInDoubt',
      'withinRefundWindow',
    ])
  })
})

describe('a command is judged to the tick, and a report is not', () => {
  test('on a mandate that expires', () => {
    const created = event(
      'mandate_created',
      { ...src, mandateType: 'recurring' },
      '2024-02-29T10:00:00Z',
    )
    const presented = (on: string) => event('collection_presented', { ...src, ...pay }, on)
    const on = (time: string) => [
      refusedBy(sepaMandate, given(sepaMandate, created), presented(time)),
      summary(given(sepaMandate, created, presented(time))).findings,
    ]
    expect(on('2027-02-28T22:59:59.9999999Z')).toEqual([[], []])
    expect(on('2027-02-28T23:00:00Z')).toEqual([['mandateUsable'], []])
    expect(on('2027-02-28T23:01:00Z')).toEqual([['mandateUsable'], []])
    expect(on('2027-02-28T23:01:00.0000001Z')).toEqual([['mandateUsable'], ['mandateUsable']])
  })

  test('on a session that is completed before its outcome', () => {
    const sid = { sessionId: 'sid_1' }
    const events = [
      event('session_created', sid, '2026-03-02T10:00:00Z'),
      event('session_approved', sid, '2026-03-02T10:05:00Z'),
    ]
    const completed = (on: string) => event('session_completed', sid, on)
    const on = (time: string) => [
      refusedBy(session, given(session, ...events), completed(time)),
      summary(given(session, ...events, completed(time))).findings,
    ]
    expect(on('2026-03-02T10:05:00Z')).toEqual([[], []])
    expect(on('2026-03-02T10:04:59.9999999Z')).toEqual([['outcomeKnown'], []])
    expect(on('2026-03-02T10:04:00Z')).toEqual([['outcomeKnown'], []])
    expect(on('2026-03-02T10:03:59.9999999Z')).toEqual([['outcomeKnown'], ['outcomeKnown']])
  })
})

describe('a command', () => {
  test('is judged at its own time, even if the state was evaluated at another', () => {
    const created = event(
      'mandate_created',
      { ...src, mandateType: 'recurring' },
      '2024-02-29T10:00:00Z',
    )
    const unused = given(sepaMandate, created)
    const presented = event('collection_presented', { ...src, ...pay }, '2027-03-01T00:00:00Z')
    const early = at(sepaMandate)(unused, instantOf('2026-01-01T00:00:00Z'))
    expect(refusedBy(sepaMandate, early, presented)).toEqual(['mandateUsable'])
    expect(refusedBy(sepaMandate, unused, presented)).toEqual(['mandateUsable'])
  })

  test('waits for what is in doubt, whatever its amount, and for nothing else that is parked', () => {
    const strange = reported('payment_capture_pending', pay, { id: 'evt_x' })
    const stray = reported('payment_refunded', { ...pay, amount: 5 }, { id: 'evt_u' })
    const aside = given(sepaPayment, pending, captured, strange)
    expect(summary(aside).parked).toEqual(['NotOfThisLifecycle'])
    expect(refusedBy(sepaPayment, aside, asked(1000))).toEqual([])
    const unbound = given(sepaPayment, pending, captured, stray)
    expect(summary(unbound).parked).toEqual(['NoEntity'])
    expect(refusedBy(sepaPayment, unbound, asked(1))).toEqual(['notInDoubt'])
    expect(refusedBy(sepaPayment, unbound, asked(1001))).toEqual(['notInDoubt', 'withinNet'])
  })

  test('without a command may be any step, and is judged by itself', () => {
    const bare = event('refund_requested', { ...pay, amount: 1000 }, '2024-01-10T10:00:00Z')
    expect(refusedBy(sepaPayment, paid, bare)).toEqual([])
  })
})
