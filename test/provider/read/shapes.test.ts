/**
 * Shapes of real bodies that the interface does not show: each is read, with no more in it than
 * there is.
 */
import { describe, expect, test } from 'vitest'
import type { EndpointName } from '../../../src/provider/wire/endpoints.ts'
import { events, gist, response, webhook } from './given.ts'

const at = '2026-03-02T10:00:00Z'
const link = (path: string) => ({ self: { href: `https://api.example/${path}` } })
const money = { amount: 6000, currency: 'EUR' }
const accepted = { action_id: 'act_1', response_code: '10000', response_summary: 'Approved' }

const paid = { id: 'pay_1', ...accepted, ...money }

const sent = (type: string, data: object | undefined, more: object = {}): object => ({
  ...{ id: 'evt_1', type, created_on: at, data },
  ...more,
})

/** A webhook in an unusual envelope, and its event. */
const WEBHOOKS: Readonly<Record<string, readonly [body: object, line: string]>> = {
  'from the list of events, with its notifications and a link to send it again': [
    sent(
      'payment_captured',
      { ...paid, metadata: {}, processing: {}, processed_on: at },
      {
        version: '2.0',
        notifications: [{ id: 'ntf_1', url: 'https://shop.example', success: true }],
        _links: {
          ...link('events/evt_1'),
          'webhooks-retry': { href: 'https://api.example/retry' },
        },
      },
    ),
    'payment-pay_1: payment_captured',
  ],
  'without a link and without a time of processing': [
    sent('payment_captured', paid, {
      ...{ created_on: undefined, timestamp: '2026-03-02T10:00:00.1234567Z', version: '1.0.29' },
    }),
    'payment-pay_1: payment_captured',
  ],
  'whose own link names another event, and whose subject another payment': [
    sent(
      'payment_refund_pending',
      { id: 'pay_1', action_id: 'act_1', ...money, processed_on: at },
      {
        ...{ created_on: undefined, timestamp: '2026-03-02T10:00:00.292+00:00', source: 'gateway' },
        _links: { ...link('events/evt_2'), subject: { href: 'https://api.example/pay_2' } },
      },
    ),
    'payment-pay_1: payment_refund_pending',
  ],
  'processed days after it was created, with a number in its metadata': [
    sent(
      'payment_refund_declined',
      { id: 'pay_1', ...accepted, metadata: { partner: 12 }, processed_on: at },
      { created_on: '2026-02-21T08:12:14Z' },
    ),
    'payment-pay_1: payment_refund_declined',
  ],
  'about a payout that a bank returned: money comes back to the merchant': [
    sent('payment_returned', {
      ...paid,
      source: { type: 'currency_account', id: 'ca_1' },
      destination: { type: 'bank_account', id: 'src_1' },
    }),
    'payment-pay_1: unrecognised',
  ],
  'about money that a bank returned, with the text Approved': [
    sent('payment_returned', { ...paid, source: { type: 'sepa', id: 'src_1' } }),
    'payment-pay_1: payment_chargeback',
  ],
  'of a payout, which has a destination and no source': [
    sent('payment_paid', { ...paid, destination: { type: 'bank_account' } }),
    'payment-pay_1: unrecognised',
  ],
  'whose envelope calls its data `event_data`': [
    sent('payment_refund_declined', undefined, { event_data: paid }),
    'payment-pay_1: payment_refund_declined',
  ],
  'about a review without a lifecycle, with its subject outside its data': [
    sent(
      'payment_compliance_review',
      { id: 'pay_1', action_id: 'act_1', reference: 'PO-1', processed_on: at },
      { event_subject_id: 'pay_1' },
    ),
    'payment-pay_1: unrecognised',
  ],
  'of the previous API, with other names and ids': [
    sent('charge.captured', { id: 'charge_test_1', original_id: 'charge_test_0', value: 6000 }),
    'unknown-evt_1: unrecognised',
  ],
  'about an authentication: an amount as text, another type, a name that begins with a digit': [
    sent('authentication_approved', {
      ...{ session_id: 'sid_1', payment_id: 'pay_1', type: 'regular', amount: '1250' },
      ...{ currency: 'GBP', response_code: 'Y', challenged: true, error_details: { code: '' } },
      '3ds_transaction_id': 'f2-1',
    }),
    'session-sid_1: session_approved',
  ],
}

describe('a webhook', () => {
  test.each([undefined, null, '', {}])(
    'whose `data` are %j is read by its `event_data`',
    (data) => {
      for (const [type, line] of [
        ['payment_refund_declined', 'payment-pay_1: payment_refund_declined'],
        ['payment_teleported', 'payment-pay_1: unrecognised'],
      ] as const) {
        const both = { ...sent(type, {}), data, event_data: paid }
        expect(gist(webhook(both))).toEqual([line])
        // what fills one of the two is read, whichever it is
        for (const other of [undefined, null, '', {}]) {
          expect(gist(webhook({ ...both, data: paid, event_data: other }))).toEqual([line])
        }
      }
    },
  )

  test('whose `data` and `event_data` are both filled is read by its `data`', () => {
    const body = sent('payment_refund_declined', paid, { event_data: { ...paid, id: 'pay_2' } })
    expect(gist(webhook(body))).toEqual(['payment-pay_1: payment_refund_declined'])
  })

  test.each(Object.entries(WEBHOOKS))('%s', (_, [body, line]) => {
    expect(gist(webhook(body))).toEqual([line])
    expect(gist(webhook(JSON.stringify(body)))).toEqual([line])
  })

  test.each(Object.entries(WEBHOOKS))('%s, has a time', (_, [body]) => {
    for (const { metadata } of events(webhook(body))) expect(metadata.occurredAt).not.toBeNull()
  })
})

const card = { id: 'src_1', type: 'card', scheme: 'Visa', payouts: true }

/** A response: its endpoint, its status, its body, and its events. */
const RESPONSES: Readonly<
  Record<string, readonly [EndpointName, number, unknown, readonly string[]]>
> = {
  'to a payment that must be redirected first, with headers among its fields': [
    'createPayment',
    202,
    {
      id: 'pay_1',
      status: 'Pending',
      _links: { ...link('payments/pay_1'), redirect: { href: 'https://bank.example/1' } },
      headers: { 'cko-version': '3.34.5' },
      requiresRedirect: true,
    },
    ['payment-pay_1: payment_pending'],
  ],
  'to a payment by card that was authorized, with its balances': [
    'createPayment',
    201,
    {
      id: 'pay_1',
      ...accepted,
      ...money,
      approved: true,
      status: 'Authorized',
      balances: { total_authorized: 6000, available_to_capture: 6000 },
      source: card,
      processed_on: '2026-03-02T10:00:00.014323Z',
    },
    ['payment-pay_1: state_observed'],
  ],
  'with the details of a payment whose links name another one': [
    'getPayment',
    200,
    { id: 'pay_1', requested_on: at, ...money, status: 'Captured', _links: link('payments/pay_2') },
    ['payment-pay_1: state_observed'],
  ],
  'with a verified card: no amount, and a blank in its status': [
    'getPayment',
    200,
    { id: 'pay_1', requested_on: at, amount: 0, currency: 'GBP', status: 'Card Verified' },
    ['payment-pay_1: state_observed'],
  ],
}

describe('a response', () => {
  test.each(Object.entries(RESPONSES))('%s', (_, [endpoint, status, body, lines]) => {
    const path = endpoint.startsWith('create') ? {} : { params: { id: 'pay_1' } }
    const exchange = { ...path, status, key: 'command-1' }
    expect(gist(response(endpoint, { ...exchange, body }))).toEqual(lines)
    expect(gist(response(endpoint, { ...exchange, body: JSON.stringify(body) }))).toEqual(lines)
  })
})
