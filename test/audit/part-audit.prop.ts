/** A log in parts has the report of one audit, byte for byte, whatever the parts and their order. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Auditing } from '../../src/audit/auditing.ts'
import { reportJson } from '../../src/audit/report/report.ts'
import type { Stream } from '../../src/words/stream.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { forAll } from '../for-all.ts'
import { machines } from '../given.ts'
import { audit, auditor } from '../root.ts'
import { auditOf } from './given.ts'
import { partsOf, reportOf } from './log-in-parts.ts'
import { tampered, written } from './stored.ts'
import { tamperedLines } from './tampered-lines.ts'

const RUNS = Number(process.env['RUNS'] ?? 4)

/** The end of a stream with its first two entries, which a head may have been kept with. */
const END = { stream: 'payment-pay_1' as Stream, size: 2, root: 'ab'.repeat(32) }

const AUDITINGS: readonly Auditing[] = [
  {},
  { known: 3 },
  { known: '2026-01-05T10:00:04.0000000Z' as Instant },
  { now: '2027-01-01T00:00:00.0000000Z' as Instant },
  { occurred: '2026-01-05T10:00:03.0000000Z' as Instant },
  {
    heads: [
      { root: 'cd'.repeat(32), size: 3 },
      { root: 'ab'.repeat(32), streams: [] },
      { root: 'ab'.repeat(32), streams: [END] },
    ],
    waivers: [{ finding: 'aa', reason: 'known', by: ['somebody'], at: '2026-01-05' }],
  },
]

describe('a log in parts', () => {
  test.each(AUDITINGS)(
    'has the report of one audit, whatever happened to its lines: %j',
    (auditing) => {
      const orders = fc.array(fc.nat(9), { minLength: 5, maxLength: 5 })
      forAll(RUNS, [tamperedLines, fc.constantFrom(1, 2, 7, 64), orders], (lines, many, order) => {
        const whole = auditOf(lines, auditing)
        const parts = partsOf(lines, many, auditing, order)
        expect(reportOf(parts, auditing)).toBe(reportJson(whole))
      })
    },
  )

  test.each(AUDITINGS)(
    'has the report of one audit, whatever happened to the store that keys its lines: %j',
    (auditing) => {
      forAll(RUNS, [tampered, fc.constantFrom(1, 2, 7)], (rows, many) => {
        const under = auditor(machines, auditing)
        for (const { stream, revision, line } of rows) under.line(line, { stream, revision })
        const parts = partsOf(rows, many, auditing)
        expect(reportOf(parts, auditing)).toBe(reportJson(under.report()))
      })
    },
  )

  test('has the report of its lines alone, if each is stored under its own key', () => {
    forAll(RUNS, [written, fc.nat()], (rows, cut) => {
      const left = rows.filter((_, index) => index !== cut % (rows.length + 3))
      const whole = auditOf(left.map(({ line }) => line))
      expect(reportOf(partsOf(left, 2))).toBe(reportJson(whole))
    })
  })

  test('has the report of one audit for chunks that are cut anywhere, as text and as bytes', () => {
    const cuts = fc.array(fc.nat(3000), { maxLength: 12 })
    forAll(5 * RUNS, [tamperedLines, cuts, fc.boolean()], (lines, all, isText) => {
      const text = lines.map((line) => `${line}\n`).join('')
      const whole: string | Uint8Array = isText ? text : new TextEncoder().encode(text)
      const places = [0, ...all.map((at) => at % (whole.length + 1)), whole.length]
      const sorted = places.sort((a, b) => a - b)
      const chunks = sorted.slice(1).map((at, index) => whole.slice(sorted[index], at))
      expect(audit(machines)(chunks)).toEqual(audit(machines)([text]))
    })
  })
})
