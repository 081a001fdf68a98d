import { readFileSync } from 'node:fs'
import { rights } from 'fp-ts/lib/Array.js'
import { payfold } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const pf = payfold([session, sepaPayment, sepaMandate, ticketPayment])

const lines = readFileSync(new URL('./log.ndjson', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const entries = rights(lines.map((line) => pf.fromLine(line)))

for (const stream of new Set(entries.map((entry) => entry.stream))) {
  const own = entries.filter((entry) => entry.stream === stream)
  const state = pf.fold(stream, own)
  console.log(`${own.length} valid entries, ${state.machine}, ${state.status}`)
  for (const finding of state.findings) console.log(`${finding.code}: ${pf.explain(finding)}`)
}
