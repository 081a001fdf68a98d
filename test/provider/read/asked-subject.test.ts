/** A response about another subject than the one its request names is an error, and no event. */
import * as E from 'fp-ts/lib/Either.js'
import { expect, test } from 'vitest'
import { payfold } from '../../../src/payfold.ts'
import { machines } from '../../given.ts'
import { readDelivery } from '../../read-delivery.ts'
import { gist, HEARD } from './given.ts'

const read = (endpoint: string, params: object, body: unknown, more: object = {}) =>
  readDelivery({
    kind: 'response',
    receivedAt: HEARD,
    status: 200,
    endpoint,
    params,
    body,
    ...more,
  })

test.each([
  ['getPayment', { payment_id: 'pay_2' }, 'pay_1', 'payment-pay_1', 'payment-pay_2'],
  ['getPayment', { id: 'pay_2' }, 'pay_1', 'payment-pay_1', 'payment-pay_2'],
  ['getPayment', { payment_id: 'pay_2' }, 'sid_1', 'session-sid_1', 'payment-pay_2'],
  ['getSession', { session_id: 'sid_2' }, 'sid_1', 'session-sid_1', 'session-sid_2'],
  ['submitChannelData', { session_id: 'sid_2' }, 'sid_1', 'session-sid_1', 'session-sid_2'],
  ['completeSession', { session_id: 'sid_2' }, 'sid_1', 'session-sid_1', 'session-sid_2'],
  ['getSource', { id: 'src_2' }, 'src_1', 'mandate-src_1', 'mandate-src_2'],
  ['cancelMandate', { source_id: 'src_2' }, 'src_1', 'mandate-src_1', 'mandate-src_2'],
  ['requestRefund', { payment_id: 'pay_2' }, 'pay_1', 'payment-pay_1', 'payment-pay_2'],
])('%s asked for %j and answered with %s', (endpoint, params, id, belongsTo, stream) => {
  const body = { id, action_id: 'act_1', amount: 4000 }
  const error = { error: 'OtherSubject', stream, belongsTo }
  expect(read(endpoint, params, body)).toEqual(E.left(error))
  expect(read(endpoint, params, JSON.stringify(body), { isRelayed: true })).toEqual(E.left(error))
  // also if another field cannot be read
  expect(read(endpoint, params, { ...body, amount: -1 })).toEqual(E.left(error))
})

test.each([
  ['getPayment', { payment_id: 'pay_1' }, 'pay_1', 'payment-pay_1: state_observed'],
  ['getPayment', { payment_id: 'pay_1', id: 'pay_2' }, 'pay_1', 'payment-pay_1: state_observed'],
  ['getPayment', { payment_id: 'odd', id: 'pay_1' }, 'pay_1', 'payment-pay_1: state_observed'],
  ['getPayment', {}, 'pay_1', 'payment-pay_1: state_observed'],
  // a request that names no subject in its path creates one
  ['createPayment', { payment_id: 'pay_2' }, 'pay_1', 'payment-pay_1: payment_pending'],
])('%s asked for %j may be answered with %s', (endpoint, params, id, line) => {
  expect(gist(read(endpoint, params, { id, status: 'Pending' }))).toEqual([line])
})

test('the error is explained', () => {
  const error = read('getPayment', { payment_id: 'pay_2' }, { id: 'pay_1' })
  expect(E.isLeft(error) && payfold(machines).explain(error.left)).toBe(
    'What was given belongs to payment-pay_1, not to payment-pay_2.',
  )
})
