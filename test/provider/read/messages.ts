/**
 * One complete message of every kind, as stored: with all its readable fields, and with personal
 * data.
 */

/** Personal data that must never get past reading, each recognisable anywhere. */
export const SECRETS = {
  card: '4242424242424242',
  iban: 'DE89370400440532013000',
  name: 'Ada Lovelace',
  email: 'ada@lovelace.example',
  address: '12 St James Square, London',
  document: '20-31415926-5',
  key: 'sk_test_3141-5926-5358-9793',
  ticketNumber: '98003141592',
  barcode: '98003141592653589793238',
  phone: '+44 2079 460 958',
} as const

/** A stored message and its kind. */
export interface Kept {
  readonly name: string
  readonly delivery: {
    readonly kind: string
    readonly receivedAt: string
    readonly [key: string]: unknown
  }
}

const { card, iban, name, email, address, document, key, ticketNumber, barcode, phone } = SECRETS

const links = {
  self: { href: `https://api.example/pay_other?key=${key}&email=${email}` },
  redirect: { href: `https://pay.example/${barcode}` },
}

const customer = { id: 'cus_1', email, name, phone: { number: phone } }

const cardSource = {
  id: 'src_1',
  type: 'card',
  number: card,
  name,
  fingerprint: card,
  last4: '4242',
  billing_address: { address_line1: address, city: 'London' },
}

const sepaSource = {
  id: 'src_1',
  type: 'Sepa',
  account_iban: iban,
  account_holder: { name, email },
}

const ticketSource = {
  id: 'src_1',
  type: 'Pago Fácil',
  integration_type: 'direct',
  country: 'AR',
  provider_order_id: 'order-1',
  provider_payment_id: 'D-4-1',
  dlocal_order_id: 'order-2',
  dlocal_payment_id: 'D-4-2',
  description: `simulate ${name}`,
  payer: { name, email, document },
  ticket: {
    type: 'NUMERIC',
    number: ticketNumber,
    barcode,
    id: ticketNumber,
    expiration_date: '2026-03-09T23:59:59',
    provider_name: 'Pago Fácil',
    ticket_url: `https://tickets.example/${barcode}`,
  },
}

const payment = {
  id: 'pay_1',
  payment_id: 'pay_1',
  action_id: 'act_1',
  dispute_id: 'dsp_1',
  amount: 6000,
  currency: 'EUR',
  processed_on: '2026-03-02T10:00:00.1234567Z',
  response_code: '10000',
  response_summary: `Approved for ${name}`,
  reference: 'ORD-1',
  customer,
  customer_id: 'cus_2',
  balances: { total_captured: 6000, total_refunded: 0, available_to_refund: 6000 },
  risk: { flagged: false, email },
  instruction: { value_date: '2026-03-03T00:00:00.000+00:00', purpose: name },
  chargeback_code: '10.4',
  reason_code: 'AC04',
  processing: { acquirer_reference_number: barcode },
  metadata: { email, card, udf1: '' },
}

const session = {
  session_id: 'sid_1',
  payment_id: 'pay_1',
  amount: '1250',
  currency: 'GBP',
  type: 'regular',
  challenged: true,
  reason: 'Declined',
  reason_description: name,
  response_code: 'Y',
  protocol_version: '2.2.0',
  reference: 'ORD-1',
  processed_on: '2026-03-02T10:00:00Z',
  cavv: card,
  metadata: null,
}

const dispute = {
  id: 'dsp_1',
  payment_id: 'pay_1',
  payment_action_id: 'act_1',
  payment_reference: name,
  amount: 6000,
  currency: 'EUR',
  date: '2026-03-02T10:00:00Z',
  evidence: { proof_text: `${address} ${iban}` },
}

const webhook = (type: string, data: object): Kept => ({
  name: `webhook ${type}`,
  delivery: {
    kind: 'webhook',
    isVerified: true,
    receivedAt: '2026-03-02T10:05:00Z',
    body: {
      id: 'evt_1',
      type,
      version: '2.0',
      created_on: '2026-03-02T10:00:05Z',
      timestamp: '2026-03-02T10:00:06+00:00',
      data,
      _links: links,
      __topic: email,
      notifications: [{ url: `https://hooks.example/${key}` }],
    },
  },
})

const params = { session_id: 'sid_1', source_id: 'src_1', payment_id: 'pay_1', id: 'pay_1' }

const answer = (endpoint: string, body: unknown, request: unknown, status = 200): Kept => ({
  name: `${endpoint} ${status}`,
  delivery: {
    kind: 'response',
    receivedAt: '2026-03-02T10:05:00Z',
    endpoint,
    params: { ...(endpoint === 'getSource' ? { id: 'src_1' } : params), who: email },
    request,
    status,
    commandId: 'command-1',
    body,
  },
})

const createSession = {
  source: { ...cardSource, card, phone: { number: phone } },
  amount: 100,
  currency: 'USD',
  reference: 'ORD-1',
  completion: { type: 'non-hosted', callback_url: `https://shop.example/${email}` },
  channel_data: { channel: 'browser', ip_address: '192.0.2.1' },
  shipping_address: { address_line1: address },
}

const sessionBody = {
  id: 'sid_1',
  status: 'Approved',
  transaction_id: 'transaction-1',
  amount: 100,
  currency: 'USD',
  reference: 'ORD-1',
  completed: true,
  approved: true,
  protocol_version: '2.1.0',
  next_actions: ['complete'],
  channel: 'browser',
  completion: { type: 'non_hosted' },
  channel_data: { channel: 'browser' },
  session_secret: key,
  card: { number: card, metadata: {} },
  _links: links,
}

const createSource = {
  type: 'sepa',
  source_data: { first_name: name, account_iban: iban, mandate_type: 'single' },
  billing_address: { address_line1: address },
  phone: { number: phone },
  customer,
}

const sourceBody = {
  id: 'src_1',
  type: 'Sepa',
  response_code: '10000',
  response_data: { mandate_reference: 'Z10001204720545', masked_account_iban: iban },
  customer,
  _links: links,
}

const createPayment = { source: ticketSource, amount: '10000', currency: 'ARS', reference: 'ORD-1' }

const paymentBody = {
  id: 'pay_1',
  status: 'Captured',
  requested_on: '2026-03-02T09:00:00Z',
  amount: 10_000,
  currency: 'ARS',
  reference: 'ORD-1',
  source: ticketSource,
  customer,
  risk: { flagged: true },
  balances: { total_captured: 10_000, total_refunded: 0 },
  response_code: '10000',
  _links: links,
}

const action = (id: string, type: string) => ({
  id,
  type,
  processed_on: '2026-03-02T10:00:00Z',
  amount: 100,
  approved: true,
  auth_code: '745837',
  response_code: '10000',
  response_summary: name,
  reference: 'REF-1',
  metadata: { email, iban },
})

const problem = {
  request_id: '0HM3QH3MKNCKA:00000001',
  error_type: 'processing_error',
  error_codes: ['amount_exceeds_balance'],
  message: `${name}, ${iban}`,
}

const PAYMENT_TYPES = [
  ...'payment_pending payment_capture_pending payment_declined payment_canceled'.split(' '),
  ...'payment_expired payment_captured payment_refund_pending payment_refunded'.split(' '),
  ...'payment_refund_declined payment_chargeback payment_returned payment_approved'.split(' '),
]

const SESSION_TYPES = ['started', 'approved', 'attempted', 'expired', 'failed', 'renewed']

/** Every kind of message, each readable unchanged. */
export const messages: readonly Kept[] = [
  ...PAYMENT_TYPES.map((type, index) => {
    const source = [sepaSource, ticketSource, cardSource][index % 3]
    return webhook(type, { ...payment, source })
  }),
  ...SESSION_TYPES.map((type) => webhook(`authentication_${type}`, session)),
  ...['dispute_won', 'dispute_canceled', 'dispute_lost'].map((type) => webhook(type, dispute)),
  webhook('issuing_something', { card_id: 'crd_1', card: cardSource }),
  {
    name: 'callback',
    delivery: { kind: 'callback', receivedAt: '2026-03-02T10:05:00Z', body: sessionBody },
  },
  answer('createSession', sessionBody, createSession, 201),
  answer(
    'createSession',
    {
      ...sessionBody,
      status: 'challenged',
      completed: false,
      next_actions: ['challenge_cardholder'],
    },
    createSession,
  ),
  answer('createSession', problem, createSession, 422),
  answer('getSession', sessionBody, undefined),
  answer('submitChannelData', sessionBody, { channel: 'app', user_agent: name }),
  answer('completeSession', '', undefined, 204),
  answer('completeSession', problem, undefined, 403),
  answer('createSource', sourceBody, createSource, 201),
  answer('createSource', { ...sourceBody, type: 'ACH' }, createSource),
  answer('createSource', problem, createSource, 422),
  answer('getSource', sourceBody, undefined),
  answer('cancelMandate', { _links: links }, undefined),
  answer('cancelMandate', problem, undefined, 404),
  answer('createPayment', paymentBody, createPayment, 202),
  answer('createPayment', problem, createPayment, 422),
  answer('getPayment', paymentBody, undefined),
  answer(
    'requestRefund',
    { action_id: 'act_1', reference: 'REF-1', _links: links },
    { amount: 10, reference: 'REF-2' },
    202,
  ),
  answer('requestRefund', problem, { amount: 10, reference: 'REF-2' }, 422),
  answer(
    'getPaymentActions',
    ['Refund', 'Capture', 'Return', 'Void', 'Payout'].map((type, i) => action(`act_${i}`, type)),
    undefined,
  ),
]

/** A location in a message: the keys that lead to it. */
export type Place = readonly (string | number)[]

/** Every location in a value, except the whole. */
export const placesIn = (value: unknown, at: Place = []): readonly Place[] => {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return []
  const keys: readonly (string | number)[] = Array.isArray(value)
    ? value.map((_, index) => index)
    : Object.keys(value)
  return keys.flatMap((key) => {
    const place = [...at, key]
    return [place, ...placesIn((value as Record<string | number, unknown>)[key], place)]
  })
}

/** The value at a location. */
export const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** A copy with another value at a location; `undefined` removes what is there. */
export const withAt = <A>(value: A, place: Place, other: unknown): A => {
  const copy = structuredClone(value)
  const inner = valueAt(copy, place.slice(0, -1)) as Record<string | number, unknown>
  const last = place.at(-1) ?? ''
  if (other === undefined) delete inner[last]
  else
    Object.defineProperty(inner, last, {
      value: other,
      enumerable: true,
      configurable: true,
      writable: true,
    })
  return copy
}
