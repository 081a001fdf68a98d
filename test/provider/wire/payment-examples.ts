/**
 * A complete example of every response about a payment or its source: each field, and its other
 * spellings.
 */
import { answersTo, linksTo, type ResponseExample } from './example.ts'

const API = 'https://api.provider.example'

const ofMandate = { source_id: 'src_rower31mandate' }

const source = {
  id: 'src_rower31mandate',
  type: 'sepa',
  response_code: '10000',
  response_data: { mandate_reference: 'R0W31M4ND4T3' },
  customer: { id: 'cus_rower31', email: 'erika@rowing.example' },
}

const ofPayment = { payment_id: 'pay_lantern7002' }

const PAYMENT_SELF = `${API}/payments/pay_lantern7002`

const SIMULATORS = {
  'simulator:payment-succeed': `${PAYMENT_SELF}/simulator/succeed`,
  'simulator:payment-expire': `${PAYMENT_SELF}/simulator/expire`,
  'simulator:refund-succeed': `${PAYMENT_SELF}/simulator/refund-succeed`,
  'simulator:refund-fail': `${PAYMENT_SELF}/simulator/refund-fail`,
}

const ticketPayment = {
  id: 'pay_lantern7002',
  requested_on: '2026-03-02T09:30:00Z',
  amount: 150_000,
  currency: 'ARS',
  payment_type: 'Regular',
  status: 'Captured',
  reference: 'ORDER-7002',
  risk: { flagged: false },
  customer: { id: 'cus_lantern7', email: 'lionel@buyer.example' },
  balances: { total_captured: 150_000, total_refunded: 2500 },
  response_code: '10000',
  response_summary: 'Approved',
}

const action = (type: string, index: number): object => ({
  id: `act_lantern${index}`,
  type,
  processed_on: `2026-03-02T09:3${index}:00Z`,
  amount: 1000 + index,
  approved: true,
  auth_code: `70431${index}`,
  response_code: '10000',
  response_summary: 'Approved',
  reference: `ACTION-${index}`,
  metadata: { basket: 'B-19' },
  _links: linksTo({ 'response-code': 'https://docs.provider.example/response-codes#10000' }),
})

const answer = answersTo({
  getPaymentActions: { id: 'pay_lantern7002' },
  getSource: { id: 'src_rower31mandate' },
  cancelMandate: ofMandate,
  getPayment: ofPayment,
  requestRefund: ofPayment,
})

/** The responses about sources, payments, refunds and actions. */
export const PAYMENT_RESPONSES: readonly ResponseExample[] = [
  answer(
    'getPaymentActions',
    200,
    'a list of payment actions',
    [
      ...'Return Refund Void Payout Capture Authorization'.split(' '),
      'Card Verification',
      'Escalation',
    ].map(action),
  ),
  answer('createSource', 201, 'a created source', {
    ...source,
    _links: linksTo({
      self: `${API}/sources/src_rower31mandate`,
      'sepa:mandate-cancel': `${API}/sepa-external/mandates/src_rower31mandate/cancel`,
      'sepa:mandate-get': `${API}/sepa-external/mandates/src_rower31mandate`,
    }),
  }),
  answer('getSource', 200, 'the details of a source', {
    ...source,
    _links: linksTo({
      self: `${API}/sources/src_rower31mandate`,
      'sepa:mandate': `${API}/sepa/mandates/src_rower31mandate`,
    }),
  }),
  answer('cancelMandate', 200, 'a cancelled mandate', {
    _links: linksTo({
      self: `${API}/sepa/mandates/src_rower31mandate/cancel`,
      'sepa:mandate-get': `${API}/sepa/mandates/src_rower31mandate`,
    }),
  }),
  answer('createPayment', 201, 'a created SEPA payment', {
    id: 'pay_dues2026',
    status: 'Pending',
    reference: 'DUES-2026',
    customer: { id: 'cus_rower31', email: 'erika@rowing.example' },
    _links: linksTo({
      self: `${API}/payments/pay_dues2026`,
      actions: `${API}/payments/pay_dues2026/actions`,
    }),
  }),
  answer('createPayment', 202, 'a created payment by ticket, with redirect', {
    id: 'pay_lantern7002',
    status: 'Pending',
    customer: { id: 'cus_lantern7' },
    _links: linksTo({
      self: PAYMENT_SELF,
      redirect: 'https://tickets.provider.example/lantern7002',
      redirect_url: 'https://tickets.provider.example/page/lantern7002',
    }),
  }),
  answer('createPayment', 202, 'a created payment by ticket in the sandbox', {
    id: 'pay_lantern7002',
    status: 'Pending',
    customer: { id: 'cus_lantern7' },
    _links: linksTo({ self: PAYMENT_SELF, ...SIMULATORS }),
  }),
  answer('getPayment', 200, 'the details of a payment by ticket, direct', {
    ...ticketPayment,
    source: {
      type: 'rapipago',
      id: 'src_lantern7',
      provider_order_id: 'ORD-LANTERN-7',
      provider_payment_id: 'D-4-lantern-7',
      integration_type: 'direct',
      description: 'two lanterns, to simulate',
      ticket: {
        type: 'numeric',
        number: '3300 1020 4070',
        barcode: '330010204070991',
        id: 'T-3300',
        expiration_date: '2026-03-09T23:59:59Z',
        provider_name: 'rapipago',
        provider_logo_url: 'https://tickets.provider.example/logo-url.png',
        provider_logo: 'https://tickets.provider.example/logo.png',
        ticket_url: 'https://tickets.provider.example/T-3300',
        image_url: 'https://tickets.provider.example/T-3300.png',
      },
    },
    _links: linksTo({
      self: PAYMENT_SELF,
      actions: `${PAYMENT_SELF}/actions`,
      ...SIMULATORS,
    }),
  }),
  answer('getPayment', 200, 'the details of a payment by ticket, with redirect', {
    ...ticketPayment,
    source: {
      type: 'rapipago',
      id: 'src_lantern7',
      dlocal_order_id: 'ORD-LANTERN-8',
      dlocal_payment_id: 'D-4-lantern-8',
      integration_type: 'redirect',
      description: 'two lanterns',
    },
    _links: linksTo({
      self: PAYMENT_SELF,
      redirect: 'https://tickets.provider.example/lantern7002',
      redirect_url: 'https://tickets.provider.example/page/lantern7002',
      actions: `${PAYMENT_SELF}/actions`,
    }),
  }),
  answer('requestRefund', 202, 'an accepted refund', {
    action_id: 'act_lantern9',
    reference: 'REFUND-7001',
    _links: linksTo({ payment: PAYMENT_SELF }),
  }),
]
