/** A message keeps of a request only what its response is read with. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { fromResponse, type Message, readMessage } from '../../src/provider/index.ts'
import { right } from '../given.ts'
import { placesIn, SECRETS, withAt } from '../provider/read/messages.ts'
import { readDelivery } from '../read-delivery.ts'
import { whole } from './whole.ts'

type Asked = Parameters<typeof fromResponse>[0]

const asked = whole.flatMap(({ name, delivery }) => {
  const { kind, ...exchange } = delivery as { kind: string; request?: object }
  return kind === 'response' && exchange.request !== undefined ? [{ name, delivery, exchange }] : []
})

const messageOf = (exchange: object): Message => right(fromResponse(exchange as Asked))

describe.each(asked)('of $name', ({ delivery, exchange }) => {
  test('the message is read as with the whole request, as a value or as its text', () => {
    const read = readDelivery(delivery)
    expect(E.isRight(read)).toBe(true)
    for (const request of [exchange.request, JSON.stringify(exchange.request)])
      expect(readMessage(messageOf({ ...exchange, request }))).toEqual(read)
  })

  test('no field of the request brings anything personal into what is kept of it', () => {
    for (const secret of [SECRETS.card, SECRETS.iban, SECRETS.email]) {
      for (const place of placesIn(exchange.request ?? {})) {
        const { request } = messageOf({
          ...exchange,
          request: withAt(exchange.request, place, secret),
        }) as { request?: object }
        expect([place, JSON.stringify(request) ?? '']).toEqual([
          place,
          expect.not.stringContaining(secret),
        ])
      }
    }
  })
})

test('a reference that a request may not keep is withheld from the event, which names it', () => {
  const refund = {
    ...{ endpoint: 'requestRefund', params: { payment_id: 'pay_1' }, status: 202 },
    ...{ receivedAt: '2026-03-02T10:00:05Z', body: { action_id: 'act_1' } },
    request: { amount: 700, reference: SECRETS.card },
  }
  const stored = JSON.stringify(messageOf(refund))
  expect(stored).not.toContain(SECRETS.card)
  const [read] = right(readMessage(JSON.parse(stored)))
  expect(read?.event.metadata.withheld).toEqual(['reference'])
})
