/**
 * The messages of ten days of one SEPA payment, in the order in which the backend read the
 * messages.
 */
const webhook = (id: string, type: string, happened: string, received: string, data: object) => ({
  kind: 'webhook',
  isVerified: true,
  receivedAt: received,
  body: { id, type, created_on: happened, data: { id: 'pay_1', currency: 'EUR', ...data } },
})

const refund = { action_id: 'act_2', amount: 2000 }
const another = { action_id: 'act_3', amount: 2000 }

export const messages = [
  webhook('evt_3', 'payment_captured', '2026-03-04T06:00:00Z', '2026-03-04T06:00:02Z', {
    amount: 6000,
  }),
  webhook('evt_5', 'payment_refunded', '2026-03-09T10:00:00Z', '2026-03-09T10:00:01Z', refund),
  webhook('evt_6', 'payment_refunded', '2026-03-10T10:00:00Z', '2026-03-10T10:00:01Z', another),
  webhook('evt_5', 'payment_refunded', '2026-03-09T10:00:00Z', '2026-03-10T12:00:00Z', refund),
  webhook('evt_4', 'payment_declined', '2026-03-04T18:00:00Z', '2026-03-11T07:00:00Z', {}),
  webhook('evt_1', 'payment_pending', '2026-03-02T09:00:01Z', '2026-03-12T09:00:00Z', {
    amount: 6000,
  }),
  {
    kind: 'response',
    receivedAt: '2026-03-02T09:00:02Z',
    endpoint: 'createPayment',
    request: { source: { type: 'id', id: 'src_1' }, amount: 6000, currency: 'EUR' },
    status: 202,
    body: { id: 'pay_1', status: 'Pending' },
  },
]
