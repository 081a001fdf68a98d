/** References and ids that others choose: they are kept, or their absence is said. */
import { describe, expect, test } from 'vitest'
import { right } from '../../given.ts'
import { readDelivery } from '../../read-delivery.ts'

const receivedAt = '2026-03-02T10:00:01Z'
const read = (delivery: object) =>
  right(readDelivery({ receivedAt, ...delivery })).map(({ event: { type, data, metadata } }) => ({
    type,
    data: data as Readonly<Record<string, unknown>>,
    withheld: metadata.withheld,
  }))

const webhook = (type: string, data: object) =>
  read({
    kind: 'webhook',
    isVerified: true,
    body: { id: 'evt_1', type, version: '1.0.0', created_on: '2026-03-02T10:00:00Z', data },
  })
const captured = (reference: unknown) =>
  webhook('payment_captured', { id: 'pay_1', amount: 5, currency: 'EUR', reference })[0]

describe('a reference in a webhook', () => {
  test.each(['00000003-1576254760720', '#12345', '1576254760720', '1576254760728', 'ORD-1'])(
    '%s is kept',
    (reference) => {
      const event = captured(reference)
      expect(event).toMatchObject({ data: { reference } })
      expect(event?.withheld).toBeUndefined()
    },
  )

  test.each([
    ...['4111111111111111', 'BE68539007547034', 'test payment', 'a'.repeat(81)],
    ...['whsec_MfKQ9r8GKYqrTwjU', 'ack_7fq2hxu3kbsu5cbnznrzvqyzra', 'eyJhbGciOiJub25lIn0.e30.x'],
  ])('%s is withheld, and the event says so', (reference) => {
    const event = captured(reference)
    expect(event?.data).not.toHaveProperty('reference')
    expect(event?.withheld).toEqual(['reference'])
    expect(JSON.stringify(event)).not.toContain(reference)
  })

  test.each([0, 10042, 2 ** 53 - 1])('%d is kept as its digits', (reference) => {
    expect(captured(reference)?.data['reference']).toBe(String(reference))
    expect(captured(reference)?.withheld).toBeUndefined()
  })

  test.each([0.5, 2 ** 53, 4111111111111111])('%d is withheld as well', (reference) => {
    expect(captured(reference)?.data).not.toHaveProperty('reference')
    expect(captured(reference)?.withheld).toEqual(['reference'])
  })

  test.each([undefined, null, '', true, {}])('%j is none, and nothing is withheld', (reference) => {
    expect(captured(reference)?.data).not.toHaveProperty('reference')
    expect(captured(reference)?.withheld).toBeUndefined()
  })
})

describe('elsewhere', () => {
  const card = '4111111111111111'
  const response = (endpoint: string, body: object, more: object = {}) =>
    read({ kind: 'response', endpoint, status: 200, body, ...more })

  test("a session's reference and transaction id", () => {
    const session = { id: 'sid_1', status: 'pending', reference: card, transaction_id: card }
    expect(
      response('getSession', session, { params: { id: 'sid_1' } }).map(({ withheld }) => withheld),
    ).toEqual([['reference', 'transactionId']])
  })

  test("a mandate's reference", () => {
    const source = (mandate_reference: string) =>
      response('createSource', {
        id: 'src_1',
        type: 'sepa',
        response_code: '10000',
        response_data: { mandate_reference },
      })[0]
    expect(source('Z20240212345670')?.data['mandateReference']).toBe('Z20240212345670')
    expect(source('DE89370400440532013000')?.withheld).toEqual(['mandateReference'])
  })

  test("a ticket's ids, by either name", () => {
    const ticket = (source: object) =>
      response('getPayment', {
        id: 'pay_1',
        status: 'Pending',
        source: { type: 'pagofacil', ...source },
      })[0]
    expect(ticket({ provider_payment_id: '1576254760728' })?.data['providerPaymentId']).toBe(
      '1576254760728',
    )
    expect(ticket({ provider_order_id: card })?.withheld).toEqual(['providerOrderId'])
    const named = ticket({ provider_order_id: card, dlocal_order_id: 'D-1' })
    expect([named?.data['providerOrderId'], named?.withheld]).toEqual(['D-1', undefined])
  })

  test('an action of a list, which is kept without it', () => {
    const refund = { id: 'act_1', type: 'Refund', amount: 5, approved: true, reference: card }
    const events = response('getPaymentActions', [refund] as never, {
      params: { id: 'pay_1' },
      askedAt: '2026-03-02T10:00:00Z',
    })
    expect(events.map(({ type, withheld }) => [type, withheld])).toEqual([
      ['actions_listed', ['reference']],
    ])
    expect(JSON.stringify(events)).not.toContain(card)
  })

  test('our own request and its answer: the one that may be kept', () => {
    const created = (sent: string | undefined, answered: string | undefined) =>
      response(
        'createPayment',
        { id: 'pay_1', status: 'Pending', reference: answered },
        { status: 202, request: { source: { type: 'id', id: 'src_1' }, reference: sent } },
      ).map(({ data, withheld }) => [data['reference'], withheld])[0]
    expect(created('#1', undefined)).toEqual(['#1', undefined])
    expect(created('#1', card)).toEqual(['#1', undefined])
    expect(created(card, '#1')).toEqual(['#1', undefined])
    expect(created(card, undefined)).toEqual([undefined, ['reference']])
    expect(created(undefined, card)).toEqual([undefined, ['reference']])
    expect(created(undefined, undefined)).toEqual([undefined, undefined])
  })
})

test('a message that nobody signed says it, too', () => {
  const data = { id: 'pay_1', amount: 5, currency: 'EUR', reference: '4111111111111111' }
  const [event] = read({ kind: 'webhook', body: { id: 'evt_1', type: 'payment_captured', data } })
  expect(event?.withheld).toEqual(['reference'])
})
