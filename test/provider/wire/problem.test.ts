/** The body of a response that refuses, in all its forms. */
import { describe, expect, test } from 'vitest'
import { dataOf, response } from '../read/given.ts'

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
