import { readFileSync } from 'node:fs'
import { isRight } from 'fp-ts/lib/Either.js'
import { explainFinding, foldStream, fromLine, type Stream } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const lines = readFileSync(new URL('./log.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const entries = lines.map(fromLine).flatMap((read) => (isRight(read) ? [read.right] : []))
const events = entries.map(({ event }) => event)

const machines = [session, sepaPayment, sepaMandate, ticketPayment]
const state = foldStream(machines)('payment-pay_1' as Stream, events)

console.log(`${entries.length} entries stand, ${state.machine}, ${state.status}`)
for (const finding of state.findings) console.log(`${finding.code}: ${explainFinding(finding)}`)
