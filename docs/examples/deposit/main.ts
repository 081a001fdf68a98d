/** A deposit from its receipt to a late claim: stored, read back, judged, audited and drawn. */
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { type Instant, payfold, type Stream } from 'payfold'
import { audit, reportFiles } from 'payfold/audit'
import { diagram } from 'payfold/inspect'
import { emptyTip, ownLoop } from 'payfold/machine'
import { rentalDeposit } from './index.ts'

const pf = payfold([rentalDeposit])
const stream = 'deposit-dep_1' as Stream

const report = (eventId: string, type: string, at: string, more: object) => ({
  type,
  data: { depositId: 'dep_1', ...more },
  metadata: { eventId, occurredAt: at, recordedAt: at, source: 'report', schema: 1 },
})
const reports = [
  report('e-1', 'deposit_received', '2026-01-01T10:00:00Z', { amount: 150_000, currency: 'EUR' }),
  report('e-2', 'tenancy_ended', '2026-06-30T10:00:00Z', {}),
  report('e-3', 'damage_claimed', '2026-07-10T10:00:00Z', { claimId: 'clm_1', amount: 40_000 }),
  report('e-4', 'damage_claimed', '2026-08-10T10:00:00Z', { claimId: 'clm_2', amount: 20_000 }),
]

const events = reports.map(pf.decode).flatMap((event) => (isRight(event) ? [event.right] : []))
const appended = ownLoop(pf).append(emptyTip(stream), events)
const lines = isRight(appended) ? appended.right.entries.map(pf.toLine) : []

const entries = lines
  .map((line) => pf.fromLine(line))
  .flatMap((entry) => (isRight(entry) ? [entry.right] : []))
const state = pf.fold(stream, entries)
for (const finding of state.findings) console.log(pf.explain(finding))

const decided = pf.decide(state, {
  type: 'returnDeposit',
  data: { depositId: 'dep_1', amount: 100_000 },
  metadata: { commandId: 'return-1', now: '2026-08-20T10:00:00Z' },
})
if (isLeft(decided)) console.log(pf.explain(decided.left))

const open = pf.questions(state, '2026-09-01T10:00:00.0000000Z' as Instant)
if (isRight(open)) for (const { because, request } of open.right) console.log(because, request)

const audited = audit(pf)(lines.map((each) => `${each}\n`))
console.log(reportFiles(pf)(audited).texts['report.txt'])
console.log(diagram(rentalDeposit))
