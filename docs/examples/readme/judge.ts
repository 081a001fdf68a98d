import { getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { allowed, decide, explain, fold, type Instant, readDelivery } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { deliveries } from './deliveries.ts'

const told = deliveries.flatMap((delivery) => getOrElseW(() => [])(readDelivery(delivery)))
const state = fold(sepaPayment)(told.map(({ event }) => event))

const now = '2026-06-10T08:00:00.0000000Z' as Instant
for (const { command, amount, until } of allowed(sepaPayment)(state, now)) {
  console.log(`${command}: ${amount?.least} to ${amount?.most} ${amount?.currency} until ${until}`)
}

const refund = {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 8001 },
  metadata: { commandId: 'refund-7', now: '2026-07-30T00:00:00+02:00' },
}
const decided = decide(sepaPayment)(state, refund)
if (isLeft(decided) && decided.left.error === 'Refused') {
  for (const refusal of decided.left.refusals) console.log(explain(refusal))
}
