/**
 * Deliveries picked by hand: what random histories do not contain. The bodies are those of the
 * interface.
 */
import type { Delivered } from './cases.ts'
import type { Json, Row } from './normal.ts'

const webhook = (id: string, type: string, at: string, data: Row): Row => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: at,
  body: { id: `evt_${id}`, type, created_on: at, data },
})

const unsigned = (delivery: Row): Row => ({ ...delivery, isVerified: false })

const response = (
  endpoint: string,
  at: string,
  status: number,
  more: Readonly<Record<string, Json>>,
): Row => ({ kind: 'response', receivedAt: at, endpoint, status, request: null, body: '', ...more })

const keyed = (key: string): Row => ({ headers: { 'Cko-Idempotency-Key': key } })

const day = (number: number, hour = 10): string =>
  `2026-03-${String(number).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00Z`

const card = { type: 'card', id: 'src_card1', scheme: 'Visa' }

/** A payment by card, which no machine here handles. */
const cards: Delivered = {
  name: 'cards',
  deliveries: [
    response('createPayment', day(2), 201, {
      ...keyed('card1'),
      request: { source: card, amount: 1000, currency: 'EUR' },
      body: { id: 'pay_card1', status: 'Authorized', source: card },
    }),
    webhook('card1a', 'payment_captured', day(3), { id: 'pay_card1', amount: 1000, source: card }),
    webhook('card1b', 'payment_refunded', day(5), {
      id: 'pay_card1',
      action_id: 'act_card1r',
      amount: 400,
      source: card,
    }),
    webhook('card2a', 'payment_captured', day(3), { id: 'pay_card2', amount: 700 }),
    webhook('card2b', 'payment_chargeback', day(9), { id: 'pay_card2', amount: 700 }),
    webhook('card3a', 'payment_approved', day(3), { id: 'pay_card3', amount: 1, source: card }),
    webhook('card3b', 'payment_voided', day(4), { id: 'pay_card3', source: card }),
  ],
}

const strange: Delivered = {
  name: 'strange',
  deliveries: [
    webhook('strange1', 'payment_dreamt_of', day(2), { id: 'pay_strange1', amount: 5 }),
    webhook('strange2', 'loyalty_points_added', day(2), { points: 5 }),
    webhook('strange3', 'dispute_received', day(2), { id: 'dsp_s3', payment_id: 'pay_strange1' }),
    webhook('strange4', 'gateway.payment_captured', day(3), { id: 'pay_strange4', amount: 5 }),
    response('listPayouts', day(2), 200, { params: { id: 'pay_strange1' }, body: [] }),
    response('listPayouts', day(2), 200, { body: { nothing: 'named' } }),
    response('listPayouts', day(2), 404, { body: {} }),
    response('getFile', day(2), 200, { params: { file_id: 'file_1' }, body: { id: 'file_1' } }),
    { kind: 'webhook', isVerified: true, receivedAt: day(3), body: 'no JSON' },
    { kind: 'webhook', isVerified: true, receivedAt: day(3), body: null },
    { kind: 'webhook', isVerified: true, receivedAt: day(3), body: { id: 'evt_strange5' } },
    { kind: 'webhook', isVerified: true, receivedAt: 'yesterday', body: {} },
    { kind: 'webhook', isVerified: true, body: {} },
    { kind: 'postcard', receivedAt: day(3), body: {} },
    { kind: 'callback', receivedAt: day(3), body: { session_id: 'no session' } },
    { kind: 'response', receivedAt: day(3), endpoint: 'getPayment', status: 'fine', body: {} },
    response('getPayment', day(3), 200, { params: { payment_id: 'pay_strange1' }, body: '<html>' }),
    unsigned(webhook('strange6', 'payment_captured', day(3), { id: 'pay_strange6', amount: -5 })),
    unsigned(webhook('strange7', 'payment_captured', day(3), { id: 'pay_strange7', amount: 0.5 })),
    webhook('strange8', 'payment_captured', 'last week', { id: 'pay_strange8', amount: 5 }),
  ],
}

const sepa = { type: 'sepa', id: 'src_refused' }

const refused: Delivered = {
  name: 'refused',
  deliveries: [
    response('createSource', day(2), 201, {
      ...keyed('refused-source'),
      request: { type: 'sepa', source_data: { mandate_type: 'single' } },
      body: { id: 'src_refused', type: 'Sepa', customer: { id: 'cus_refused' } },
    }),
    response('createPayment', day(2, 11), 202, {
      ...keyed('refused-payment'),
      request: { source: { type: 'id', id: 'src_refused' }, amount: 900, currency: 'EUR' },
      body: { id: 'pay_refused', status: 'Pending', customer: { id: 'cus_refused' } },
    }),
    response('createPayment', day(2, 12), 422, {
      ...keyed('refused-second'),
      request: { source: { type: 'id', id: 'src_refused' }, amount: 900, currency: 'EUR' },
      body: { error_type: 'request_invalid', error_codes: ['source_invalid'] },
    }),
    webhook('refused1', 'payment_captured', day(4), {
      id: 'pay_refused',
      amount: 900,
      source: sepa,
    }),
    response('requestRefund', day(5), 403, {
      ...keyed('refused-refund'),
      params: { payment_id: 'pay_refused' },
      request: { amount: 100 },
      body: { error_type: 'not_permitted', error_codes: ['refund_amount_exceeds_balance'] },
    }),
    response('requestRefund', day(5, 11), 503, {
      ...keyed('refused-refund-open'),
      params: { payment_id: 'pay_refused' },
      request: { amount: 100 },
    }),
    response('requestRefund', day(5, 12), 202, {
      ...keyed('refused-refund-taken'),
      params: { payment_id: 'pay_refused' },
      request: { amount: 100 },
      body: { action_id: 'act_refused1' },
    }),
    response('cancelMandate', day(6), 404, {
      ...keyed('refused-cancel'),
      params: { source_id: 'src_refused' },
    }),
    response('createSession', day(6), 201, {
      ...keyed('refused-session'),
      request: { completion: { type: 'non_hosted' } },
      body: { id: 'sid_refused', status: 'pending', next_actions: ['collect_channel_data'] },
    }),
    response('submitChannelData', day(6, 11), 422, {
      ...keyed('refused-channel'),
      params: { session_id: 'sid_refused' },
      request: { channel: 'browser' },
      body: { error_type: 'request_invalid', error_codes: ['channel_invalid'] },
    }),
    response('completeSession', day(6, 12), 403, {
      ...keyed('refused-complete'),
      params: { session_id: 'sid_refused' },
    }),
  ],
}

/** A captured SEPA payment of 1000, under a name. */
const paid = (name: string): readonly Row[] => [
  response('createPayment', day(2), 202, {
    ...keyed(`${name}-payment`),
    request: { source: { type: 'id', id: `src_${name}` }, amount: 1000, currency: 'EUR' },
    body: { id: `pay_${name}`, status: 'Pending', customer: { id: `cus_${name}` } },
  }),
  webhook(`${name}1`, 'payment_captured', day(3), {
    id: `pay_${name}`,
    amount: 1000,
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
  }),
]

const shown = (name: string, at: string, body: Row): Row =>
  response('getPayment', at, 200, {
    params: { payment_id: `pay_${name}` },
    body: { id: `pay_${name}`, amount: 1000, currency: 'EUR', ...body },
  })

const snapshots: Delivered = {
  name: 'snapshots',
  deliveries: [
    ...paid('snap1'),
    shown('snap1', day(8), {
      status: 'Partially Refunded',
      balances: { total_captured: 1000, total_refunded: 300, available_to_refund: 700 },
    }),
    ...paid('snap2'),
    shown('snap2', day(8), { status: 'Declined' }),
    ...paid('snap3'),
    webhook('snap3r', 'payment_refunded', day(6), {
      id: 'pay_snap3',
      action_id: 'act_snap3',
      amount: 400,
      balances: { total_captured: 1000, total_refunded: 500 },
    }),
    shown('snap4', day(8), { status: 'Captured', source: { type: 'sepa', id: 'src_snap4' } }),
    shown('snap5', day(8), { status: 'Refunded', source: { type: 'pagofacil' } }),
    response('getSession', day(8), 200, {
      params: { session_id: 'sid_snap6' },
      body: { id: 'sid_snap6', status: 'approved', approved: true, completed: true },
    }),
    response('getSource', day(8), 200, {
      params: { id: 'src_snap7' },
      body: { id: 'src_snap7', type: 'Sepa', customer: { id: 'cus_snap7' } },
    }),
  ],
}

/** One payment or session for each reason that a response settles. */
const open: Delivered = {
  name: 'open',
  deliveries: [
    ...paid('open1'),
    webhook('open1r', 'payment_refunded', day(6), { id: 'pay_open1', amount: 300 }),
    ...paid('open2'),
    webhook('open2d', 'payment_declined', day(6), { id: 'pay_open2' }),
    ...paid('open3'),
    shown('open3', day(6), { status: 'Declined' }),
    ...paid('open4'),
    webhook('open4r', 'payment_refunded', day(6), {
      id: 'pay_open4',
      action_id: 'act_open4',
      amount: 400,
      balances: { total_captured: 1000, total_refunded: 500 },
    }),
    ...paid('open5'),
    shown('open5', day(6), { status: 'Partially Refunded', balances: { total_refunded: 200 } }),
    webhook('open6a', 'authentication_started', day(2), { session_id: 'sid_open6' }),
    webhook('open6b', 'authentication_approved', day(3), { session_id: 'sid_open6' }),
    webhook('open6c', 'authentication_expired', day(4), { session_id: 'sid_open6' }),
  ],
}

/** All of them. */
export const picked: readonly Delivered[] = [cards, strange, refused, snapshots, open]
