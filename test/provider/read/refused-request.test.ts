/** Responses that refuse a request, and responses that leave it open. */
import { describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { dataOf, type Exchange, gist, readEvents, response, time, wholeOn } from './given.ts'

const refused = (endpoint: EndpointName, exchange: Exchange) =>
  response(endpoint, { status: 422, ...exchange })

const COMMANDS: readonly EndpointName[] = [
  ...(['createSession', 'submitChannelData', 'completeSession', 'createSource'] as const),
  ...(['cancelMandate', 'createPayment', 'requestRefund'] as const),
]
const QUERIES = (Object.keys(endpoints) as readonly EndpointName[]).filter(
  (name) => !COMMANDS.includes(name),
)

describe('a refusal', () => {
  test('reports which command was refused, how, and for which payment', () => {
    const read = refused('requestRefund', {
      params: { payment_id: 'pay_1' },
      request: { amount: 1000 },
      body: {
        request_id: '7867a675-deac-4270-a4dc-04fa2ba4fe8d',
        error_type: 'Processing_Error',
        error_codes: ['amount_exceeds_balance', null, 'x'.repeat(81), 'Second-Code'],
      },
      key: 'command-1',
    })
    expect(readEvents(read)).toEqual([
      wholeOn('payment-pay_1', 'request_refused', {
        paymentId: 'pay_1',
        endpoint: 'requestRefund',
        commandId: 'command-1',
        httpStatus: 422,
        errorType: 'processing_error',
        errorCodes: ['amount_exceeds_balance', 'second_code'],
      }),
    ])
  })

  const source = { type: 'id', id: 'src_1' }
  const sepa = { source, amount: 6000, currency: 'EUR' }
  const ticket = { source: { type: 'pagofacil' }, amount: 10_000, currency: 'ARS' }

  test.each([
    ['requestRefund', { params: { payment_id: 'pay_1' } }, 'payment-pay_1'],
    ['createPayment', { request: sepa }, 'mandate-src_1'],
    ['createPayment', { request: JSON.stringify(sepa) }, 'mandate-src_1'],
    ['createPayment', { request: ticket }, 'unknown-command-1'],
    ['createPayment', {}, 'unknown-command-1'],
    ['createSession', { request: { amount: 1 } }, 'unknown-command-1'],
    ['submitChannelData', { params: { session_id: 'sid_1' } }, 'session-sid_1'],
    ['completeSession', { params: { session_id: 'sid_1' } }, 'session-sid_1'],
    ['createSource', { request: { type: 'sepa' } }, 'unknown-command-1'],
    ['cancelMandate', { params: { source_id: 'src_1' } }, 'mandate-src_1'],
    ['cancelMandate', { params: { source_id: 'pay_1' } }, 'unknown-command-1'],
  ] as const)('of %s by %j is reported on %s', (endpoint, exchange, stream) => {
    expect(gist(refused(endpoint, { ...exchange, key: 'command-1' }))).toEqual([
      `${stream}: request_refused`,
    ])
  })

  test('of a refund is on the stream where its acceptance would be', () => {
    const params = { id: 'pay_1' }
    const accepted = response('requestRefund', { params, body: { action_id: 'act_1' } })
    const [yes, no] = [readEvents(accepted)[0], readEvents(refused('requestRefund', { params }))[0]]
    expect(no?.stream).toBe(yes?.stream)
  })

  test('of a payment names the source that would have been debited', () => {
    expect(dataOf(refused('createPayment', { request: sepa, key: 'command-1' }))).toEqual({
      sourceId: 'src_1',
      endpoint: 'createPayment',
      commandId: 'command-1',
      httpStatus: 422,
    })
  })

  test('of no known command has a separate stream, the same each time it is read', () => {
    const read = () => gist(refused('createPayment', { request: ticket }))
    expect(read()).toEqual([expect.stringMatching(/^unknown-made_[g-v]{32}: request_refused$/)])
    expect(read()).toEqual(read())
    const at403 = gist(response('createPayment', { request: ticket, status: 403 }))
    expect(at403).not.toEqual(read())
    const later = { request: ticket, status: 422, receivedAt: time('2026-03-02T10:05:01Z') }
    expect(gist(response('createPayment', later))).not.toEqual(read())
  })
})

describe.each(COMMANDS)('a response to %s', (endpoint) => {
  test.each([400, 401, 402, 404, 407, 409, 410, 422, 425, 429, 499])(
    'refuses with status %j',
    (status) => {
      const read = response(endpoint, { status, key: 'command-1' })
      expect(gist(read)).toEqual(['unknown-command-1: request_refused'])
      expect(dataOf(read)).toEqual({ endpoint, commandId: 'command-1', httpStatus: status })
    },
  )

  test.each([500, 502, 503, 599])(
    'fails with status %j: it may have been carried out',
    (status) => {
      const read = response(endpoint, { status, key: 'command-1' })
      expect(gist(read)).toEqual(['unknown-command-1: request_failed'])
      expect(dataOf(read)).toEqual({ endpoint, commandId: 'command-1', httpStatus: status })
      expect(readEvents(response(endpoint, { status }))).toEqual([])
    },
  )

  test.each([408])('leaves the matter open with status %j', (status) => {
    const body = { error_type: 'x', error_codes: ['y'] }
    expect(readEvents(response(endpoint, { status, body, key: 'command-1' }))).toEqual([])
    expect(readEvents(response(endpoint, { status, body: '{"error' }))).toEqual([])
  })
})

describe.each(QUERIES)('a response to %s', (endpoint) => {
  test.each([400, 401, 403, 404, 422, 429, 500])('reports nothing with status %j', (status) => {
    expect(readEvents(response(endpoint, { params: { id: 'pay_1' }, status }))).toEqual([])
  })
})

describe('the problem of a refused command', () => {
  const codesOf = (body: unknown): unknown => {
    const params = { payment_id: 'pay_1' }
    const { errorType, errorCodes } = Object(
      dataOf(response('requestRefund', { params, status: 422, body })),
    )
    return [errorType, errorCodes]
  }

  const whole = {
    request_id: '9a3b6c1e-7d52-4f08-b1c9-4e0d2a5f8b67',
    error_type: 'request_invalid',
    error_codes: ['amount_invalid', 'currency_required'],
  }

  test('is what its body says, as text or parsed', () => {
    const said = ['request_invalid', ['amount_invalid', 'currency_required']]
    expect(codesOf(whole)).toEqual(said)
    expect(codesOf(JSON.stringify(whole))).toEqual(said)
    expect(codesOf(`\uFEFF${JSON.stringify(whole)}`)).toEqual(said)
  })

  test('may have a type without codes, and codes without a type', () => {
    expect(codesOf({ error_type: 'Request Invalid' })).toEqual(['other', undefined])
    expect(codesOf({ error_type: 'request-invalid' })).toEqual(['request_invalid', undefined])
    expect(codesOf({ error_codes: ['Card-Expired', 7, null, 'x'] })).toEqual([
      undefined,
      ['card_expired', 'x'],
    ])
    expect(codesOf({ error_codes: [] })).toEqual([undefined, []])
  })

  test.each([
    undefined,
    null,
    '',
    ' ',
    'null',
    '[]',
    'Service Unavailable',
    '<html><body>502 Bad Gateway</body></html>',
    '{"request_id":"0HL80RJLS76I7","error_ty',
    { error: 'error' },
    { error: { request_id: '0HL80RJLS76I7' } },
    [],
    [whole],
    7,
    true,
    { request_id: 7, error_type: 7, error_codes: 'amount_invalid' },
    { request_id: null, error_type: '', error_codes: {} },
    { request_id: '', error_type: null, error_codes: null },
  ])('is empty as %j', (body) => {
    expect(codesOf(body)).toEqual([undefined, undefined])
  })
})
