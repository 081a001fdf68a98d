import { rights } from 'fp-ts/lib/Array.js'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { payfold, Stream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const stream = 'payment-pay_1'
if (!Stream.is(stream)) throw new Error('a wrong stream')

const read = rights(
  rights(deliveries.map(readStored)).map((message) => readMessage(message)),
).flat()
const events = read.map(({ event }) => event)
const state = pf.fold(stream, events)

/**
 * Decides a refund: returns what to append before the request is sent, or why the request may not
 * be sent.
 */
const refund = (amount: number, commandId: string, now: string) => {
  const data = { paymentId: 'pay_1', amount }
  return pf.decide(state, { type: 'requestRefund', data, metadata: { commandId, now } })
}

const decided = refund(8000, 'refund-7', '2026-06-10T08:00:00Z')
if (isRight(decided)) {
  for (const { type } of decided.right.events) {
    console.log(`record ${type}, then send it under the key refund-7`)
  }
}

for (const refused of [
  refund(8001, 'refund-8', '2026-06-10T08:00:00Z'),
  refund(8000, 'refund-8', '2026-07-30T08:00:00Z'),
]) {
  if (isLeft(refused) && refused.left.error === 'Refused') {
    for (const refusal of refused.left.refusals) {
      console.log(`${pf.rules[refusal.rule]?.errorCode} ${pf.explain(refusal)}`)
    }
  }
}
