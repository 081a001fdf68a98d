/** What responses to all requests have in common. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { type EndpointName, endpoints } from '../../../src/provider/wire/endpoints.ts'
import { problem, response, unreadable } from './given.ts'

describe('an answer', () => {
  const names = Object.keys(endpoints) as readonly EndpointName[]

  test.each(names)('to %s that was cut off is unreadable', (endpoint) => {
    const params = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', id: 'pay_1' }
    const read = response(endpoint, { params, body: '{"id":"pay_1","sta' })
    expect(problem(read)).toEqual(unreadable('', 'JSON', 'a text'))
  })

  test.each(names.filter((name) => name !== 'completeSession' && name !== 'cancelMandate'))(
    'to %s that is empty is unreadable',
    (endpoint) => {
      const params = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', id: 'pay_1' }
      expect(E.isLeft(response(endpoint, { params, body: '' }))).toBe(true)
      expect(response(endpoint, { params, body: '' })).toEqual(response(endpoint, { params }))
    },
  )
})
