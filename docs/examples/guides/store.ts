import { rights } from 'fp-ts/lib/Array.js'
import { isLeft } from 'fp-ts/lib/Either.js'
import { type DomainEvent, payfold, Stream } from 'payfold'
import { tipOf } from 'payfold/machine'
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

// each row holds one line; (stream, revision) is its key
const rows: string[] = []
const load = () => rights(rows.map((row) => pf.fromLine(row)))
const write = (added: readonly DomainEvent[], expected?: number) => {
  const appended = pf.append(tipOf(stream, load()), added, expected)
  if (isLeft(appended)) return appended.left.error
  rows.push(...appended.right.entries.map(pf.toLine))
  return `${appended.right.entries.length} new, the stream ends at ${appended.right.tip.revision}`
}

console.log(write(events.slice(0, 1)))
console.log(write(events))
console.log(write(events))
// this state was judged at revision 0, and the stream has more entries by now
console.log(write(events.slice(1), 0))

// you may store a state next to the log, and delete it at any time
const kept = JSON.stringify(pf.fold(stream, load()))
const state = pf.resume(JSON.parse(kept), tipOf(stream, load()))
console.log(isLeft(state) ? pf.explain(state.left) : state.right.status)
