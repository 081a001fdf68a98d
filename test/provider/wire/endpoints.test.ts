/** The table of endpoints, as the interface prints it. */
import { expect, test } from 'vitest'
import {
  type Endpoint,
  endpoints,
  isEndpointName,
  parametersOf,
  type Unspecified,
} from '../../../src/provider/wire/endpoints.ts'

const isUnspecified = (value: unknown): value is Unspecified<unknown> =>
  typeof value === 'object' && value !== null && 'unspecified' in value

const shown = (value: unknown): string => {
  if (isUnspecified(value))
    return `unspecified, seen: ${value.unspecified.join(' or ') || 'nothing'}`
  return Array.isArray(value) ? value.join(' or ') : String(value)
}

const headersOf = ({ headers }: Endpoint): string =>
  Object.entries(headers)
    .map(([name, value]) => ` [${name}: ${value}]`)
    .join('')

test('the endpoints are the rows of the interface, and a list that it does not have', () => {
  const rows = Object.values(endpoints).map(
    (row: Endpoint) =>
      `${shown(row.method)} ${row.path} (${shown(row.credential)})${headersOf(row)} → ${shown(row.succeeds)}`,
  )
  expect(rows).toEqual([
    'POST /files (secret key) [Content-Type: multipart/form-data] → unspecified, seen: 200 or 201',
    'GET /files/{file_id} (secret key) → unspecified, seen: 200',
    'GET /payments/{id}/actions (secret key) [Content-Type: application/json] → unspecified, seen: 200',
    'unspecified, seen: POST /sessions (secret key) [Content-Type: application/json] → 202 or 201',
    'GET /sessions/{session_id} (public key) [Channel: app or browser] → unspecified, seen: 200 or 201',
    'PUT /sessions/{session_id}/channel-data (unspecified, seen: session secret or secret key) → unspecified, seen: 200 or 201',
    'unspecified, seen: POST /sessions/{session_id}/complete (unspecified, seen: session secret or secret key) → 204',
    'POST /sources (secret key) → unspecified, seen: 201',
    'GET /sources/{id} (secret key) → unspecified, seen: 200',
    'POST /sepa/mandates/{source_id}/cancel (secret key) [Content-Type: application/json] → unspecified, seen: 200',
    'POST /payments (secret key) → 202 or 201',
    'unspecified, seen: GET /payments (secret key) → unspecified, seen: 200',
    'GET /payments/{payment_id} (secret key) [Content-Type: application/json] → unspecified, seen: 200',
    'POST /payments/{payment_id}/refunds (secret key) → unspecified, seen: 202',
  ])
})

test('an endpoint states what a status means if the interface does', () => {
  const said = Object.values(endpoints).flatMap(({ name, errors }: Endpoint) =>
    Object.entries(errors).map(([status, meaning]) => `${name} ${status}: ${meaning}`),
  )
  expect(said).toEqual([
    'getPaymentActions 404: payment not found',
    'getSource 404: payment source not found',
  ])
})

test('an endpoint takes a body, none, or one that the interface does not show', () => {
  const kinds = Object.values(endpoints).map(({ name, request }: Endpoint) => {
    if (request === null) return `${name}: none`
    return `${name}: ${isUnspecified(request) ? 'unspecified' : 'name' in request ? request.name : ''}`
  })
  expect(kinds).toEqual([
    'uploadFile: a file upload',
    'getFile: none',
    'getPaymentActions: none',
    'createSession: a create-session request',
    'getSession: none',
    'submitChannelData: channel data',
    'completeSession: unspecified',
    'createSource: a create-source request',
    'getSource: none',
    'cancelMandate: unspecified',
    'createPayment: a create-payment request',
    'getPayments: none',
    'getPayment: none',
    'requestRefund: a refund request',
  ])
})

test('what is unspecified has its evidence', () => {
  const evidence = Object.values(endpoints).flatMap((row: Endpoint) =>
    [row.method, row.request, row.succeeds].flatMap((cell) =>
      isUnspecified(cell) ? [cell.evidence] : [],
    ),
  )
  expect(evidence).toHaveLength(16)
  expect(evidence.filter((text) => !/^(interface#|none: )/.test(text))).toEqual([])
})

test('a path names its parameters', () => {
  expect(parametersOf(endpoints.getPayment)).toEqual(['payment_id'])
  expect(parametersOf(endpoints.createPayment)).toEqual([])
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
])('the name %j belongs to an endpoint: %j', (name, known) => {
  expect(isEndpointName(name)).toBe(known)
})
