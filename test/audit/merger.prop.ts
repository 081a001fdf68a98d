/** Audits of single streams, merged, equal the report of one pass, byte for byte. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../src/audit/auditing.ts'
import { type AuditReport, reportJson } from '../../src/audit/report/report.ts'
import type { ReceivedConsequence, StreamAudit } from '../../src/audit/stream-audit.ts'
import { prefixOf, type Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { machines } from '../given.ts'
import { audit, auditor, auditStream, mergeAudits } from '../root.ts'
import { type Row, streamsOf, tampered, written } from './stored.ts'

const RUNS = Number(process.env['RUNS'] ?? 20)
const PATIENCE = 3_600_000

/** One pass over the rows, in the order of their keys. */
const once = (rows: readonly Row[], auditing: Auditing): string => {
  const under = auditor(machines, auditing)
  for (const { stream, revision, line } of rows) under.line(line, { stream, revision })
  return reportJson(under.report())
}

const kept = <A>(value: A): A => JSON.parse(JSON.stringify(value))

/**
 * The audit of each stream, mandates last, with the consequences for them; stored as text in
 * between.
 */
const parts = (rows: readonly Row[], auditing: Auditing): readonly StreamAudit[] => {
  const streams = streamsOf(rows)
  const by = auditStream(machines, auditing)
  const isMandate = (stream: Stream): boolean => prefixOf(stream) === 'mandate'
  const others = [...streams].filter(([stream]) => !isMandate(stream))
  const first = others.map(([stream, lines]) => kept(by(stream, lines)))
  const consequences = new Map<Stream, readonly ReceivedConsequence[]>()
  for (const each of first.flatMap((one) => one.consequences)) {
    consequences.set(each.stream, [each, ...(consequences.get(each.stream) ?? [])])
  }
  const mandates = new Set([...[...streams.keys()].filter(isMandate), ...consequences.keys()])
  const second = [...mandates].map((stream) =>
    kept(by(stream, streams.get(stream) ?? [], consequences.get(stream))),
  )
  return [...second, ...first]
}

const merged = (rows: readonly Row[], auditing: Auditing): AuditReport => {
  const all = parts(rows, auditing)
  return mergeAudits(machines, auditing)([...all].reverse().concat(all.slice(0, 2)))
}

/** The end of a stream with its first two entries, which a head may have been kept with. */
const END = { stream: 'payment-pay_1' as Stream, size: 2, root: 'ab'.repeat(32) }

const AUDITINGS: readonly Auditing[] = [
  {},
  { known: 3 },
  { known: '2026-01-05T10:00:04.0000000Z' as Instant },
  {
    heads: [
      { root: 'cd'.repeat(32), size: 3 },
      { root: 'cd'.repeat(32), streams: [END] },
    ],
  },
  { now: '2027-01-01T00:00:00.0000000Z' as Instant },
  { occurred: '2026-01-05T10:00:03.0000000Z' as Instant },
  {
    heads: [{ root: 'another' }],
    waivers: [{ finding: 'aa', reason: 'known', by: ['somebody'], at: '2026-01-05' }],
  },
]

describe('audits of single streams, merged', () => {
  test.each(AUDITINGS)(
    'equal the report of one pass, whatever happened to the store: %j',
    (auditing) => {
      fc.assert(
        fc.property(tampered, (rows) => {
          expect(reportJson(merged(rows, auditing))).toBe(once(rows, auditing))
        }),
        { numRuns: RUNS },
      )
    },
    PATIENCE,
  )

  test('equal the report of the lines alone, if each is stored under its own key', () => {
    fc.assert(
      fc.property(written, fc.nat(), (rows, cut) => {
        const left = rows.filter((_, index) => index !== cut % (rows.length + 3))
        const lines = left.map(({ line }) => `${line}\n`)
        expect(reportJson(merged(left, {}))).toBe(reportJson(audit(machines)(lines)))
      }),
      { numRuns: RUNS },
    )
  })
})
