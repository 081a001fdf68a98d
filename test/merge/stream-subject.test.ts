/** The subject of a stream: which events are about another one, and that they count for nothing. */

import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { sepaMandate, sepaPayment, session, ticketPayment } from '../../machines/index.ts'
import type { State } from '../../src/contract/state.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { fold } from '../../src/fold/fold.ts'
import { ownLoop } from '../../src/judge/own-loop.ts'
import { withoutOthers } from '../../src/merge/stream-subject.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { EXAMPLES, withStray } from '../audit/examples.ts'
import { logOf } from '../audit/given.ts'
import { pay, reported, src, summary } from '../given.ts'
import { audit, explain, machines, questions, root } from '../root.ts'

const PAYMENT = 'payment-pay_1' as Stream
const MANDATE = 'mandate-src_1' as Stream
const other = { paymentId: 'pay_2' }
const NOW = '2026-03-04T10:00:00.0000000Z' as Instant

const pending = reported('payment_pending', {
  ...pay,
  ...src,
  amount: 1000,
  currency: 'EUR',
  method: 'sepa',
})
const captured = reported('payment_captured', { ...pay, amount: 1000 })
const paid = [pending, captured]

/** The same event without the id of its payment. */
const withoutId = (event: DomainEvent): DomainEvent => {
  const { paymentId: _, ...data } = event.data as Readonly<Record<string, unknown>>
  return { ...event, data }
}

const folded = (stream: Stream, ...events: readonly DomainEvent[]) =>
  root.fold(stream, events) as State

/** What is left of a state without the events about another subject. */
const rest = (state: State) => ({
  ...withoutOthers(state),
  parked: state.parked.filter(({ reason }) => reason !== 'OtherSubject'),
})

/** Folds a payment's events with a stray one, and checks that only a parked event is different. */
const strayed = (stray: DomainEvent, ...events: readonly DomainEvent[]): State => {
  const state = folded(PAYMENT, ...events, stray)
  expect(folded(PAYMENT, stray, ...events)).toEqual(state)
  expect(rest(state)).toEqual(folded(PAYMENT, ...events))
  const key = `${stray.type}:pay_2:${stray.metadata.eventId}`
  expect(state.parked).toContainEqual({ key, reason: 'OtherSubject' })
  return state
}

describe('an event about another payment', () => {
  test('is not counted as a capture of this one; one about this one is', () => {
    const stray = reported('payment_captured', { ...other, amount: 1000 })
    expect(strayed(stray, pending).status).toBe('pending')
    expect(summary(folded(PAYMENT, pending, captured))).toEqual({
      status: 'captured',
      findings: [],
      parked: [],
    })
  })

  test('is not counted as a refund of this one', () => {
    const stray = reported('payment_refunded', { ...other, actionId: 'act_1', amount: 400 })
    const state = strayed(stray, ...paid)
    expect(root.sums(state)).toMatchObject(E.right({ refunded: 0, net: 1000 }))
  })

  test('does not choose the machine of this one', () => {
    const stray = reported('payment_pending', { ...other, method: 'ticket' })
    expect(strayed(stray, captured).machine).toBe('unassigned')
    expect(strayed(stray, ...paid).machine).toBe('sepa-payment@1')
    const card = reported('payment_pending', { ...other, method: 'other' })
    expect(strayed(card, captured).machine).toBe('unassigned')
  })

  test('implies nothing as a snapshot, and contradicts nothing', () => {
    const stray = reported('state_observed', { ...other, status: 'declined' })
    expect(strayed(stray, pending).status).toBe('pending')
    expect(strayed(stray, ...paid).findings).toEqual([])
  })

  test('names no action for a command of this one', () => {
    const requested = reported(
      'refund_requested',
      { ...pay, amount: 400, commandId: 'c-1' },
      { source: 'request' },
    )
    const stray = reported(
      'refund_requested',
      { ...other, amount: 400, commandId: 'c-1', actionId: 'act_1' },
      { source: 'response' },
    )
    const done = reported('payment_refunded', { ...pay, actionId: 'act_1', amount: 400 })
    strayed(stray, ...paid, requested, done)
  })

  test('does not refuse a request of this one, nor answer it', () => {
    const requested = reported(
      'refund_requested',
      { ...pay, amount: 400, commandId: 'c-1' },
      { source: 'request' },
    )
    const refusal = (subject: object) =>
      reported('request_refused', { ...subject, commandId: 'c-1', attempt: 1 }, { at: NOW })
    strayed(refusal(other), ...paid, requested)
    const answer = reported(
      'refund_requested',
      { ...other, commandId: 'c-1' },
      { source: 'response' },
    )
    strayed(answer, ...paid, requested, refusal(pay))
  })

  test('implies nothing on the mandate, and belongs to no window', () => {
    const stray = reported('state_observed', { ...other, ...src, status: 'declined' })
    const state = strayed(stray, pending)
    expect(ownLoop(root).consequences(state)).toEqual(
      ownLoop(root).consequences(folded(PAYMENT, pending)),
    )
    expect(root.windows(state, NOW)).toEqual(root.windows(folded(PAYMENT, pending), NOW))
  })

  test('hides no event of this one that has the same id, at no time', () => {
    const id = { id: 'evt_1' }
    const own = reported('state_observed', { ...pay, status: 'pending' }, id)
    const late = { ...id, at: '2027-01-01T00:00:00Z' }
    const stray = reported('state_observed', { ...other, status: 'captured' }, late)
    strayed(stray, pending, own)
    const when = { occurred: NOW }
    const [all, without] = [
      [pending, own, stray],
      [pending, own],
    ].map((events) => root.asOf(PAYMENT, events, when))
    expect(all).toEqual(without)
  })

  test('hides no event of this one whose id makes the same key', () => {
    const own = reported('state_observed', { ...pay, status: 'pending' }, { id: 'pay_2:evt_1' })
    const stray = reported('state_observed', { ...other, status: 'pending' }, { id: 'evt_1' })
    strayed(stray, pending, own)
  })

  test('is kept once, however often it is reported', () => {
    const stray = reported('payment_captured', { ...other, amount: 1000 })
    expect(folded(PAYMENT, stray, ...paid, stray)).toEqual(strayed(stray, ...paid))
  })

  test('has a sentence, raises no question, and is an error', () => {
    const stray = reported('payment_captured', { ...other, amount: 1000 }, { id: 'evt_x' })
    const state = folded(PAYMENT, ...paid, stray)
    const [parked] = state.parked
    const because =
      'payment_captured:pay_2:evt_x is about another subject than this stream, so it counts for nothing here.'
    expect(parked && explain(parked)).toBe(because)
    expect(questions(state).filter(({ reason }) => reason === 'OtherSubject')).toEqual([])
  })

  test('is parked again after the state was saved and continued', () => {
    const stray = reported('payment_captured', { ...other, amount: 1000 })
    const whole = folded(PAYMENT, pending, stray, captured)
    const saved = JSON.parse(JSON.stringify(folded(PAYMENT, pending, stray)))
    const resumed = root.resume(saved)
    expect(resumed).toEqual(E.right(saved))
    expect(E.isRight(resumed) && root.evolve(resumed.right, captured)).toEqual(whole)
    expect(root.evolve(folded(PAYMENT, ...paid), stray)).toEqual(whole)
  })

  test('implies nothing on the mandate in an audit, and names no related stream', () => {
    const declined = { ...other, ...src, status: 'declined', reference: 'ORD-1' }
    const stray = reported('state_observed', declined, { source: 'response' })
    const report = audit(machines)(
      [
        ...logOf([MANDATE, reported('mandate_created', { ...src, mandateType: 'single' })]),
        ...logOf([
          'session-sid_1',
          reported('session_created', { sessionId: 'sid_1', reference: 'ORD-1' }),
        ]),
        ...withStray(stray, { ...pending, data: { ...pending.data } }),
      ].map((line) => `${line}\n`),
    )
    expect(report.findings.map(({ code }) => code)).toEqual(['OtherSubject'])
    const statusOf = (name: string) => report.streams.find(({ stream }) => stream === name)
    expect(statusOf(MANDATE)?.status).toBe('reserved')
    expect(statusOf(PAYMENT)?.related.map(({ name }) => name)).toEqual(['mandate'])
  })

  test('does not end the other payment in an audit, either', () => {
    const [mine, theirs] = [pay, other].map((subject) => ({ ...subject, ...src, method: 'sepa' }))
    const stray = reported('state_observed', { ...other, status: 'declined' })
    const { streams } = audit(machines)(
      [
        ...logOf([MANDATE, reported('mandate_created', { ...src, mandateType: 'single' })]),
        ...logOf(['payment-pay_2', reported('payment_pending', { ...theirs, amount: 1 })]),
        ...withStray(stray, reported('payment_declined', { ...mine, amount: 1 })),
      ].map((line) => `${line}\n`),
    )
    expect(streams.find(({ stream }) => stream === MANDATE)?.status).toBe('reserved')
  })

  test('is an error in an audit of a log that holds it, at its line', () => {
    const { findings } = audit(machines)(EXAMPLES.OtherSubject.map((line) => `${line}\n`))
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([
      { code: 'OtherSubject', line: 3 },
    ])
  })
})

describe('an event that belongs to its stream', () => {
  test('may name entities of other kinds', () => {
    const named = reported('state_observed', { ...pay, sessionId: 'sid_9', sourceId: 'src_9' })
    expect(folded(PAYMENT, ...paid, named).parked).toEqual([])
    const mandate = reported('mandate_created', src)
    const collections = ['pay_1', 'pay_2'].map((paymentId) =>
      reported('collection_presented', { ...src, paymentId }),
    )
    expect(folded(MANDATE, mandate, ...collections).parked).toEqual([])
    const away = reported('mandate_cancelled', { sourceId: 'src_2' })
    expect(summary(folded(MANDATE, mandate, away))).toEqual({
      status: 'active',
      findings: [],
      parked: ['OtherSubject'],
    })
  })

  test('may have an id that is none: that is not another subject', () => {
    const odd = reported('payment_captured', { paymentId: 'pay-1', amount: 1000 })
    expect(summary(folded(PAYMENT, pending, odd))).toMatchObject({ status: 'captured', parked: [] })
  })

  test('need not name any', () => {
    const nameless = reported('unrecognised', { name: 'payment_on_hold' })
    expect(folded(PAYMENT, ...paid, nameless).parked).toEqual([])
  })

  test('in a stream without a known entity may name any', () => {
    const unknown = 'unknown-evt_1' as Stream
    const reasons = folded(unknown, captured, reported('payment_captured', other)).parked
    expect(reasons.map(({ reason }) => reason)).toEqual([
      'NotOfThisLifecycle',
      'NotOfThisLifecycle',
    ])
  })
})

describe('events without a stream', () => {
  const second = reported('payment_captured', { ...other, amount: 1000 })

  test('are about the one subject that they name', () => {
    expect(summary(fold(sepaPayment)(paid))).toMatchObject({ status: 'captured', parked: [] })
  })

  test('count for nothing if they name several', () => {
    const state = fold(sepaPayment)([...paid, second])
    expect(fold(sepaPayment)([second, ...paid.toReversed()])).toEqual(state)
    expect(summary(state)).toEqual({
      status: 'none',
      findings: [],
      parked: ['SubjectUnknown', 'SubjectUnknown', 'SubjectUnknown'],
    })
    expect(state.context).toEqual(sepaPayment.context)
  })

  test('have their subject again if a stream is given', () => {
    const state = fold(sepaPayment)([...paid, second], PAYMENT)
    expect(summary(state)).toMatchObject({ status: 'captured', parked: ['OtherSubject'] })
  })

  test.each([
    [session, 'session_created', { sessionId: 'sid_1' }, { sessionId: 'sid_2' }],
    [sepaMandate, 'mandate_created', { sourceId: 'src_1' }, { sourceId: 'src_2' }],
    [ticketPayment, 'payment_pending', { paymentId: 'pay_1' }, { paymentId: 'pay_2' }],
  ] as const)('of any machine follow the same rule', (machine, type, one, another) => {
    const by = fold(machine as typeof session)
    expect(by([reported(type, one)]).parked).toEqual([])
    expect(by([reported(type, one), reported(type, another)]).status).toBe('none')
  })
})

describe('the request of a question', () => {
  test('names the entity of the stream, whatever the events name', () => {
    const late = reported('payment_declined', pay, { at: '2026-03-05T10:00:00Z' })
    const stray = reported('payment_captured', other, { at: '2026-01-01T00:00:00Z' })
    const asked = questions(folded(PAYMENT, stray, ...paid, late))
    expect(asked.flatMap(({ request }) => request ?? [])).toEqual([
      {
        endpoint: 'getPaymentActions',
        params: { id: 'pay_1' },
        from: '2026-03-05T10:05:00.0000000Z',
      },
    ])
  })

  test('is null if the stream is named after no id', () => {
    const [asked] = questions(folded('payment-x' as Stream, reported('payment_captured', {})))
    expect(asked).toMatchObject({ reason: 'Unassigned', request: null })
    const requested = reported(
      'refund_requested',
      { amount: 1, commandId: 'c-1' },
      { source: 'request' },
    )
    const state = fold(sepaPayment)(
      [pending, captured].map(withoutId).concat(requested),
      'payment-x' as Stream,
    )
    const sent = questions(state).find(({ reason }) => reason === 'InDoubt')
    expect(sent).toMatchObject({ reason: 'InDoubt', request: null })
  })

  test('of an unassigned stream looks up the entity that the stream is named after', () => {
    const shown = reported('state_observed', { ...pay, sessionId: 'sid_1' })
    const [asked] = questions(folded(PAYMENT, captured, shown))
    expect(asked?.request).toEqual({ endpoint: 'getPayment', params: { payment_id: 'pay_1' } })
  })
})
