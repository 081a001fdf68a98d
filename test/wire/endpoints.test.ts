/** The table of endpoints, as the interface prints it. */
import { expect, test } from 'vitest'
import { endpoints, isEndpointName } from '../../src/wire/endpoints.ts'

test('the endpoints are the rows of the interface', () => {
  const rows = Object.entries(endpoints).map(
    ([name, row]) => `${name}: ${row.method} ${row.path} (${row.credential})`,
  )
  expect(rows).toEqual([
    'createSession: POST /sessions (secret key)',
    'getSession: GET /sessions/{session_id} (public key)',
    'submitChannelData: PUT /sessions/{session_id}/channel-data (secret key)',
    'completeSession: unspecified /sessions/{session_id}/complete (secret key)',
    'createSource: POST /sources (secret key)',
    'getSource: GET /sources/{id} (secret key)',
    'cancelMandate: POST /sepa/mandates/{source_id}/cancel (secret key)',
    'createPayment: POST /payments (secret key)',
    'getPayment: GET /payments/{payment_id} (secret key)',
    'requestRefund: POST /payments/{payment_id}/refunds (secret key)',
    'getPaymentActions: GET /payments/{id}/actions (secret key)',
  ])
})

test('an endpoint knows its own name', () => {
  expect(Object.entries(endpoints).map(([name, row]) => name === row.name)).not.toContain(false)
})

test.each([
  ['getPayment', true],
  ['getpayment', false],
  ['toString', false],
  ['__proto__', false],
  ['', false],
])('the name %j is an endpoint’s: %j', (name, known) => {
  expect(isEndpointName(name)).toBe(known)
})
