import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { payfold } from 'payfold'
import { sepaPayment } from 'payfold/machines'

const pf = payfold([sepaPayment])

/** An event from an older log of yours, in its old form. */
const stored = {
  type: 'PaymentSucceeded',
  data: { payment: 'pay_1', cents: 5000 },
  metadata: {
    eventId: 'old-1',
    occurredAt: '2024-03-01T10:00:00Z',
    recordedAt: '2024-03-01T10:00:02Z',
    source: 'report',
    schema: 0,
  },
}

const upcast = pf.upcasts([
  {
    type: 'PaymentSucceeded',
    schema: 0,
    becomes: { type: 'payment_captured', schema: 1 },
    step: ({ data }) => ({ data: { paymentId: data['payment'], amount: data['cents'] } }),
  },
])
if (isRight(upcast)) {
  const event = pf.decode(upcast.right(stored))
  if (isRight(event)) console.log(`${event.right.type} ${JSON.stringify(event.right.data)}`)
}

const becomes = { type: 'payment_won', schema: 1 }
const nowhere = pf.upcasts([
  { type: 'PaymentSucceeded', schema: 0, becomes, step: ({ data }) => ({ data }) },
])
if (isLeft(nowhere)) console.log(pf.explain(nowhere.left))
