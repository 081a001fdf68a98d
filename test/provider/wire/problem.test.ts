/** The body of a response that refuses or fails, in all its forms. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readResponse } from '../../../src/provider/read/response.ts'
import { endpoints } from '../../../src/provider/wire/endpoints.ts'
import { NO_PROBLEM } from '../../../src/provider/wire/problem.ts'
import { HEARD } from '../read/given.ts'

describe('the problem of a response', () => {
  const problemOf = (body: unknown, status: number): unknown => {
    const read = readResponse(endpoints.getPayment, { status, body, receivedAt: HEARD })
    if (E.isLeft(read)) return 'unreadable'
    return read.right.outcome === 'done' ? 'done' : read.right.problem
  }

  const whole = {
    request_id: '9a3b6c1e-7d52-4f08-b1c9-4e0d2a5f8b67',
    error_type: 'request_invalid',
    error_codes: ['amount_invalid', 'currency_required'],
  }

  describe.each([422, 503])('with status %j', (status) => {
    test('is what its body says, as text or parsed', () => {
      expect(problemOf(whole, status)).toEqual(whole)
      expect(problemOf(JSON.stringify(whole), status)).toEqual(whole)
      expect(problemOf(`\uFEFF${JSON.stringify(whole)}`, status)).toEqual(whole)
    })

    test.each([
      '9a3b6c1e-7d52-4f08-b1c9-4e0d2a5f8b67',
      '0HL80RJLS76I7',
      '0HL80RJLS76I7:00000001',
      '9a3b6c1e-7d52-4f08-b1c9-4e0d2a5f8b67:12',
    ])('has the request id %j, for support', (id) => {
      expect(problemOf({ request_id: id }, status)).toEqual({ ...NO_PROBLEM, request_id: id })
    })

    test('may have a type without codes, and codes without a type', () => {
      expect(problemOf({ error_type: 'Request Invalid' }, status)).toEqual({
        ...NO_PROBLEM,
        error_type: 'other',
      })
      expect(problemOf({ error_type: 'request-invalid' }, status)).toEqual({
        ...NO_PROBLEM,
        error_type: 'request_invalid',
      })
      expect(problemOf({ error_codes: ['Card-Expired', 7, null, 'x'] }, status)).toEqual({
        ...NO_PROBLEM,
        error_codes: ['card_expired', 'x'],
      })
      expect(problemOf({ error_codes: [] }, status)).toEqual({ ...NO_PROBLEM, error_codes: [] })
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
      expect(problemOf(body, status)).toStrictEqual({
        request_id: undefined,
        error_type: undefined,
        error_codes: undefined,
      })
    })
  })
})
