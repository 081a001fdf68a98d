import { getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { decide, explain, fold, RULES, readDelivery } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { deliveries } from '../readme/deliveries.ts'

const events = deliveries
  .flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
  .map(({ event }) => event)

/** Asks for a refund: what to append before the request is sent, or why it may not be sent. */
const refund = (amount: number, commandId: string, now: string) => {
  const data = { paymentId: 'pay_1', amount }
  const state = fold(sepaPayment)(events)
  return decide(sepaPayment)(state, { type: 'requestRefund', data, metadata: { commandId, now } })
}

const decided = refund(8000, 'refund-7', '2026-06-10T08:00:00Z')
if (!isLeft(decided)) {
  const [wish] = decided.right.events
  console.log(`record ${wish?.type}, then send it under the key refund-7`)
}

for (const [amount, now] of [
  [8001, '2026-06-10T08:00:00Z'],
  [8000, '2026-07-30T08:00:00Z'],
] as const) {
  const refused = refund(amount, 'refund-8', now)
  if (isLeft(refused) && refused.left.error === 'Refused') {
    for (const refusal of refused.left.refusals) {
      console.log(`${RULES[refusal.rule].errorCode} ${explain(refusal)}`)
    }
  }
}
