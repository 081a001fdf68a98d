/** The callback to the merchant when a session has its outcome. */
import { describe, expect, test } from 'vitest'
import { readCallback } from '../../../src/provider/read/session-events.ts'
import {
  events,
  gist,
  HEARD,
  newer,
  older,
  problem,
  readEvents,
  unreadable,
  wholeOn,
} from './given.ts'

const called = (body: unknown) => readCallback({ body, receivedAt: HEARD })

describe('a callback in the shape of a session', () => {
  test('reports what the session has become', () => {
    const body = {
      id: 'sid_1',
      status: 'Approved',
      approved: true,
      next_actions: ['complete'],
      transaction_id: 'transaction-1',
      completion: { type: 'hosted' },
      card: { number: '4242424242424242' },
      _links: { self: { href: 'https://api.example/sessions/sid_other' } },
    }
    const expected = [
      wholeOn(
        'session-sid_1',
        'session_approved',
        {
          sessionId: 'sid_1',
          mode: 'hosted',
          transactionId: 'transaction-1',
          approved: true,
          nextActions: ['complete'],
        },
        null,
        { source: 'unsigned' },
      ),
    ]
    expect(readEvents(called(body))).toEqual(expected)
    expect(readEvents(called(JSON.stringify(body)))).toEqual(expected)
  })

  test.each([
    [{ status: 'declined', completed: true }, ['session_declined', 'session_completed']],
    [{ status: 'expired' }, ['session_expired']],
    [
      { status: 'approved', completion: { type: 'non-hosted' } },
      ['channel_data_submitted', 'session_approved'],
    ],
    [{ status: 'pending' }, ['state_observed']],
    [{ status: 'a new one' }, ['state_observed']],
  ])('that shows %j reports %j', (body, types) => {
    expect(events(called({ id: 'sid_1', ...body })).map(({ type }) => type)).toEqual(types)
  })
})

describe('a callback in the shape of a webhook', () => {
  test.each([older, newer])('is read like a webhook', (dialect) => {
    const body = dialect('authentication_approved', { session_id: 'sid_1', amount: '5' })
    expect(gist(called(body))).toEqual(['session-sid_1: session_approved'])
    expect(gist(called(JSON.stringify(body)))).toEqual(['session-sid_1: session_approved'])
  })

  test('chooses neither its id nor its time', () => {
    const processed_on = '2026-03-02T10:00:06Z'
    const body = older('authentication_approved', { session_id: 'sid_1', processed_on })
    expect(events(called(body))[0]?.metadata).toEqual({
      eventId: expect.stringMatching(/^made_[g-v]{32}$/),
      occurredAt: null,
      recordedAt: HEARD,
      source: 'unsigned',
      schema: 1,
    })
    const later = older('authentication_approved', { session_id: 'sid_1' })
    expect(events(called(later))[0]?.metadata).toEqual(events(called(body))[0]?.metadata)
  })

  test.each([
    ['payment_captured', { id: 'pay_1', amount: 5 }],
    ['payment_refunded', { id: 'pay_1', action_id: 'act_1', amount: 5 }],
    ['dispute_received', { id: 'dsp_1', payment_id: 'pay_1', amount: 5 }],
    ['something_new', { id: 'pay_1' }],
    ['something_new', {}],
  ])('reports nothing that is not about a session: %s %j', (type, data) => {
    const expected = unreadable('data.session_id', 'a sid_ identifier', 'nothing')
    expect(problem(called(older(type, data)))).toEqual(expected)
  })
})

describe('a callback in the shape of the data of a webhook', () => {
  test('is a snapshot of the session that says no outcome, so it only causes a look-up', () => {
    const body = { session_id: 'sid_1', payment_id: 'pay_1', amount: '5', currency: 'eur' }
    const expected = [
      wholeOn(
        'session-sid_1',
        'state_observed',
        { sessionId: 'sid_1', amount: 5, currency: 'EUR' },
        null,
        { source: 'unsigned' },
      ),
    ]
    for (const each of [body, { ...body, id: null, data: {} }, JSON.stringify(body)]) {
      expect(readEvents(called(each))).toEqual(expected)
    }
  })

  test('is none with an id or an envelope', () => {
    const body = { session_id: 'sid_1' }
    const found = (more: object) => problem(called({ ...body, ...more }))
    expect(found({ id: 'pay_1' })).toEqual(unreadable('id', 'a sid_ identifier', 'a text'))
    expect(found(older('payment_captured', { id: 'pay_1' }, { id: undefined }))).toEqual(
      unreadable('data.session_id', 'a sid_ identifier', 'nothing'),
    )
    const other = older('authentication_approved', { session_id: 'sid_2' }, { id: undefined })
    expect(gist(called({ ...body, ...other }))).toEqual(['session-sid_2: session_approved'])
  })
})

test.each([
  [{ session_id: 'pay_1' }, unreadable('id', 'a sid_ identifier', 'a text')],
  [{}, unreadable('id', 'a sid_ identifier', 'nothing')],
  [{ id: 'pay_1' }, unreadable('id', 'a sid_ identifier', 'a text')],
  [null, unreadable('', 'a session', 'null')],
  ['[]', unreadable('', 'a session', 'a list')],
  ['', unreadable('', 'JSON', 'an empty text')],
  ['status=approved', unreadable('', 'JSON', 'a text')],
])('a callback in no known shape is unreadable %j', (body, why) => {
  expect(problem(called(body))).toEqual(why)
})
