/** Times that cannot be true: they count for nothing, and remain visible. */
import { describe, expect, test } from 'vitest'
import type { AnyState } from '../../../src/judge/state-owner.ts'
import { readResponse } from '../../../src/provider/read/response.ts'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import { delivered, instantOf, right } from '../../given.ts'
import { root } from '../../root.ts'
import { events, HEARD, older, response, webhook } from './given.ts'

const OWN = '2026-03-02T10:00:05Z'
/** One minute after the receipt, which is the clock tolerance. */
const LATEST = '2026-03-02T10:06:00Z'

/** Each time that cannot be true, beside one that can. */
const PAIRS = [
  ['0001-01-01T00:00:00', '2000-01-01T00:00:00'],
  ['1970-01-01T00:00:00Z', '2000-01-01'],
  ['1999-12-31T23:59:59.9999999Z', '2000-01-01T00:00:00.0000000Z'],
  ['2000-01-01T00:59:59.9999999+01:00', '2000-01-01T01:00:00+01:00'],
  ['2026-03-02T10:06:00.0000001Z', LATEST],
  ['9999-12-31T23:59:59.9999999Z', '2026-03-02T11:06:00+01:00'],
] as const

const timesIn = (reading: Parameters<typeof events>[0]) =>
  events(reading).map(({ metadata: { occurredAt, claimedAt } }) => [occurredAt, claimedAt])

const SESSION = { session_id: 'sid_1', amount: 5, currency: 'EUR' }
const PAYMENT = { id: 'pay_1', action_id: 'act_1', amount: 5, currency: 'EUR' }
const DISPUTE = { id: 'dsp_1', payment_id: 'pay_1', amount: 5, currency: 'EUR' }

/** Every kind of webhook, and the field in which it says when its step happened. */
const WEBHOOKS = [
  ['payment_captured', PAYMENT, 'processed_on'],
  ['payment_captured', { ...PAYMENT, amount: 'unreadable' }, 'processed_on'],
  ['dispute_received', DISPUTE, 'date'],
  ['dispute_received', { ...DISPUTE, amount: 'unreadable' }, 'date'],
  ['authentication_approved', SESSION, 'processed_on'],
] as const

describe.each(PAIRS)('of the times %s and %s', (bad, good) => {
  test.each(WEBHOOKS)('a webhook %s believes only the other one', (type, data, field) => {
    const of = (own: object, more: object) =>
      timesIn(webhook(older(type, { ...data, ...own }, more)))
    const sent = good > OWN ? { created_on: good } : {}
    expect(of({ [field]: good }, sent)).toEqual([[good, undefined]])
    expect(of({ [field]: bad }, {})).toEqual([[OWN, bad]])
    expect(of({ [field]: bad }, { created_on: bad })).toEqual([[null, bad]])
    expect(of({}, { created_on: bad })).toEqual([[null, bad]])
    expect(of({}, { created_on: good })).toEqual([[good, undefined]])
    expect(of({}, { created_on: bad, timestamp: OWN })).toEqual([[OWN, bad]])
    expect(of({ [field]: OWN }, { created_on: bad })).toEqual([[OWN, bad]])
  })

  test('a webhook of an unknown type believes only the other one', () => {
    const of = (created_on: string) => timesIn(webhook(older('something_new', {}, { created_on })))
    expect([of(bad), of(good)]).toEqual([[[null, bad]], [[good, undefined]]])
  })

  test('the response to a new payment believes only the other one', () => {
    const of = (body: object) =>
      timesIn(response('createPayment', { body: { id: 'pay_1', status: 'Captured', ...body } }))
    expect(of({ requested_on: bad, processed_on: bad })).toEqual([
      [null, bad],
      [null, bad],
    ])
    expect(of({ requested_on: bad, processed_on: good })).toEqual([
      [good, bad],
      [good, undefined],
    ])
    expect(of({ requested_on: good, processed_on: bad })).toEqual([
      [good, bad],
      [null, bad],
    ])
  })

  test.each(['getPayment', 'getPayments'] as const)(
    'a snapshot of %s believes only the other one',
    (endpoint) => {
      const payment = (requested_on: string) => ({ id: 'pay_1', status: 'Pending', requested_on })
      const of = (requested: string) => {
        const one = payment(requested)
        const body = endpoint === 'getPayment' ? one : { data: [one] }
        const [event] = events(response(endpoint, { body }))
        const { occurredAt, claimedAt } = event?.metadata ?? {}
        const shown = event?.data as { requestedAt?: string } | undefined
        return [shown?.requestedAt, occurredAt, claimedAt]
      }
      expect([of(bad), of(good)]).toEqual([
        [undefined, null, bad],
        [good, null, undefined],
      ])
    },
  )

  test.each([undefined, OWN])(
    'a list that was asked for at %s believes only the other one',
    (askedAt) => {
      const row = (id: string, processed_on: string) => ({ id, type: 'Capture', processed_on })
      const body = [row('act_2', good), row('act_1', bad)]
      const read = response('getPaymentActions', {
        params: { id: 'pay_1' },
        body,
        askedAt,
      } as never)
      const rows = [
        { id: 'act_2', kind: 'capture', occurredAt: good },
        { id: 'act_1', kind: 'capture' },
      ]
      const apart = [
        [good, undefined],
        [null, bad],
      ]
      expect(timesIn(read)).toEqual(askedAt === undefined ? apart : [[null, bad]])
      if (askedAt !== undefined) expect(events(read)[0]?.data).toMatchObject({ actions: rows })
    },
  )
})

test('a time of processing may be as late as its message, which may be later than its receipt', () => {
  const of = (processed_on: string) =>
    timesIn(
      webhook(older('payment_captured', { ...PAYMENT, processed_on }, { created_on: LATEST })),
    )
  expect(of(LATEST)).toEqual([[LATEST, undefined]])
  expect(of('2026-03-02T10:06:01Z')).toEqual([[LATEST, '2026-03-02T10:06:01Z']])
})

test('the tolerance is that of the policy', () => {
  const policy = { clockToleranceSeconds: 0 }
  const body = { id: 'pay_1', status: 'Pending', requested_on: '2026-03-02T10:05:01Z' }
  const answer = { status: 202, receivedAt: HEARD, body }
  expect(timesIn(readResponse('createPayment', answer, policy))).toEqual([
    [null, '2026-03-02T10:05:01Z'],
  ])
  const sent = older('payment_captured', PAYMENT, { created_on: '2026-03-02T10:05:01Z' })
  const message = { isVerified: true, body: sent, receivedAt: HEARD }
  expect(timesIn(readWebhook(message, policy))).toEqual([[null, '2026-03-02T10:05:01Z']])
})

describe('a day that may be in the future', () => {
  const of = (type: string, more: object) =>
    events(webhook(older(type, { ...PAYMENT, ...more })))[0]

  test.each([
    ['9999-12-31', '2000-01-01', '1999-12-31'],
    ['99991231', '20000101', '00010101'],
  ])('is believed if it is %s or %s, but not if it is %s', (last, first, bad) => {
    const debit = (value_date: string) => of('payment_captured', { instruction: { value_date } })
    const expiry = (expiration_date: string) =>
      of('payment_pending', { source: { type: 'rapipago', ticket: { expiration_date } } })
    for (const good of [first, last]) {
      const day = good.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3')
      expect(debit(good)?.data).toHaveProperty('debitDate', day)
      expect(expiry(good)?.data).toHaveProperty('ticketExpiresAt', good)
    }
    expect(debit(bad)?.data).not.toHaveProperty('debitDate')
    expect(debit(bad)?.metadata.withheld).toEqual(['debitDate'])
    expect(expiry(bad)?.data).not.toHaveProperty('ticketExpiresAt')
    expect(expiry(bad)?.metadata.withheld).toEqual(['ticketExpiresAt'])
  })
})

describe('a capture of which the time cannot be true', () => {
  const receivedAt = '2026-03-04T09:00:00Z'
  const pending = { kind: 'webhook', isVerified: true, receivedAt: '2026-03-02T09:00:00Z' }
  const body = { id: 'evt_p', type: 'payment_pending', created_on: pending.receivedAt }
  const data = {
    id: 'pay_1',
    amount: 10000,
    currency: 'EUR',
    source: { type: 'sepa', id: 'src_1' },
  }
  const hook = (created_on: string, processed_on?: string) => ({
    ...{ kind: 'webhook', isVerified: true, receivedAt },
    body: {
      ...{ id: 'evt_c', type: 'payment_captured', created_on },
      data: { id: 'pay_1', action_id: 'act_1', amount: 10000, currency: 'EUR', processed_on },
    },
  })
  const list = (processed_on: string) => ({
    ...{ kind: 'response', endpoint: 'getPaymentActions', params: { id: 'pay_1' }, status: 200 },
    ...{ askedAt: receivedAt, receivedAt },
    body: [{ id: 'act_1', type: 'Capture', amount: 10000, approved: true, processed_on }],
  })

  test.each([
    ['the time of processing', (time: string) => [hook(receivedAt, time)]],
    ['the time of the webhook', (time: string) => [hook(time)]],
    ['a row of a list', (time: string) => [list(time)]],
    ['a row of a list beside a webhook', (time: string) => [hook(receivedAt), list(time)]],
  ])('in %s is exposed from its receipt, may be refunded, and is found', (_, messages) => {
    for (const time of ['0001-01-01T00:00:00', '9999-12-31T23:59:59Z']) {
      const all = [{ ...pending, body: { ...body, data } }, ...messages(time)]
      const state = delivered(...all)('payment-pay_1')
      const now = instantOf('2026-03-05T09:00:00Z')
      const { until, unknown } = right(root.exposure([state as AnyState], now))
      expect([until, unknown]).toMatchObject([[{ month: '2027-05', amount: 10000 }], []])
      expect(state.findings).toMatchObject([{ code: 'ClockSkew', claimedAt: instantOf(time) }])
      const refund = right(root.allowed(state as AnyState, now)).find(
        ({ command }) => command === 'requestRefund',
      )
      expect(refund).toMatchObject({ isAllowed: true })
    }
  })
})
