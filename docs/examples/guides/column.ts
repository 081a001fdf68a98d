import { getOrElseW } from 'fp-ts/lib/Either.js'
import { foldStream, PaymentId, paymentStream, questions, readDelivery } from 'payfold'
import { sepaPayment, ticketPayment } from 'payfold/machines'

/** What the old code believes: a row a payment, its last webhook in one word. */
const rows = [
  { payment: 'pay_1', status: 'failed' },
  { payment: 'pay_2', status: 'refunded' },
]

const SEPA = { type: 'sepa', id: 'src_1' }

/** What the provider answers when it is asked for each of them: GET /payments/{id}, and its actions. */
const answers = [
  {
    endpoint: 'getPayment',
    payment: 'pay_1',
    body: { id: 'pay_1', status: 'Captured', amount: 10000, source: SEPA },
  },
  {
    endpoint: 'getPayment',
    payment: 'pay_2',
    body: { id: 'pay_2', status: 'Partially Refunded', amount: 5000, source: SEPA },
  },
  {
    endpoint: 'getPaymentActions',
    payment: 'pay_2',
    body: [
      { id: 'act_2', type: 'Refund', amount: 2000, approved: true },
      { id: 'act_1', type: 'Capture', amount: 5000, approved: true },
    ],
  },
]

const told = answers.flatMap(({ endpoint, payment, body }) =>
  getOrElseW(() => [])(
    readDelivery({
      kind: 'response',
      receivedAt: '2026-06-10T08:00:00Z',
      endpoint,
      params: { id: payment, payment_id: payment },
      status: 200,
      body,
    }),
  ),
)

const folded = foldStream([sepaPayment, ticketPayment])
for (const { payment, status } of rows) {
  if (!PaymentId.is(payment)) continue
  const stream = paymentStream(payment)
  const state = folded(
    stream,
    told.filter((each) => each.stream === stream).map(({ event }) => event),
  )
  console.log(`${payment}: the column says ${status}, the log ${state.status}`)
  for (const { because } of questions(state)) console.log(`  ${because}`)
}
