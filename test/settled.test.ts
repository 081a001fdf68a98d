/** Money that was reported but is not settled, and messages that look alike but are not. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type SepaPayment, sepaPayment } from '../machines/index.ts'
import { PaymentId, paymentStream } from '../machines/words/payment-names.ts'
import type { State } from '../src/contract/state.ts'
import { emptyTip } from '../src/log/tip.ts'
import type { Stream } from '../src/words/stream.ts'
import { delivered, given, pay, refusedBy, reported, response, summary, webhook } from './given.ts'
import { append } from './root.ts'

const PAYMENT = 'payment-pay_1'
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
const command = (amount: number, ...events: ReturnType<typeof reported>[]) =>
  refusedBy(sepaPayment, given(sepaPayment, pending, captured, ...events), asked(amount))
const row = (kind: string, id: string, amount: number, approved = true) => ({
  kind,
  id,
  amount,
  approved,
})
const listed = (askedAt: string, ...actions: readonly object[]) =>
  reported(
    'actions_listed',
    { ...pay, askedAt, unread: 0, actions },
    { at: null, recordedAt: askedAt, source: 'response' },
  )

describe('a command to refund', () => {
  test('waits until a list shows what a refund without an id was', () => {
    const stray = refunded({ amount: 300 }, '2026-03-05T10:00:00Z')
    expect(command(1, stray)).toEqual(['notInDoubt'])
    const capture = row('Capture', 'act_c', 1000)
    const list = (askedAt: string) => listed(askedAt, capture, row('Refund', 'act_1', 300))
    expect(command(1, stray, list('2026-03-05T10:04:59.9999999Z'))).toEqual(['notInDoubt'])
    expect(command(700, stray, list('2026-03-05T10:05:00Z'))).toEqual([])
    expect(command(701, stray, list('2026-03-05T10:05:00Z'))).toEqual(['withinNet'])
  })

  test('leaves what a chargeback without an id has taken', () => {
    const back = reported('payment_chargeback', { ...pay, amount: 300 })
    expect(command(700, back)).toEqual([])
    expect(command(701, back)).toEqual(['withinNet'])
    expect(command(1000)).toEqual([])
  })

  test('waits for the list if a look-up shows more refunded than was reported', () => {
    const known = refunded({ actionId: 'act_1', amount: 100 }, '2026-03-05T10:00:00Z')
    const askedAt = '2026-03-10T10:00:00Z'
    const counted = (refundedMinor: number) =>
      reported(
        'state_observed',
        { ...pay, askedAt, status: 'partially_refunded', balances: { refunded: refundedMinor } },
        { at: null, recordedAt: askedAt, source: 'response' },
      )
    expect(command(900, known, counted(100))).toEqual([])
    expect(command(1, known, counted(101))).toEqual(['notInDoubt'])
    const rows = [row('Capture', 'act_c', 1000), row('Refund', 'act_1', 100)]
    expect(command(900, known, counted(101), listed(askedAt, ...rows))).toEqual([])
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
    expect(Object.keys((state as State<SepaPayment>).context.takings)).toEqual([
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

test('a log accepts no invalid event, and no unknown field', () => {
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
