import { rights } from 'fp-ts/lib/Array.js'
import { getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { instant, payfold } from 'payfold'
import { PaymentId, paymentStream, sepaPayment, ticketPayment } from 'payfold/machines'
import { fromResponse, readMessage } from 'payfold/provider'

const pf = payfold([sepaPayment, ticketPayment])

/** The old table: one row per payment, with the status from its last webhook. */
const rows = [
  { payment: 'pay_1', status: 'failed' },
  { payment: 'pay_2', status: 'refunded' },
]

const SEPA = { type: 'sepa', id: 'src_1' }

/** The provider's responses for each payment: GET /payments/{id}, and the list of its actions. */
const responses = [
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
] as const

const receivedAt = '2026-06-10T08:00:00Z'
const read = rights(
  responses.map(({ endpoint, payment, body }) => {
    const params = { id: payment, payment_id: payment }
    const message = fromResponse({ receivedAt, endpoint, params, status: 200, body })
    return isLeft(message) ? message : readMessage(message.right)
  }),
).flat()

const now = instant(receivedAt)
for (const { payment, status } of rows) {
  if (!PaymentId.is(payment) || now === null) continue
  const stream = paymentStream(payment)
  const own = read.filter((each) => each.stream === stream)
  const state = pf.fold(
    stream,
    own.map(({ event }) => event),
  )
  console.log(`${payment}: the column says ${status}, the log ${state.status}`)
  for (const { because } of getOrElseW(() => [])(pf.questions(state, now))) {
    console.log(`  ${because}`)
  }
}
