/** A payment's list of actions: one event for each action. */
import { describe, expect, test } from 'vitest'
import {
  events,
  gist,
  MADE,
  problem,
  readEvents,
  response,
  unreadable,
  whole,
  wholeOn,
} from './given.ts'

const params = { id: 'pay_1' }

const listed = (...actions: readonly unknown[]) =>
  response('getPaymentActions', { params, body: actions })

const action = (more: object) => ({
  id: 'act_1',
  type: 'Capture',
  processed_on: '2026-03-02T10:00:00Z',
  amount: 100,
  ...more,
})

describe('an action', () => {
  test.each([
    ['Capture', { approved: true }, 'payment_captured'],
    ['capture', { approved: 'True' }, 'payment_captured'],
    ['Capture', { response_code: '10000' }, 'payment_captured'],
    ['Capture', { approved: false, response_code: '10000' }, 'action_observed'],
    ['Capture', {}, 'action_observed'],
    ['Capture', { response_code: '20005' }, 'action_observed'],
    ['Refund', { approved: true }, 'payment_refunded'],
    ['Refund', { approved: false }, 'payment_refund_declined'],
    ['Refund', {}, 'payment_refund_pending'],
    ['Refund', { approved: null }, 'payment_refund_pending'],
    ['Refund', { approved: 'perhaps' }, 'unrecognised'],
    ['Capture', { approved: 'perhaps', response_code: '10000' }, 'unrecognised'],
    ['Refund', { response_code: '10200' }, 'payment_refund_pending'],
    ['Refund', { response_code: '10000' }, 'payment_refunded'],
    ['Refund', { response_code: 10_000 }, 'payment_refunded'],
    ['Return', { approved: true }, 'payment_chargeback'],
    ['Return', { response_code: '10000' }, 'payment_chargeback'],
    ['Return', { approved: false }, 'action_observed'],
    ['Authorization', { approved: true }, 'action_observed'],
    ['Void', { approved: true }, 'payment_canceled'],
    ['Void', { approved: false }, 'action_observed'],
    ['Void', {}, 'action_observed'],
    ['Card Verification', { approved: true }, 'action_observed'],
    ['Payout', { approved: true }, 'action_observed'],
    ['Something New', { approved: true }, 'action_observed'],
  ])('of type %s with %j is %s', (type, more, expected) => {
    expect(gist(listed(action({ type, ...more })))).toEqual([`payment-pay_1: ${expected}`])
  })

  test('that belongs to the lifecycle is a report with all its fields', () => {
    const read = listed(
      action({
        type: 'Refund',
        approved: true,
        auth_code: '745837',
        response_code: '10000',
        response_summary: 'Approved',
        reference: 'REF-1',
        metadata: { coupon: 'x' },
        _links: { 'response-code': { href: 'https://api.example/pay_other' } },
      }),
    )
    expect(readEvents(read)).toEqual([
      wholeOn(
        'payment-pay_1',
        'payment_refunded',
        {
          paymentId: 'pay_1',
          actionId: 'act_1',
          amount: 100,
          reference: 'REF-1',
          responseCode: '10000',
        },
        '2026-03-02T10:00:00Z',
        { eventId: MADE },
      ),
    ])
  })

  test('of a bank’s return says that it is one; a void names no amount', () => {
    const read = listed(
      action({ type: 'Return', approved: true }),
      action({ id: 'act_2', type: 'Void', approved: true }),
    )
    expect(events(read).map(({ data }) => data)).toEqual([
      { paymentId: 'pay_1', actionId: 'act_1', amount: 100, reportedAs: 'return' },
      { paymentId: 'pay_1', actionId: 'act_2' },
    ])
  })

  test('of another kind is reported with its own name', () => {
    const read = listed(
      action({ type: 'Card Verification', approved: true, response_code: '10000', reference: 'x' }),
    )
    expect(events(read)).toEqual([
      whole(
        'action_observed',
        {
          paymentId: 'pay_1',
          actionId: 'act_1',
          action: 'card_verification',
          amount: 100,
          approved: true,
          responseCode: '10000',
        },
        '2026-03-02T10:00:00Z',
        { eventId: MADE },
      ),
    ])
  })

  test('without a readable time or amount is still reported', () => {
    const [event] = events(
      listed({ id: 'act_1', type: 'Refund', processed_on: 'soon', amount: '' }),
    )
    expect(event?.data).toEqual({ paymentId: 'pay_1', actionId: 'act_1' })
    expect(event?.metadata.occurredAt).toBeNull()
  })
})

describe('a list of actions', () => {
  const both = [
    action({ id: 'act_2', type: 'Refund', approved: true, amount: 40 }),
    action({ id: 'act_3', type: 'Refund', approved: true, amount: 40 }),
    action({ id: 'act_1', type: 'Capture', approved: true }),
  ]

  test('is reported in its own order, each action with its own id', () => {
    const readEvents = events(listed(...both))
    expect(readEvents.map(({ data }) => data)).toEqual([
      { paymentId: 'pay_1', actionId: 'act_2', amount: 40 },
      { paymentId: 'pay_1', actionId: 'act_3', amount: 40 },
      { paymentId: 'pay_1', actionId: 'act_1', amount: 100 },
    ])
    expect(new Set(readEvents.map(({ metadata }) => metadata.eventId)).size).toBe(3)
  })

  test('requested twice reports the same events', () => {
    const ids = (...list: readonly unknown[]) =>
      events(listed(...list)).map(({ metadata }) => metadata.eventId)
    expect(ids(...[...both].reverse())).toEqual([...ids(...both)].reverse())
  })

  test('requested after a refund was approved reports a new event', () => {
    const [pending] = events(listed(action({ type: 'Refund' })))
    const [refunded] = events(listed(action({ type: 'Refund', approved: true })))
    expect(refunded?.metadata.eventId).not.toBe(pending?.metadata.eventId)
  })

  test('may be empty', () => {
    expect(readEvents(listed())).toEqual([])
  })

  test('may come with either name of the path parameter', () => {
    const read = response('getPaymentActions', { params: { payment_id: 'pay_1' }, body: both })
    expect(readEvents(read)).toEqual(readEvents(listed(...both)))
  })

  test.each([
    [{}, unreadable('', 'a list of payment actions', 'an empty object')],
    [null, unreadable('', 'a list of payment actions', 'null')],
    ['', unreadable('', 'a list of payment actions', 'nothing')],
    ['[{"id":"act_1"', unreadable('', 'JSON', 'a text')],
  ])('that is %j is unreadable', (body, why) => {
    expect(problem(response('getPaymentActions', { params, body }))).toEqual(why)
  })

  test.each<[unknown]>([
    [{ type: 'Refund' }],
    [{ id: 'act_1' }],
    [{ id: 'act_4242424242424242', type: 'Refund' }],
    [action({ amount: -1 })],
    [action({ amount: 0.5 })],
    [null],
    ['act_1'],
  ])('with %j in it reports the others, and that one was not understood', (bad) => {
    const [first, second] = both
    expect(gist(listed(first, bad, second))).toEqual([
      ...gist(listed(first, second)),
      'payment-pay_1: unrecognised',
    ])
    expect(events(listed(bad)).map(({ data }) => data)).toEqual([{ name: 'payment_action' }])
    expect(gist(listed(bad, first, bad))).toHaveLength(2)
  })

  test('without a payment is unreadable', () => {
    expect(problem(response('getPaymentActions', { body: both }))).toEqual(
      unreadable('params.payment_id', 'a pay_ identifier', 'nothing'),
    )
  })
})
