/** Money that was reported but is not settled, and messages that look alike but are not. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { paymentSums, type SepaPayment, sepaPayment } from '../machines/index.ts'
import { PaymentId, paymentStream } from '../machines/payment/names.ts'
import type { State } from '../src/fold/state.ts'
import { emptyTip } from '../src/log/tip.ts'
import type { Stream } from '../src/words/stream.ts'
import { delivered, given, refusedBy, reported, response, summary, webhook } from './given.ts'
import { append, questions } from './root.ts'

const PAYMENT = 'payment-pay_1'
const pay = { paymentId: 'pay_1' }
const pending = reported(
  'payment_pending',
  { ...pay, amount: 1000, currency: 'EUR' },
  { at: '2026-03-01T10:00:00Z' },
)
const captured = reported(
  'payment_captured',
  { ...pay, amount: 1000 },
  { at: '2026-03-02T10:00:00Z' },
)
const refunded = (data: object, at: string, id = at) =>
  reported('payment_refunded', { ...pay, ...data }, { at, id: `evt_${id.replace(/\W/g, '')}` })
const asked = (amount: number) =>
  reported('refund_requested', { ...pay, commandId: 'c-9', amount }, { at: '2026-03-20T10:00:00Z' })
const snapshot = (data: object) =>
  reported(
    'state_observed',
    { ...pay, ...data },
    { at: null, recordedAt: '2026-03-10T10:00:00Z', source: 'response' },
  )
const command = (amount: number, ...events: ReturnType<typeof reported>[]) =>
  refusedBy(sepaPayment, given(sepaPayment, pending, captured, ...events), asked(amount))

describe('a command to refund', () => {
  test('leaves what a refund or chargeback without an id may have taken', () => {
    const stray = refunded({ amount: 300 }, '2026-03-05T10:00:00Z')
    expect(command(700, stray)).toEqual([])
    expect(command(701, stray)).toEqual(['withinNet'])
    expect(command(1, refunded({}, '2026-03-05T10:00:00Z'))).toEqual(['notHeld'])
    const back = reported('payment_chargeback', { ...pay, amount: 300 })
    expect(command(700, back)).toEqual([])
    expect(command(701, back)).toEqual(['withinNet'])
    expect(command(1000)).toEqual([])
  })

  test('leaves what a snapshot shows refunded beyond what was reported', () => {
    const known = refunded({ actionId: 'act_1', amount: 100 }, '2026-03-05T10:00:00Z')
    const counted = (refundedMinor: number) =>
      snapshot({ status: 'partially_refunded', balances: { refunded: refundedMinor } })
    expect(command(900, known, counted(100))).toEqual([])
    expect(command(899, known, counted(101))).toEqual([])
    expect(command(900, known, counted(101))).toEqual(['withinNet'])
    expect(command(900, known, counted(101), counted(100))).toEqual(['withinNet'])
  })

  test('leaves it also after an answer that shows nothing new', () => {
    const answered = (...events: ReturnType<typeof reported>[]) =>
      questions(given(sepaPayment, pending, captured, ...events)).map(({ id: question }) =>
        reported('question_answered', { question }, { id: `evt_${question.slice(-9)}` }),
      )
    const stray = refunded({ amount: 300 }, '2026-03-05T10:00:00Z')
    const counted = (refundedMinor: number) =>
      snapshot({ status: 'partially_refunded', balances: { refunded: refundedMinor } })
    const known = refunded({ actionId: 'act_1', amount: 100 }, '2026-03-05T10:00:00Z', 'known')
    expect(command(700, stray, ...answered(stray))).toEqual([])
    expect(command(701, stray, ...answered(stray))).toEqual(['withinNet'])
    expect(command(899, known, counted(101), ...answered(known, counted(101)))).toEqual([])
    expect(command(900, known, counted(101), ...answered(known, counted(101)))).toEqual([
      'withinNet',
    ])
  })

  test('is allowed after the refund that a snapshot showed failed later', () => {
    const done = refunded({ actionId: 'act_1', amount: 1000 }, '2026-03-05T10:00:00Z')
    const failed = reported(
      'payment_refund_declined',
      { ...pay, actionId: 'act_1', amount: 1000 },
      { at: '2026-03-12T10:00:00Z' },
    )
    expect(command(1000, done, snapshot({ status: 'refunded' }), failed)).toEqual([])
  })
})

describe('a refund without an id', () => {
  const known = refunded({ actionId: 'act_1', amount: 300 }, '2026-03-06T10:00:00Z')

  test('reported again at the same time, within the tolerance, is the known one', () => {
    const again = refunded({ amount: 300 }, '2026-03-06T10:01:00Z')
    const state = given(sepaPayment, pending, captured, known, again)
    expect(summary(state).parked).toEqual([])
    expect(paymentSums(state.context).refunded).toBe(300)
  })

  test('reported at another time is another one, which is unknown', () => {
    const other = refunded({ amount: 300 }, '2026-03-06T10:01:00.0000001Z')
    expect(summary(given(sepaPayment, pending, captured, known, other)).parked).toEqual(['Unbound'])
  })
})

describe('a refund without an amount', () => {
  test('counts as what was left when it began, and no less after a later chargeback', () => {
    const whole = refunded({ actionId: 'act_1' }, '2026-03-05T10:00:00Z')
    const lost = (at: string) =>
      reported('payment_chargeback', { ...pay, actionId: 'act_2', amount: 400 }, { at })
    const after = given(sepaPayment, pending, captured, whole, lost('2026-03-09T10:00:00Z'))
    expect(paymentSums(after.context)).toMatchObject({ refunded: 1000, net: -400 })
    expect(summary(after).findings).toEqual(['NegativeNet'])
    const before = given(sepaPayment, pending, captured, whole, lost('2026-03-04T10:00:00Z'))
    expect(paymentSums(before.context)).toMatchObject({ refunded: 600, net: 0 })
  })
})

describe('a payment', () => {
  test('by a card that was stored as a source is not a SEPA payment', () => {
    const created = response('createPayment', {
      request: { source: { type: 'id', id: 'src_1' }, amount: 1000, currency: 'EUR' },
      status: 201,
      body: { id: 'pay_1', status: 'Pending', source: { type: 'card' } },
    })
    expect(delivered(created)(PAYMENT).status).toBe('unassigned')
  })

  test('charged back by an action whose id has digits that check like a card’s is read', () => {
    const data = {
      id: 'pay_1',
      action_id: 'act_64A6D422443810220949',
      amount: 1000,
      source: { type: 'sepa' },
    }
    const state = delivered(webhook('evt_1', 'payment_chargeback', data, '2026-03-05T10:00:00Z'))(
      PAYMENT,
    )
    expect(Object.keys((state as State<SepaPayment>).context.chargebacks)).toEqual([
      'act_64A6D422443810220949',
    ])
  })
})

describe('a session', () => {
  const create = response('createSession', {
    request: { completion: { type: 'non_hosted' } },
    status: 201,
    body: { id: 'sid_1', status: 'pending', next_actions: ['collect_channel_data'] },
  })

  test('whose channel data got a request for channel data in response is still pending', () => {
    const answer = response('submitChannelData', {
      params: { session_id: 'sid_1' },
      request: { channel: 'browser' },
      body: { id: 'sid_1', status: 'pending', next_actions: ['collect_channel_data'] },
    })
    expect(summary(delivered(create, answer)('session-sid_1'))).toEqual({
      status: 'pending',
      findings: [],
      parked: [],
    })
  })

  test('in the non-hosted mode, whose channel data response was lost, is complete by its snapshot', () => {
    const seen = response('getSession', {
      params: { session_id: 'sid_1' },
      body: { id: 'sid_1', status: 'approved' },
    })
    expect(summary(delivered(create, seen)('session-sid_1'))).toEqual({
      status: 'approved',
      findings: [],
      parked: [],
    })
  })
})

describe('a log', () => {
  test('accepts no invalid event, and no unknown field', () => {
    const id = PaymentId.decode('pay_1')
    const stream: Stream = E.isRight(id) ? paymentStream(id.right) : ('unknown-x' as Stream)
    const named = { ...captured, data: { ...captured.data, name: 'Jane Doe' } }
    const added = append(emptyTip(stream), [named])
    expect(JSON.stringify(added)).not.toContain('Jane')
    expect(E.isRight(added)).toBe(true)
    const wrong = { ...captured, data: { ...captured.data, amount: -1 } }
    expect(append(emptyTip(stream), [captured, wrong])).toMatchObject({
      left: { error: 'Unreadable', path: 'data.amount' },
    })
  })
})
