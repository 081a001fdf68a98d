import { rights } from 'fp-ts/lib/Array.js'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { instant, payfold, Stream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { messages } from './messages.ts'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const stream = 'payment-pay_1'
const now = instant('2026-03-12T09:00:00Z')
if (!Stream.is(stream) || now === null) throw new Error('a wrong stream or time')

const read = rights(rights(messages.map(readStored)).map((message) => readMessage(message))).flat()
const events = read.map(({ event }) => event)
const state = pf.fold(stream, events)

console.log(state.status)
for (const { key, events: reports } of state.occurrences) {
  console.log(`${key}, reported by ${reports.length}`)
}
for (const finding of state.findings) console.log(pf.explain(finding))
for (const { request } of getOrElseW(() => [])(pf.questions(state, now))) {
  console.log(JSON.stringify(request))
}
