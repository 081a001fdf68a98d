/** A long log has no findings; with 45 faults planted in it, the report has exactly those. */
import { describe, expect, test } from 'vitest'
import { type AuditReport, isVouchedFor } from '../../src/audit/report/report.ts'
import { reportFiles } from '../../src/audit/report/written-report.ts'
import { type Entry, sealed } from '../../src/log/entry.ts'
import { toLine } from '../../src/log/line.ts'
import { reported } from '../given.ts'
import { reportPage, root } from '../root.ts'
import { besides, EXAMPLES } from './examples.ts'
import { auditOf, entriesOf, headOver, type OnStream, otherForm } from './given.ts'
import { business } from './seeded.ts'

/** `npm run planted` uses a hundred thousand entries. */
const ENTRIES = Number(process.env['ENTRIES'] ?? 700)
const SEED = 20_261_121

/** The findings of a report, each with its stream. */
const foundIn = ({ findings }: AuditReport): readonly string[] =>
  besides(findings)
    .map(({ stream, code }) => `${stream} ${code}`)
    .toSorted()

/** The broken rules of one stream, and what two streams have although only one may. */
const BROKEN =
  `withinRefundWindow NegativeNet withinChargebackWindow moneyAfterEnd lateCapture ClockSkew Superseded
  Unbound StatementDiffers outcomeKnown EventInTwo ActionInTwo CommandInTwo CapturedTwice SessionUsedTwice`.split(
    /\s+/,
  ) as (keyof typeof EXAMPLES)[]

/** The example log of a finding, with ids of its own, and the finding. */
const planted = BROKEN.map((code, index) => {
  const own = (value: unknown): string => `${value}x${index}`
  const events = EXAMPLES[code].map((line): OnStream => {
    const { stream, event } = JSON.parse(line)
    const data = Object.entries(event.data).map(([name, value]) =>
      /Id$|^reference$/.test(name) ? [name, own(value)] : [name, value],
    )
    const metadata = { ...event.metadata, eventId: own(event.metadata.eventId.slice(-70)) }
    return [own(stream), { ...event, data: Object.fromEntries(data), metadata }]
  })
  const [found] = besides(auditOf(EXAMPLES[code]).findings)
  return { events, expected: `${own(found?.stream)} ${code}` }
})

/** Entries in the middle of different streams: a fault there shows in the log itself. */
const inTheMiddle = (entries: readonly Entry[], many: number): readonly Entry[] => {
  const longest = new Map<string, number>()
  for (const { stream, revision } of entries) longest.set(stream, revision)
  const fit = entries.filter(
    ({ stream, revision }) => revision === 1 && (longest.get(stream) ?? 0) > 1,
  )
  const step = Math.floor(fit.length / many)
  return Array.from({ length: many }, (_, index) => fit[index * step]).filter(
    (entry) => entry !== undefined,
  )
}

/** A stream with one entry, and a line that shows no stream. */
const STRANGE = 'session-sid_strange'
const NOWHERE = 'null Unreadable'

/** Ways to tamper with the line of an entry, and the finding at that entry or the next. */
type Fault = readonly [code: string, spoil: (line: string, entry: Entry) => readonly string[]]

const forged = ({ hash: _, ...body }: Entry): string =>
  toLine(
    sealed({ ...body, event: { ...body.event, data: { ...body.event.data, reference: 'R' } } }),
  )

const FAULTS: readonly Fault[] = [
  ['Altered', (line) => [line.replace('"occurredAt":"2', '"occurredAt":"3')]],
  [
    'Altered',
    (line) => [
      line
        .replace(/"previous":"./, '"previous":"x')
        .replace('x', line.includes('"previous":"0') ? '1' : '0'),
    ],
  ],
  [
    'Altered',
    (line) => [
      line.replace(/"hash":"./, (found) => (found.endsWith('0') ? '"hash":"1' : '"hash":"0')),
    ],
  ],
  ['Altered', (line) => [line.slice(1)]],
  ['Missing', () => []],
  ['Repeated', (line) => [line, line]],
  ['Unreadable', (line) => ['{"nothing":"of ours"}', line]],
  ['NotFollowing', (_, entry) => [forged(entry)]],
  ['Conflicting', (line, entry) => [forged(entry), line]],
]

describe('a long log of ordinary business', () => {
  const entries = entriesOf(...business(ENTRIES, SEED))

  test('has no findings', () => {
    expect(entries).toHaveLength(ENTRIES)
    expect(foundIn(auditOf(entries))).toEqual([])
  })

  test('with 45 faults planted in it and a head has exactly those, each with its entries', () => {
    const streams = [...new Set(entries.map(({ stream }) => stream))]
    const head = headOver(entries)
    const damaged = new Map(
      inTheMiddle(entries, FAULTS.length).map((entry, index) => [entry, FAULTS[index]] as const),
    )
    const touched = new Set([...damaged.keys()].map(({ stream }) => stream))
    const last = new Map(entries.map((entry) => [entry.stream, entry.revision]))
    const long = streams.filter((stream) => !touched.has(stream) && (last.get(stream) ?? 0) > 1)
    // of eight streams each: the end cut off, the end forged anew; of four: removed
    const [cut, rewritten] = [new Set(long.slice(0, 8)), new Set(long.slice(8, 16))]
    const removed = new Set(long.slice(16, 20))
    const lines = entries.flatMap((entry) => {
      const { stream, revision } = entry
      if (removed.has(stream)) return []
      const isLast = last.get(stream) === revision
      if (isLast && cut.has(stream)) return []
      if (isLast && rewritten.has(stream)) return [forged(entry)]
      const line = toLine(entry)
      return damaged.get(entry)?.[1](line, entry) ?? [line]
    })
    const more = entriesOf(...planted.flatMap(({ events }) => events)).map(toLine)
    const [strange = ''] = entriesOf([
      STRANGE,
      reported('session_created', { sessionId: 'sid_strange', mode: 'hosted' }),
    ]).map(toLine)
    const log = [...lines, ...more, otherForm(strange)]
    const report = auditOf(log, { heads: [head] })
    const gone = [...cut, ...rewritten, ...removed]
    const inLines = [...damaged].map(([{ stream }, fault]) =>
      fault?.[0] === 'Unreadable' ? NOWHERE : `${stream} ${fault?.[0]}`,
    )
    const expected = [
      ...inLines,
      ...planted.map((each) => each.expected),
      `${STRANGE} NotCanonical`,
    ]
    const differing = gone.map((stream) => `${stream} HeadDiffers`)
    expect(foundIn(report)).toEqual([...expected, ...differing].toSorted())
    const found = besides(report.findings)
    expect(found).toHaveLength(45)
    const bare = found.filter(({ entries: all }) => all.length === 0)
    expect(bare.map(({ stream }) => stream).toSorted()).toEqual([...removed].toSorted())
    expect(new Set(found.map(({ id }) => id)).size).toBe(45)
    for (const row of report.streams) {
      const isTouched =
        gone.includes(row.stream) || inLines.some((each) => each.startsWith(`${row.stream} `))
      if (gone.includes(row.stream)) expect([row.stream, row.isValid]).toEqual([row.stream, false])
      if (isTouched && !inLines.includes(`${row.stream} Repeated`)) {
        expect([row.stream, isVouchedFor(report, row)]).toEqual([row.stream, false])
      }
    }
    expect(report.sentence).toContain('differ from the head')
    const { texts, report: own } = reportFiles(root)(report)
    const bytes = log.reduce((sum, line) => sum + line.length + 1, 0)
    expect(texts['report.json'].length).toBeLessThan(500_000)
    expect(reportPage(own).length).toBeLessThan(500_000)
    expect(texts['streams.csv'].length).toBeLessThan(0.15 * bytes)
    // a head that was kept without its streams cannot tell which differ: none is vouched for
    const untold = auditOf(log, { heads: [{ root: head.root }] })
    expect(untold.streams.filter((row) => isVouchedFor(untold, row) !== false)).toEqual([])
    expect(foundIn(untold)).toEqual([...expected, 'null HeadDiffers'].toSorted())
  })
})
