/** Webhooks: every type in both dialects, the events of each, and what cannot be read. */
import { describe, expect, test } from 'vitest'
import { readWebhook } from '../../../src/provider/read/webhook.ts'
import {
  dataOf,
  events,
  gist,
  HEARD,
  newer,
  older,
  problem,
  readEvents,
  webhook,
  whole,
  wholeOn,
} from './given.ts'

const money = { action_id: 'act_1', amount: 6000, currency: 'EUR' }
const payment = { id: 'pay_1', ...money, processed_on: '2026-03-02T10:00:00Z' }
/** What an event says of that payment. */
const about = { paymentId: 'pay_1', amount: 6000, currency: 'EUR', actionId: 'act_1' }
const session = {
  session_id: 'sid_1',
  payment_id: 'pay_1',
  type: 'regular',
  amount: '1250',
  currency: 'GBP',
  challenged: false,
  reason: 'Declined',
  response_code: 'Y',
  protocol_version: '2.2.0',
  reference: 'ORD-1',
}
const AMOUNT = 'an amount in minor units, at most 999999999'
const dispute = { id: 'dsp_1', payment_id: 'pay_1', date: '2026-03-02T10:00:00Z' }

const TYPES: readonly (readonly [string, object, string])[] = [
  ['payment_pending', payment, 'payment-pay_1: payment_pending'],
  ['payment_capture_pending', payment, 'payment-pay_1: payment_capture_pending'],
  ['payment_declined', payment, 'payment-pay_1: payment_declined'],
  ['payment_canceled', payment, 'payment-pay_1: payment_canceled'],
  ['payment_cancelled', payment, 'payment-pay_1: payment_canceled'],
  ['payment_expired', payment, 'payment-pay_1: payment_expired'],
  ['payment_captured', payment, 'payment-pay_1: payment_captured'],
  ['payment_refund_pending', payment, 'payment-pay_1: payment_refund_pending'],
  ['payment_refunded', payment, 'payment-pay_1: payment_refunded'],
  ['payment_refund_declined', payment, 'payment-pay_1: payment_refund_declined'],
  ['payment_chargeback', payment, 'payment-pay_1: payment_chargeback'],
  ['payment_returned', payment, 'payment-pay_1: payment_chargeback'],
  ['payment_voided', payment, 'payment-pay_1: payment_canceled'],
  ['payment_void', payment, 'payment-pay_1: payment_canceled'],
  ['dispute_received', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_arbitration_lost', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_evidence_required', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_lost', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_accepted', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_expired', dispute, 'payment-pay_1: payment_chargeback'],
  ['dispute_won', dispute, 'payment-pay_1: chargeback_reversed'],
  ['dispute_arbitration_won', dispute, 'payment-pay_1: chargeback_reversed'],
  ['dispute_canceled', dispute, 'payment-pay_1: chargeback_reversed'],
  ['dispute_cancelled', dispute, 'payment-pay_1: chargeback_reversed'],
  ['authentication_started', session, 'session-sid_1: session_created'],
  ['authentication_approved', session, 'session-sid_1: session_approved'],
  ['authentication_attempted', session, 'session-sid_1: session_attempted'],
  ['authentication_expired', session, 'session-sid_1: session_expired'],
  ['authentication_failed', session, 'session-sid_1: session_declined'],
  ['gateway.payment_captured', payment, 'payment-pay_1: payment_captured'],
  ['dispute.dispute_won', dispute, 'payment-pay_1: chargeback_reversed'],
  ['Payment_Captured', payment, 'payment-pay_1: payment_captured'],
  ['payment captured', payment, 'payment-pay_1: payment_captured'],
  // types that no lifecycle here has
  ['payment_approved', payment, 'payment-pay_1: unrecognised'],
  ['payment_paid', payment, 'payment-pay_1: unrecognised'],
  ['dispute_resolved', dispute, 'payment-pay_1: payment_chargeback'],
  ['authentication_successful', session, 'session-sid_1: unrecognised'],
  ['authentication_challenged', { id: 'sid_1' }, 'session-sid_1: unrecognised'],
  ['source_updated', { id: 'src_1' }, 'mandate-src_1: unrecognised'],
  ['source.updated', { source_id: 'src_1' }, 'mandate-src_1: unrecognised'],
  ['chargeback', payment, 'payment-pay_1: unrecognised'],
  ['authorization_approved', { card_id: 'crd_1' }, 'unknown-evt_1: unrecognised'],
  ['toString', { id: 'x' }, 'unknown-evt_1: unrecognised'],
]

describe.each([
  ['older', older],
  ['newer', newer],
])('a webhook of the %s dialect', (_, dialect) => {
  test.each(TYPES)('of type %s is read', (type, data, line) => {
    const body = dialect(type, data)
    expect(gist(webhook(body))).toEqual([line])
    expect(gist(webhook(JSON.stringify(body)))).toEqual([line])
  })
})

describe('a webhook', () => {
  test('about a payment, in the older dialect, reports all its fields', () => {
    const body = older('payment_captured', {
      action_id: 'act_1',
      response_code: '10000',
      response_summary: 'Approved',
      amount: 6000,
      processing: { acquirer_reference_number: '000220552364' },
      source: { id: 'src_1', type: 'Sepa', account_iban: 'DE89370400440532013000' },
      customer: { id: 'cus_1', email: 'payer@example.com' },
      metadata: { coupon_code: 'NY2018' },
      id: 'pay_1',
      currency: 'eur',
      processed_on: '2026-03-02T10:00:00Z',
      reference: 'ORD-1',
    })
    expect(readEvents(webhook(body))).toEqual([
      wholeOn(
        'payment-pay_1',
        'payment_captured',
        {
          ...about,
          method: 'sepa',
          sourceId: 'src_1',
          customerId: 'cus_1',
          reference: 'ORD-1',
          responseCode: '10000',
        },
        '2026-03-02T10:00:00Z',
      ),
    ])
  })

  test('about a payment, in the newer dialect, reports balances and the day of the debit', () => {
    const body = newer('payment_captured', {
      payment_id: 'pay_1',
      action_id: 'act_1',
      amount: '6000',
      currency: 'EUR',
      balances: { total_authorized: 6000, total_captured: 6000, total_refunded: 0 },
      instruction: { value_date: '2026-03-03T23:30:00.000+00:00' },
      processed_on: '2026-03-02T10:00:00.7654321+00:00',
    })
    expect(readEvents(webhook(body))).toEqual([
      wholeOn(
        'payment-pay_1',
        'payment_captured',
        {
          ...about,
          balances: { captured: 6000, refunded: 0 },
          debitDate: '2026-03-03',
        },
        '2026-03-02T10:00:00.7654321+00:00',
      ),
    ])
  })

  const ticket = {
    ...payment,
    source: {
      type: 'Pago Fácil',
      integration_type: 'direct',
      provider_order_id: 'order-1',
      dlocal_payment_id: 'D-4-1',
      ticket: {
        type: 'NUMERIC',
        number: '98000000001',
        barcode: '9800000000112',
        expiration_date: '2026-03-09T23:59:59',
        provider_name: 'Pago Fácil',
      },
    },
    risk: { flagged: 'False' },
  }
  const aboutTicket = {
    ...about,
    method: 'ticket',
    providerOrderId: 'order-1',
    providerPaymentId: 'D-4-1',
    integrationType: 'direct',
    ticketExpiresAt: '2026-03-09T23:59:59',
    providerName: 'pago_facil',
    riskFlagged: false,
  }

  test.each(['payment_pending', 'payment_declined'])(
    'of a ticket, %s, reports the ticket but not its number',
    (type) => {
      expect(dataOf(webhook(older(type, ticket)))).toEqual(aboutTicket)
    },
  )

  test('of a ticket that was paid reports the payment only', () => {
    const data = dataOf(webhook(older('payment_captured', ticket)))
    expect(data).toEqual({ ...about, method: 'ticket' })
  })

  test('about a chargeback reports its dispute, its reason, and the customer from a flat field', () => {
    const body = older('payment_chargeback', {
      id: 'pay_1',
      action_id: 'act_7B15779D173D0W45700D',
      dispute_id: 'dsp_1',
      processed_on: '2026-03-02T10:00:00Z',
      currency: 'EUR',
      amount: 500,
      payment_date: '2026-03-01T10:00:00Z',
      indicator: 'ADJM',
      chargeback_code: '10.4',
      reason_code: 'not-this-one',
      customer_id: 'cus_1',
    })
    expect(dataOf(webhook(body))).toEqual({
      paymentId: 'pay_1',
      amount: 500,
      currency: 'EUR',
      actionId: 'act_7B15779D173D0W45700D',
      customerId: 'cus_1',
      disputeId: 'dsp_1',
      reason: '10.4',
    })
  })

  test.each(['10000', '20005', undefined])(
    'about a return is a chargeback, whatever its response code: %j',
    (code) => {
      const data = { ...payment, response_code: code, reason_code: 'AC04' }
      expect(events(webhook(newer('payment_returned', data)))).toEqual([
        whole(
          'payment_chargeback',
          {
            ...about,
            reason: 'AC04',
            reportedAs: 'return',
            ...(code === undefined ? {} : { responseCode: code }),
          },
          '2026-03-02T10:00:00Z',
        ),
      ])
    },
  )

  test.each([
    ...'payment_declined payment_canceled'.split(' '),
    ...'payment_cancelled payment_voided payment_void'.split(' '),
  ])('about an end, %s, reports the reason of the bank from any of its fields', (type) => {
    const code = (fields: object) => dataOf(webhook(newer(type, { ...payment, ...fields })))
    for (const field of ['response_code', 'reason_code', 'chargeback_code']) {
      expect(code({ [field]: 'AC04' })).toMatchObject({ responseCode: 'AC04' })
      for (const spelt of ['AC04 ', ' AC04']) {
        expect(code({ [field]: spelt })).toMatchObject({ responseCode: 'AC04' })
      }
      const both = { response_code: '20005', [field]: 'AC04' }
      expect(code(both)).toMatchObject({ responseCode: 'AC04' })
    }
    expect(code({ response_code: '20005', reason_code: '10.4' })).toMatchObject({
      responseCode: '20005',
    })
  })

  test.each([
    ['dispute_received', {}],
    ['dispute_arbitration_lost', {}],
    ['dispute_evidence_required', { movesNothing: true }],
    ['dispute_lost', { movesNothing: true }],
    ['dispute_accepted', { movesNothing: true }],
    ['dispute_expired', { movesNothing: true }],
    ['dispute_resolved', { movesNothing: true }],
  ])('of type %s reports that the account was debited', (type, more) => {
    const body = { ...dispute, amount: 8150, currency: 'EUR', reason_code: '10.4' }
    const read = (data: object) => events(webhook(newer(type, data, { source: 'dispute' })))
    const named = {
      paymentId: 'pay_1',
      amount: 8150,
      currency: 'EUR',
      reason: '10.4',
      reportedAs: 'dispute',
      disputeStatus: type.slice('dispute_'.length),
      ...more,
    }
    const disputed = { ...body, payment_action_id: 'act_7B15779D173D0W45700D' }
    expect(read(disputed)).toMatchObject([
      { type: 'payment_chargeback', metadata: { occurredAt: dispute.date } },
    ])
    // the action of a dispute is the one that is disputed
    expect(read(disputed).map(({ data }) => data)).toEqual([{ ...named, disputeId: 'dsp_1' }])
    expect(read({ ...disputed, id: undefined }).map(({ data }) => data)).toEqual([
      { ...named, actionId: 'act_7B15779D173D0W45700D' },
    ])
  })

  test('about a payment that was given up names no amount: it is of what was not captured', () => {
    const [event] = events(webhook(newer('payment_voided', payment)))
    expect(event?.data).toEqual({ paymentId: 'pay_1', actionId: 'act_1', currency: 'EUR' })
  })

  test('about a dispute that was won reports the payment, the dispute and the chargeback’s action', () => {
    const body = newer(
      'dispute_won',
      {
        id: 'dsp_1',
        date: '2026-03-02T10:00:04.5042702+00:00',
        amount: 8150,
        currency: 'EUR',
        payment_id: 'pay_1',
        payment_action_id: 'act_7B15779D173D0W45700D',
        payment_reference: 'not kept',
      },
      { source: 'dispute' },
    )
    expect(readEvents(webhook(body))).toEqual([
      wholeOn(
        'payment-pay_1',
        'chargeback_reversed',
        {
          paymentId: 'pay_1',
          actionId: 'act_7B15779D173D0W45700D',
          disputeId: 'dsp_1',
          disputeStatus: 'won',
          amount: 8150,
          currency: 'EUR',
        },
        '2026-03-02T10:00:04.5042702+00:00',
      ),
    ])
  })

  test('about an authentication reports the session, with its amount given as text', () => {
    const body = newer('authentication_approved', session, {
      timestamp: undefined,
      created_on: '2026-03-02T10:00:00.897Z',
    })
    expect(readEvents(webhook(body))).toEqual([
      wholeOn(
        'session-sid_1',
        'session_approved',
        {
          sessionId: 'sid_1',
          amount: 1250,
          currency: 'GBP',
          reference: 'ORD-1',
          protocolVersion: '2.2.0',
          paymentId: 'pay_1',
          challenged: false,
          reason: 'declined',
        },
        '2026-03-02T10:00:00.897Z',
      ),
    ])
  })

  test('about an authentication has the time of processing, if it states one', () => {
    const data = { ...session, processed_on: '2026-03-02T10:00:03Z' }
    const [event] = events(webhook(older('authentication_approved', data)))
    expect(event?.metadata.occurredAt).toBe('2026-03-02T10:00:03Z')
  })

  test.each([
    ['Unavailable', 'session_unavailable'],
    ['DS Unavailable', 'session_unavailable'],
    ['Declined', 'session_declined'],
    ['IssuerDeclined', 'session_declined'],
    ['Denied', 'session_declined'],
    ['Rejected', 'session_rejected'],
    ['issuer_rejected', 'session_rejected'],
  ])('about an authentication that failed, %s, is %s', (reason, type) => {
    const read = webhook(older('authentication_failed', { ...session, reason }))
    expect(gist(read)).toEqual([`session-sid_1: ${type}`])
  })

  test.each([
    ['ChallengeCancelled', { name: 'authentication_failed', reason: 'challengecancelled' }],
    ['', { name: 'authentication_failed' }],
    [null, { name: 'authentication_failed' }],
    [undefined, { name: 'authentication_failed' }],
  ])('about an authentication that failed for %j is a question with a name', (reason, data) => {
    const [event] = readEvents(webhook(older('authentication_failed', { ...session, reason })))
    const whole = { ...data, amount: 1250, currency: 'GBP', paymentId: 'pay_1' }
    expect(event).toEqual(wholeOn('session-sid_1', 'unrecognised', whole, '2026-03-02T10:00:05Z'))
  })

  test.each([
    [true, 'challenge_abandoned'],
    ['True', 'challenge_abandoned'],
    [false, 'session_expired'],
    [undefined, 'session_expired'],
    [null, 'session_expired'],
    ['perhaps', 'session_expired'],
  ])('about an authentication that expired, challenged: %j, is %s', (challenged, type) => {
    const read = webhook(older('authentication_expired', { ...session, challenged }))
    expect(gist(read)).toEqual([`session-sid_1: ${type}`])
  })

  test('whose data name two payments belongs to payment_id', () => {
    const read = webhook(older('payment_captured', { id: 'pay_2', payment_id: 'pay_1' }))
    expect(gist(read)).toEqual(['payment-pay_1: payment_captured'])
  })
})

describe('a webhook that cannot be read reports where', () => {
  const why = (body: unknown): string => {
    const { path, expected, found } = problem(readWebhook({ body, receivedAt: HEARD }))
    return `${path}: ${expected}, not ${found}`
  }

  test.each([
    ['payment_captured', {}, 'data.id: a pay_ identifier, not nothing'],
    ['payment_captured', { id: 'dsp_1' }, 'data.id: a pay_ identifier, not a text'],
    ['payment_captured', { id: 7 }, 'data.id: a pay_ identifier, not a number'],
    ['payment_captured', { ...payment, amount: -1 }, `data.amount: ${AMOUNT}, not a number`],
    ['payment_captured', { ...payment, amount: 0.5 }, `data.amount: ${AMOUNT}, not a fraction`],
    [
      'payment_captured',
      { ...payment, currency: 'euro' },
      'data.currency: a currency code, not a text',
    ],
    [
      'payment_refunded',
      { ...payment, action_id: 'x' },
      'data.action_id: an act_ identifier, not a text',
    ],
    ['dispute_won', { id: 'dsp_1' }, 'data.payment_id: a pay_ identifier, not nothing'],
    ['dispute_won', { ...dispute, id: 'pay_1' }, 'data.id: a dsp_ identifier, not a text'],
    [
      'dispute_won',
      { ...dispute, payment_action_id: 4 },
      'data.payment_action_id: an act_ identifier, not a number',
    ],
    ['authentication_approved', { id: 'sid_1' }, 'data.session_id: a sid_ identifier, not nothing'],
  ])('%s with %j', (type, data, expected) => {
    expect(why(older(type, data))).toBe(expected)
  })

  test.each([
    ['{"id":"evt_1","type":"payment_captured",', ': JSON, not a text'],
    ['{"id":"evt_1",\ufffd {}}', ': JSON, not a text'],
    ['', ': JSON, not an empty text'],
    [null, ': a webhook, not null'],
    ['null', ': a webhook, not null'],
    [undefined, ': a webhook, not nothing'],
    [[], ': a webhook, not a list'],
    [7, ': a webhook, not a number'],
    ['"payment_captured"', ': a webhook, not a text'],
    [{}, 'type: a name, not nothing'],
    [{ type: 'payment_captured' }, 'data: an object, not nothing'],
    [older('payment_captured', payment, { data: null }), 'data: an object, not null'],
    [older('payment_captured', [payment]), 'data: an object, not a list'],
    [older('', payment), 'type: a name, not an empty text'],
    [older('', payment, { type: 5 }), 'type: a name, not a number'],
  ])('%j', (body, expected) => {
    expect(why(body)).toBe(expected)
  })
})
