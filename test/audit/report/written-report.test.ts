/** The files of one report say the same: text, JSON, tables and page, each read back. */
import { describe, expect, test } from 'vitest'
import { isVouchedFor } from '../../../src/audit/report/report.ts'
import { readReport } from '../../../src/audit/report/report-codec.ts'
import { reportFiles } from '../../../src/audit/report/written-report.ts'
import { hash } from '../../../src/words/hash/hash.ts'
import { machines } from '../../given.ts'
import { audit, reportPage, root, toLine } from '../../root.ts'
import { EXAMPLES } from '../examples.ts'
import { entriesOf } from '../given.ts'
import { business } from '../seeded.ts'

/** Reads CSV: cells in quotes may hold commas and line ends. */
const cellsOf = (text: string): readonly (readonly string[])[] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)]
        .map(([, cell = '']) =>
          cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
        )
        .slice(0, -1),
    )

/** The rows of a table by the names in its first line. */
const rowsOf = (text: string): readonly Readonly<Record<string, string>>[] => {
  const [names = [], ...rows] = cellsOf(text)
  return rows.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index] ?? ''])))
}

const log = [
  ...EXAMPLES.NegativeNet,
  ...entriesOf(...business(300, 7)).map(toLine),
  'no line of a log',
]
const audited = audit(machines, { heads: [{ root: 'ab'.repeat(32) }] })(
  log.map((line) => `${line}\n`),
)
const input = { name: 'log.ndjson', bytes: 7, sha256: 'cd'.repeat(32) }
const { report, texts } = reportFiles(root)(audited, { input })
const json = JSON.parse(texts['report.json'])
const text = texts['report.txt']
const page = reportPage(report)
  .replaceAll('&#39;', "'")
  .replaceAll('&quot;', '"')
  .replaceAll('&gt;', '>')
  .replaceAll('&lt;', '<')
  .replaceAll('&amp;', '&')
const findings = rowsOf(texts['findings.csv'])
const streams = rowsOf(texts['streams.csv'])

describe('the files of a report', () => {
  test('name the hashes of each other, so one signature binds all', () => {
    for (const { name, sha256 } of json.tables) {
      expect(hash(texts[name as 'findings.csv'])).toBe(sha256)
      expect([text, page].every((each) => each.includes(sha256))).toBe(true)
    }
    const own = hash(texts['report.json'])
    expect([text, page].every((each) => each.includes(own))).toBe(true)
    expect([text, page].every((each) => each.includes(input.sha256))).toBe(true)
  })

  test('are read back as the report that was written', () => {
    expect(readReport(json)).toEqual({ _tag: 'Right', right: report })
  })

  test('have the same sentence, checks and findings', () => {
    expect(json.findings.length).toBeGreaterThan(2)
    expect(findings.map(({ id }) => id)).toEqual(json.findings.map(({ id }: { id: string }) => id))
    for (const each of json.findings) {
      const row = findings.find(({ id }) => id === each.id)
      expect(row).toMatchObject({ code: each.code, severity: each.severity, next: each.remedy })
      expect(row?.['stake']).toBe(each.stake === null ? '' : String(each.stake.amount))
      expect(row?.['hash']?.split(' ').filter((own) => own !== '')).toEqual(
        each.entries.flatMap(({ hash: own }: { hash: string | null }) => own ?? []),
      )
      for (const shown of [each.id, each.title, each.because, each.remedy]) {
        expect(text).toContain(shown)
        expect(page).toContain(shown)
      }
    }
    for (const shown of [text, page]) expect(shown).toContain(json.sentence)
    for (const { name, tried, failed } of json.checks) {
      if (tried === null) continue
      const of = json.checks.find((each: { name: string }) => each.name === name)
      if (of.of === 'streams') expect(text).toContain(`${name} ${tried}/${failed}`)
      const [many, wrong] = [tried, failed].map((each) => each.toLocaleString('en-US'))
      const isFine = of.of === 'streams' && failed === 0
      expect(page).toContain(
        isFine ? `${of.title} ${tried}` : `${of.title}: tried ${many}, failed ${wrong}`,
      )
    }
  })

  test('have one line for each stream, whose sums are the totals', () => {
    expect(streams.map(({ stream }) => stream)).toEqual(audited.streams.map(({ stream }) => stream))
    expect(json.streams.length).toBeLessThan(audited.streams.length)
    const names = ['captured', 'refunded', 'chargedBack', 'net'] as const
    for (const name of names) {
      const inTable = streams.reduce((sum, row) => sum + Number(row[name]), 0)
      const inTotals = report.totals.reduce((sum, { sums }) => sum + (sums[name] ?? 0), 0)
      expect([name, inTable]).toEqual([name, inTotals])
    }
    const count = report.totals.reduce((sum, each) => sum + each.streams, 0)
    expect(count).toBe(streams.length)
    for (const row of audited.streams) {
      const line = streams.find(({ stream }) => stream === row.stream)
      expect(line?.['vouched for']).toBe(String(isVouchedFor(audited, row)))
      expect(line?.['valid']).toBe(String(row.isValid))
    }
  })

  test('count what the messages say, to the minor unit', () => {
    const captured = new Map<string, number>()
    const amounts = new Map<string, number>()
    for (const [stream, { type, data }] of business(300, 7)) {
      const { amount } = data as { readonly amount?: number }
      if (type === 'payment_pending') amounts.set(stream, amount ?? 0)
      if (type === 'payment_captured') captured.set(stream, amount ?? amounts.get(stream) ?? 0)
    }
    const own = [...captured.values()].reduce((sum, amount) => sum + amount, 0)
    const total = report.totals.reduce((sum, { sums }) => sum + (sums['captured'] ?? 0), 0)
    expect(total).toBe(own + 1000)
  })

  test.each(['=1+1', '+1', '-1', '@x'])('have no cell that is a formula: %s', (name) => {
    const finding = audited.findings.find(({ severity }) => severity !== 'fatal')?.id ?? ''
    const waivers = [{ finding, reason: 'x', by: [name], at: '2026-03-06' }]
    const made = reportFiles(root)(audit(machines, { waivers })(log.map((line) => `${line}\n`)))
    const cells = cellsOf(made.texts['findings.csv']).flat()
    expect(cells).toContain(`'${name}: x`)
    expect(cells.filter((cell) => cell.startsWith(name))).toEqual([])
  })
})
