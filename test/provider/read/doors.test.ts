/** Every door answers with a value, whatever plain JavaScript hands over. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { checkRequest, endpoints } from '../../../src/provider/index.ts'
import { readCallback } from '../../../src/provider/read/callback.ts'
import { readResponse } from '../../../src/provider/read/response.ts'
import { verifySignature } from '../../../src/provider/read/signature.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
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

const GARBAGE: Readonly<Record<string, unknown>> = {
  null: null,
  undefined,
  'a number': 5,
  'a list': [],
  'a getter that throws': Object.defineProperty({}, 'body', { get: fails, enumerable: true }),
  'a body whose getter throws': {
    receivedAt,
    status: 200,
    body: Object.defineProperty({ id: 'evt_1' }, 'type', { get: fails, enumerable: true }),
  },
  'data whose getter throws': {
    receivedAt,
    status: 200,
    body: {
      id: 'evt_1',
      type: 'payment_returned',
      data: Object.defineProperty({ id: 'pay_1' }, 'destination', { get: fails, enumerable: true }),
    },
  },
  'a proxy that fails': new Proxy({}, { get: fails, has: fails, ownKeys: fails }),
  'a revoked proxy': revoked(),
  'a body that is one': { receivedAt, status: 200, body: revoked() },
}

const DOORS: Readonly<Record<string, (input: never) => E.Either<unknown, unknown>>> = {
  readWebhook,
  readCallback,
  readDelivery,
  readResponse: (input) => readResponse(endpoints.getPayment, input),
  'readResponse of a command': (input) => readResponse(endpoints.createPayment, input),
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
