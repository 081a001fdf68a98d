import { rights } from 'fp-ts/lib/Array.js'
import { getOrElseW, isLeft } from 'fp-ts/lib/Either.js'
import { instant, money, payfold, Stream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { deliveries } from './deliveries.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const stream = 'payment-pay_1'
const now = instant('2026-06-10T08:00:00Z')
if (!Stream.is(stream) || now === null) throw new Error('a wrong stream or time')

const read = rights(
  rights(deliveries.map(readStored)).map((message) => readMessage(message)),
).flat()
const events = read.map(({ event }) => event)
const state = pf.fold(stream, events)

for (const { command, amount, until } of getOrElseW(() => [])(pf.allowed(state, now))) {
  if (amount === null) continue
  const { least, most, currency } = amount
  console.log(`${command}: ${money(least, currency)} to ${money(most, currency)} until ${until}`)
}

const decided = pf.decide(state, {
  type: 'requestRefund',
  data: { paymentId: 'pay_1', amount: 8001 },
  metadata: { commandId: 'refund-7', now: '2026-07-30T00:00:00+02:00' },
})
if (isLeft(decided) && decided.left.error === 'Refused') {
  for (const refusal of decided.left.refusals) console.log(pf.explain(refusal))
}
