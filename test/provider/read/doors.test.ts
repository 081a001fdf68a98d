/** Every door answers with a value, whatever plain JavaScript hands over. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { checkRequest, endpoints } from '../../../src/provider/index.ts'
import { verifySignature } from '../../../src/provider/read/signature.ts'
import { GARBAGE, withGetters } from '../../hostile/garbage.ts'
import { readDelivery } from '../../read-delivery.ts'

const receivedAt = '2026-03-02T10:00:00Z'
const KINDS = [
  { kind: 'webhook', receivedAt },
  { kind: 'callback', receivedAt },
  { kind: 'response', receivedAt, endpoint: 'getPayment', status: 200 },
  { kind: 'response', receivedAt, endpoint: 'createPayment', status: 200 },
]

/** Bodies that cannot be looked into. */
const BODIES = {
  'a body whose getter throws': withGetters,
  'data whose getter throws': { id: 'evt_1', type: 'payment_returned', data: withGetters },
  'a body that is a revoked proxy': GARBAGE['an object that was revoked'],
}

const INPUTS: Readonly<Record<string, unknown>> = {
  ...GARBAGE,
  ...Object.fromEntries(
    Object.entries(BODIES).flatMap(([name, body]) =>
      KINDS.map((each) => [`${name}, of a ${each.kind} (${each.endpoint})`, { ...each, body }]),
    ),
  ),
}

const DOORS: Readonly<Record<string, (input: never) => E.Either<unknown, unknown>>> = {
  readDelivery,
  'checkRequest of a session': checkRequest(endpoints.createSession),
  'checkRequest of a refund': checkRequest(endpoints.requestRefund),
  'checkRequest of a payment': checkRequest(endpoints.createPayment),
  verifySignature: (input) => verifySignature(input, input, input),
}

describe.each(Object.entries(DOORS))('%s', (_, door) => {
  test.each(Object.entries(INPUTS))('answers %s with a value that reports nothing', (_, input) => {
    const answer = door(input as never)
    // a response without a status is open
    if (E.isRight(answer)) expect(answer.right).toEqual([])
  })
})
