import { payfold } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { sepaPayment, ticketPayment } from 'payfold/machines'

/** The old table: one row for each payment, with the status from its last webhook. */
const rows = [
  { payment: 'pay_1', status: 'failed' },
  { payment: 'pay_2', status: 'refunded' },
]

/** What the provider has: GET /payments/{id}, and the list of its actions. */
const SEPA = { type: 'sepa', id: 'src_1' }
const answers: Readonly<Record<string, object>> = {
  '/payments/pay_1': { id: 'pay_1', status: 'Captured', amount: 10000, source: SEPA },
  '/payments/pay_1/actions': [{ id: 'act_1', type: 'Capture', amount: 10000, approved: true }],
  '/payments/pay_2': { id: 'pay_2', status: 'Partially Refunded', amount: 5000, source: SEPA },
  '/payments/pay_2/actions': [
    { id: 'act_3', type: 'Refund', amount: 2000, approved: true },
    { id: 'act_2', type: 'Capture', amount: 5000, approved: true },
  ],
}
const send = async ({ path }: { readonly path: string }) => ({
  status: 200,
  body: new TextEncoder().encode(JSON.stringify(answers[path])),
})
const now = () => '2026-06-10T08:00:00Z'
const shop = desk(payfold([sepaPayment, ticketPayment]), { ...memoryStore(), now, keys: [], send })

for (const { payment, status } of rows) {
  await shop.ask('getPayment', { payment_id: payment })
  await shop.ask('getPaymentActions', { id: payment })
  const view = await shop.view(`payment-${payment}`)
  if (view?.status !== status) console.log(`${payment}: not ${status}, but ${view?.status}`)
}
