import { readFileSync } from 'node:fs'
import { rights } from 'fp-ts/lib/Array.js'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { calendarOf, csvOf, instant, money, payfold, readPolicy } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'

const machines = [session, sepaPayment, sepaMandate, ticketPayment]
const policy = readPolicy(machines)([
  { validFrom: '2020-01-01', chargebackWindow: { months: 13, rolls: false } },
  { validFrom: '2026-04-01', chargebackWindow: { months: 13, enquiry: { days: 30 } } },
])
const [now, end] = [instant('2026-04-10T09:00:00Z'), instant('2028-01-01T00:00:00Z')]
if (isLeft(policy) || now === null || end === null) throw new Error('no policy or no time')
const pf = payfold(machines, { policy: policy.right })

const file = new URL('../readme/log.ndjson', import.meta.url)
const lines = readFileSync(file, 'utf8').trim().split('\n')
const entries = rights(lines.map((line) => pf.fromLine(line))).filter(
  // what was known by then: later, this payment was charged back
  ({ event }) => (instant(event.metadata.recordedAt) ?? now) <= now,
)
const streams = new Set(entries.map(({ stream }) => stream))
function* states() {
  for (const stream of streams) {
    yield pf.fold(
      stream,
      entries.filter((entry) => entry.stream === stream),
    )
  }
}

const exposure = pf.exposure(states(), now)
if (isRight(exposure)) {
  for (const { currency, month, amount } of exposure.right.until) {
    console.log(
      `${amount === null ? 'Too much' : money(amount, currency)} may be taken back until ${month}`,
    )
  }
  console.log(`of ${exposure.right.unknown.length} streams, nobody knows`)
}
const deadlines = pf.deadlines(states(), now, end)
if (isRight(deadlines)) {
  const [header, ...rows] = csvOf(deadlines.right).trim().split('\r\n')
  console.log(header)
  for (const row of rows) console.log(row)
  const calendar = calendarOf(deadlines.right, now)
  console.log(`${calendar.match(/BEGIN:VEVENT/g)?.length} events, ${calendar.length} characters`)
}
