/** Every door answers with a value, whatever plain JavaScript hands over. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { checkRequest, endpoints } from '../../../src/provider/index.ts'
import { verifySignature } from '../../../src/provider/read/signature.ts'
import { readDelivery } from '../../read-delivery.ts'

const receivedAt = '2026-03-02T10:00:00Z'
const fails = (): never => {
  throw new Error('a getter')
}
const revoked = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

const KINDS = [
  { kind: 'webhook', receivedAt },
  { kind: 'callback', receivedAt },
  { kind: 'response', receivedAt, endpoint: 'getPayment', status: 200 },
  { kind: 'response', receivedAt, endpoint: 'createPayment', status: 200 },
]

/** Bodies that cannot be looked into. */
const BODIES = {
  'a body whose getter throws': Object.defineProperty({ id: 'evt_1' }, 'type', {
    get: fails,
    enumerable: true,
  }),
  'data whose getter throws': {
    id: 'evt_1',
    type: 'payment_returned',
    data: Object.defineProperty({ id: 'pay_1' }, 'destination', { get: fails, enumerable: true }),
  },
  'a body that is a revoked proxy': revoked(),
}

const GARBAGE: Readonly<Record<string, unknown>> = {
  null: null,
  undefined,
  'a number': 5,
  'a list': [],
  'a getter that throws': Object.defineProperty({}, 'body', { get: fails, enumerable: true }),
  'a proxy that fails': new Proxy({}, { get: fails, has: fails, ownKeys: fails }),
  'a revoked proxy': revoked(),
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
  test.each(Object.entries(GARBAGE))('answers %s with a value that reports nothing', (_, input) => {
    const answer = door(input as never)
    // a response without a status is open
    if (E.isRight(answer)) expect(answer.right).toEqual([])
  })
})
