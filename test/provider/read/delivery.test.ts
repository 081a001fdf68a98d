/** Messages as a backend keeps them: one form for all. */
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { readCallback } from '../../../src/provider/read/callback.ts'
import { readDelivery } from '../../../src/provider/read/delivery.ts'
import { defaultPolicy } from '../../root.ts'
import {
  dataOf,
  events,
  gist,
  HEARD,
  older,
  problem,
  readEvents,
  response,
  unreadable,
  webhook,
  whole,
} from './given.ts'

const captured = older('payment_captured', { id: 'pay_1', processed_on: '2026-03-02T10:00:06Z' })
const session = { id: 'sid_1', status: 'approved' }
const exchange = {
  params: { payment_id: 'pay_1' },
  request: { amount: 1000 },
  status: 202,
  body: { action_id: 'act_1', reference: '' },
}
const answered = { kind: 'response', receivedAt: HEARD, endpoint: 'requestRefund', ...exchange }

describe('a delivery', () => {
  test.each([captured, JSON.stringify(captured)])('of a webhook is read like a webhook', (body) => {
    const read = readDelivery({
      kind: 'webhook',
      isVerified: true,
      receivedAt: HEARD,
      body,
      headers: {},
      more: 1,
    })
    expect(readEvents(read)).toEqual(readEvents(webhook(captured)))
  })

  test.each([session, JSON.stringify(session)])('of a callback is read like a callback', (body) => {
    expect(readEvents(readDelivery({ kind: 'callback', receivedAt: HEARD, body }))).toEqual(
      readEvents(readCallback({ body: session, receivedAt: HEARD })),
    )
  })

  test.each([exchange.body, JSON.stringify(exchange.body)])(
    'of a response is read like a response',
    (body) => {
      expect(readEvents(readDelivery({ ...answered, body }))).toEqual(
        readEvents(response('requestRefund', exchange)),
      )
    },
  )

  test('may keep the request as text', () => {
    expect(dataOf(readDelivery({ ...answered, request: '{"amount":"7"}' }))).toEqual({
      paymentId: 'pay_1',
      actionId: 'act_1',
      amount: 7,
    })
  })

  test('of a webhook is read by the policy', () => {
    const policy = { ...defaultPolicy, clockToleranceSeconds: 0 }
    const delivery = { kind: 'webhook', isVerified: true, receivedAt: HEARD, body: captured }
    const [event] = events(readDelivery(delivery, policy))
    expect(event?.metadata.claimedAt).toBe('2026-03-02T10:00:06Z')
  })

  test.each(['Cko-Idempotency-Key', 'cko-idempotency-key', 'CKO-IDEMPOTENCY-KEY'])(
    'names its command by the header %s',
    (name) => {
      const headers = { Authorization: 'sk_test_secret', [name]: 'command-1' }
      expect(dataOf(readDelivery({ ...answered, headers }))).toEqual({
        paymentId: 'pay_1',
        actionId: 'act_1',
        amount: 1000,
        commandId: 'command-1',
      })
    },
  )

  test.each([
    undefined,
    null,
    '',
    {},
    [],
    'Cko-Idempotency-Key',
    { 'Idempotency-Key': 'command-1' },
    { 'Cko-Idempotency-Key': 7 },
    { 'Cko-Idempotency-Key': '' },
    { 'Cko-Idempotency-Key': 'two words' },
    { 'Cko-Idempotency-Key': '4242424242424242' },
  ])('names no command by the headers %j', (headers) => {
    expect(dataOf(readDelivery({ ...answered, headers }))).toEqual({
      paymentId: 'pay_1',
      actionId: 'act_1',
      amount: 1000,
    })
  })

  test.each([undefined, null, '', 'pay_1', [], 7])(
    'with the path %j names no payment',
    (params) => {
      expect(problem(readDelivery({ ...answered, params }))).toMatchObject({ path: 'params.id' })
    },
  )

  test('of an empty response may omit the body', () => {
    const { body: _, ...bodiless } = answered
    const completed = {
      ...bodiless,
      endpoint: 'completeSession',
      params: { session_id: 'sid_1' },
      status: 204,
    }
    expect(gist(readDelivery(completed))).toEqual(['session-sid_1: session_completed'])
  })
})

describe('a response from an endpoint that is not in the interface', () => {
  const elsewhere = { ...answered, endpoint: 'capturePayment', request: { amount: 1000 } }

  test.each([
    [{ params: { payment_id: 'pay_1' } }, 'payment-pay_1'],
    [{ params: { session_id: 'sid_1' } }, 'session-sid_1'],
    [{ params: { source_id: 'src_1' } }, 'mandate-src_1'],
    [{ params: { id: 'pay_1' }, body: { id: 'act_2' } }, 'payment-pay_1'],
    [{ params: { id: 'dsp_1' }, body: { id: 'dsp_1', payment_id: 'pay_1' } }, 'payment-pay_1'],
    [{ params: {}, body: '{"payment_id":"pay_1"}' }, 'payment-pay_1'],
    [
      { params: {}, body: {}, headers: { 'cko-idempotency-key': 'command-1' } },
      'unknown-command-1',
    ],
  ])('with %j is unrecognised on %s', (more, stream) => {
    expect(readEvents(readDelivery({ ...elsewhere, ...more }))).toEqual([
      {
        stream,
        event: whole('unrecognised', { name: 'capturepayment' }),
      },
    ])
  })

  test('without ids has a separate stream, the same each time it is read', () => {
    const nameless = { ...elsewhere, params: {}, body: '{', headers: {} }
    const [first] = readEvents(readDelivery(nameless))
    expect(first?.stream).toMatch(/^unknown-made_/)
    expect(readEvents(readDelivery(nameless))).toEqual([first])
  })

  test('makes no id of a name with blanks in it', () => {
    const ids = (endpoint: string) =>
      readEvents(readDelivery({ ...elsewhere, endpoint, params: {}, body: {}, headers: {} })).map(
        ({ stream, event }) => [stream, event.metadata.eventId],
      )
    expect(ids('Ada Lovelace')).toEqual(ids('Grace Hopper'))
    expect(ids('capturePayment')).not.toEqual(ids('voidPayment'))
  })

  test.each([199, 300, 404, 422, 503])('with status %j reports nothing', (status) => {
    expect(readEvents(readDelivery({ ...elsewhere, status }))).toEqual([])
  })

  test.each([200, 299])('with status %j is reported', (status) => {
    expect(readEvents(readDelivery({ ...elsewhere, status }))).toHaveLength(1)
  })

  test.each(['toString', 'constructor', 'getPaymentList'])('may be called %s', (endpoint) => {
    expect(gist(readDelivery({ ...elsewhere, endpoint, params: { id: 'pay_1' } }))).toEqual([
      'payment-pay_1: unrecognised',
    ])
  })
})

describe('a delivery that cannot be read reports where', () => {
  const kinds = 'webhook, callback or response'

  test.each([
    [undefined, '', 'nothing'],
    [null, '', 'null'],
    ['', '', 'an empty text'],
    [JSON.stringify(answered), '', 'a text'],
    [[], '', 'a list'],
    [{}, 'kind', 'nothing'],
    [{ ...answered, kind: 'Webhook' }, 'kind', 'a text'],
    [{ ...answered, kind: 'toString' }, 'kind', 'a text'],
    [{ ...answered, kind: null }, 'kind', 'null'],
    [{ ...answered, receivedAt: 'today' }, 'receivedAt', 'a text'],
    [{ ...answered, receivedAt: undefined }, 'receivedAt', 'nothing'],
    [{ ...answered, receivedAt: 20_260_302 }, 'receivedAt', 'a number'],
    [{ kind: 'webhook', isVerified: true, body: captured }, 'receivedAt', 'nothing'],
    [{ kind: 'callback', body: session, receivedAt: null }, 'receivedAt', 'null'],
    [{ ...answered, endpoint: undefined }, 'endpoint', 'nothing'],
    [{ ...answered, endpoint: '' }, 'endpoint', 'an empty text'],
    [{ ...answered, endpoint: '__proto__' }, 'endpoint', 'a text'],
    [{ ...answered, status: '202' }, 'status', 'a text'],
    [{ ...answered, status: undefined }, 'status', 'nothing'],
    [{ ...answered, status: 99 }, 'status', 'a number'],
    [{ ...answered, status: 600 }, 'status', 'a number'],
    [{ ...answered, status: 200.5 }, 'status', 'a fraction'],
  ])('%j', (delivery, path, found) => {
    const why = problem(readDelivery(delivery))
    expect({ path: why.path, found: why.found }).toEqual({ path, found })
  })

  test('and what was expected', () => {
    const expected = (delivery: object) => problem(readDelivery(delivery)).expected
    expect(expected({ ...answered, kind: 'x' })).toBe(kinds)
    expect(expected({ ...answered, endpoint: '?' })).toBe('a name')
    expect(expected({ ...answered, status: 0 })).toBe('an HTTP status')
    expect(expected({ ...answered, receivedAt: 'x' })).toBe('a time')
  })

  test('in its body, too', () => {
    expect(
      problem(readDelivery({ kind: 'webhook', isVerified: true, receivedAt: HEARD, body: '{' })),
    ).toEqual(unreadable('', 'JSON', 'a text'))
    expect(E.isLeft(readDelivery({ kind: 'webhook', isVerified: true, receivedAt: HEARD }))).toBe(
      true,
    )
  })

  test.each([100, 599])('but not for the status %j', (status) => {
    expect(readEvents(readDelivery({ ...answered, status }))).toEqual([])
  })
})
