import { chainW, getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { explain, fold, readDelivery, validate, wish } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { deliveries } from './deliveries.ts'

const told = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
const state = fold(sepaPayment)(told.map(({ event }) => event))

const refund = { paymentId: 'pay_1', amount: 8001 }
const command = { commandId: 'refund-7', now: '2026-07-30T00:00:00+02:00' }
const answer = pipe(
  wish('refund_requested', refund, command),
  chainW((event) => validate(sepaPayment)(state, event)),
)

console.log(state.status)
if (isLeft(answer) && answer.left.error === 'Refused') {
  for (const refusal of answer.left.refusals) console.log(explain(refusal))
}
