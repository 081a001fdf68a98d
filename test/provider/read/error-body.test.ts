/** The body of an error is no result, whatever the status. */
import { describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { gist, problem, response, unreadable } from './given.ts'

const ERROR = {
  request_id: '0HL80RJLS76I7',
  error_type: 'processing_error',
  error_codes: ['service_unavailable'],
}
const params = { id: 'pay_1', payment_id: 'pay_1', session_id: 'sid_1', source_id: 'src_1' }
const paramsOf = (name: EndpointName) => (name === 'getSource' ? { id: 'src_1' } : params)

const read = (name: EndpointName, status: number, body: unknown) =>
  response(name, {
    params: paramsOf(name),
    status,
    body,
    key: 'c-1',
    askedAt: '2026-03-02T10:00:00Z',
  } as never)

describe.each(Object.keys(endpoints) as EndpointName[])('the response of %s', (name) => {
  test.each([200, 201, 202, 204, 299])('with status %d and an error is unreadable', (status) => {
    const { error_type, error_codes } = ERROR
    const expected = unreadable('', endpoints[name].response.name, 'an error')
    const bodies = [
      ERROR,
      { error_type },
      { error_codes },
      { error: 'error' },
      { ...ERROR, id: '' },
    ]
    for (const body of bodies) {
      expect(problem(read(name, status, body))).toEqual(expected)
      expect(problem(read(name, status, JSON.stringify(body)))).toEqual(expected)
    }
  })
})

const RESULTS = [
  ['cancelMandate', {}, ['mandate-src_1: mandate_cancelled']],
  ['cancelMandate', { error_type: null, error_codes: '' }, ['mandate-src_1: mandate_cancelled']],
  ['cancelMandate', { id: 'src_1', ...ERROR }, ['mandate-src_1: mandate_cancelled']],
  ['getPayment', { id: 'pay_1', ...ERROR }, ['payment-pay_1: state_observed']],
  ['requestRefund', { action_id: 'act_1', ...ERROR }, ['payment-pay_1: refund_requested']],
] as const

test.each(RESULTS)('the response of %s with %j is a result', (name, body, result) => {
  expect(gist(read(name, 200, body))).toEqual(result)
})

test.each(['getPayment', 'getSession', 'getSource'] as const)(
  'the response of %s that says nothing is no result',
  (name) => {
    const expected = { found: 'an empty object' }
    for (const body of [{}, { id: '', status: null }]) {
      expect(problem(read(name, 200, body))).toMatchObject(expected)
    }
    expect(gist(read(name, 200, { status: 'Pending' }))).toHaveLength(1)
  },
)

test('payments are in an object: the sentence about a bare list says so', () => {
  const expected = unreadable('', 'an object with a list of payments', 'a list')
  expect(problem(response('getPayments', { body: [] }))).toEqual(expected)
})
