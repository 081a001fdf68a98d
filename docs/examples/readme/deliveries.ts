/**
 * What a backend has stored about one SEPA payment: the response to its creation, and three
 * webhooks.
 */
export const deliveries = [
  {
    kind: 'webhook',
    isVerified: true,
    receivedAt: '2026-06-03T08:00:01Z',
    body: {
      id: 'evt_2',
      type: 'payment_captured',
      created_on: '2026-06-03T08:00:00Z',
      data: { id: 'pay_1', action_id: 'act_1', amount: 12000, currency: 'EUR' },
    },
  },
  {
    kind: 'response',
    receivedAt: '2026-06-01T09:30:00Z',
    endpoint: 'createPayment',
    request: { source: { type: 'id', id: 'src_1' }, amount: 12000, currency: 'EUR' },
    status: 201,
    body: { id: 'pay_1', status: 'Pending', customer: { id: 'cus_1', email: 'ada@example.com' } },
  },
  {
    kind: 'webhook',
    isVerified: true,
    receivedAt: '2026-06-05T10:00:02Z',
    body: {
      id: 'evt_3',
      type: 'payment_refunded',
      version: '1.0.9',
      timestamp: '2026-06-05T10:00:00.333+00:00',
      data: { id: 'pay_1', action_id: 'act_2', amount: '4000', currency: 'EUR' },
    },
  },
]
