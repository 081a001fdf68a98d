/** The files of one report say the same: text, JSON, tables and page, each read back. */
import { describe, expect, test } from 'vitest'
import { sepaPayment } from '../../../machines/index.ts'
import { checksByResult, checkText } from '../../../src/audit/report/checks.ts'
import { isVouchedFor, reportJson } from '../../../src/audit/report/report.ts'
import { readReport } from '../../../src/audit/report/report-codec.ts'
import { reportFiles } from '../../../src/audit/report/written-report.ts'
import type { AnyMachine } from '../../../src/contract/machine-record.ts'
import { hash } from '../../../src/words/hash/hash.ts'
import { audit, reportPage, root, toLine } from '../../root.ts'
import { EXAMPLES } from '../examples.ts'
import { auditOf, entriesOf } from '../given.ts'
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

const ordinary = business(300, 7)
const log = [...EXAMPLES.NegativeNet, ...entriesOf(...ordinary).map(toLine), 'no line of a log']
const audited = auditOf(log, { heads: [{ root: 'ab'.repeat(32) }] })
const input = { name: 'log.ndjson', bytes: 7, sha256: 'cd'.repeat(32) }
const { report, texts } = reportFiles(root)(audited, { input, xstate: '5.0.0' })
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
    expect([text, page].every((each) => each.includes('XState 5.0.0'))).toBe(true)
  })

  test('are not needed to read a report: one of an audit has the same totals, and no file', () => {
    const read = readReport(JSON.parse(reportJson(audited)))
    const { totals } = report
    const unwritten = { input: null, xstate: null, sample: null, tables: [] }
    expect(read).toMatchObject({ _tag: 'Right', right: { ...audited, totals, ...unwritten } })
    const shown = reportPage(audited as never)
    expect(audited.findings.every(({ title }) => shown.includes(title))).toBe(true)
  })

  test('are read back as the report that was written', () => {
    expect(readReport(json)).toEqual({ _tag: 'Right', right: report })
  })

  test('hold a machine’s words that UTF-8 cannot: each half of a pair is replaced', () => {
    const half = 'More \ud800 than came in'
    const findings = Object.fromEntries(
      Object.entries(sepaPayment.findings).map(([code, each]) => [code, { ...each, title: half }]),
    )
    const own = [{ ...sepaPayment, findings } as unknown as AnyMachine]
    const found = audit(own)(EXAMPLES.NegativeNet.map((line) => `${line}\n`))
    const written = reportFiles({ ...root, machines: own })(found).texts
    const read = JSON.parse(written['report.json'])
    expect(read.findings.map(({ title }: { title: string }) => title)).toContain(
      'More \ufffd than came in',
    )
    expect(readReport(read)._tag).toBe('Right')
    expect(written['report.txt']).toContain(hash(written['report.json']))
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
    const spaced = text.replaceAll('\n', ' ')
    for (const check of json.checks) {
      if (check.tried === null) expect(text).toContain(checkText(check))
      else if (check.of === 'log' || check.failed > 0) {
        for (const shown of [text, page]) expect(shown).toContain(checkText(check))
      } else for (const shown of [spaced, page]) expect(shown).toContain(check.title)
    }
    const { passed } = checksByResult(json)
    expect([text, page].every((shown) => shown.includes(passed))).toBe(true)
    const [stake] = json.atStake
    expect(stake).toEqual({ currency: 'EUR', amount: 1000, streams: 1 })
    for (const shown of [text, page]) expect(shown).toContain('10.00 EUR in 1 stream')
  })

  test('have one line for each stream, whose sums are the totals', () => {
    expect(streams.map(({ stream }) => stream)).toEqual(audited.streams.map(({ stream }) => stream))
    expect(json.streams.length).toBeLessThan(audited.streams.length)
    const names = ['captured', 'refunded', 'chargedBack', 'net', 'held'] as const
    const keyOf = (...of: readonly unknown[]) => of.map((each) => String(each ?? '')).join(' ')
    for (const { isValid, currency, method, month, status, sums, held } of report.totals) {
      const key = keyOf(isValid, currency, method, month, status)
      const own = streams.filter(
        (row) =>
          keyOf(row['valid'], row['currency'], row['method'], row['month'], row['status']) === key,
      )
      for (const name of names) {
        const inTable = own.reduce((sum, row) => sum + Number(row[name]), 0)
        expect([key, name, inTable]).toEqual([
          key,
          name,
          name === 'held' ? held : (sums[name] ?? 0),
        ])
      }
    }
    const count = report.totals.reduce((sum, each) => sum + each.streams, 0)
    expect(count).toBe(streams.length)
    for (const row of audited.streams) {
      const line = streams.find(({ stream }) => stream === row.stream)
      expect(line?.['vouched for']).toBe(String(isVouchedFor(audited, row)))
      expect(line?.['valid']).toBe(String(row.isValid))
    }
  })

  test('count what the messages say by currency, method and month, to the minor unit', () => {
    type Said = { currency: string; method: string; amount: number; month: string; sums: number[] }
    const said = new Map<string, Said>()
    const nothing = { currency: '', method: '', amount: 0, month: '' }
    for (const [stream, { type, data, metadata }] of ordinary) {
      if (!stream.startsWith('payment-')) continue
      const { amount } = data as { readonly amount?: number }
      const own = said.get(stream) ?? { ...nothing, sums: [0, 0] }
      said.set(stream, own)
      if (type === 'payment_pending') Object.assign(own, data)
      if (type === 'payment_captured') {
        own.month = (metadata.occurredAt ?? '').slice(0, 7)
        own.sums[0] = amount ?? own.amount
      }
      if (type === 'payment_refunded') own.sums[1] = (own.sums[1] ?? 0) + (amount ?? 0)
    }
    const added = (all: readonly (readonly [string, readonly (number | null | undefined)[]])[]) => {
      const groups = new Map<string, readonly number[]>()
      for (const [name, sums] of all) {
        const known = groups.get(name) ?? [0, 0]
        groups.set(
          name,
          known.map((each, index) => each + (sums[index] ?? 0)),
        )
      }
      return [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
    }
    const { totals } = reportFiles(root)(auditOf(entriesOf(...ordinary).map(toLine))).report
    const bySums = totals
      .filter(({ currency }) => currency !== null)
      .map(({ currency, method, month, sums }) => {
        const name = `${currency} ${method} ${month ?? ''}`
        return [name, [sums['captured'], sums['refunded']]] as const
      })
    const byMessages = [...said.values()].map(
      ({ currency, method, month, sums }) => [`${currency} ${method} ${month}`, sums] as const,
    )
    expect(added(bySums)).toEqual(added(byMessages))
    expect(added(byMessages).length).toBeGreaterThan(2)
  })

  test('say that a sum is too much to add up, and no smaller one', () => {
    const [of] = audited.streams.filter(({ sums }) => (sums?.['captured'] ?? 0) !== 0)
    if (of === undefined) throw new Error('nothing was captured')
    const most = Number.MAX_SAFE_INTEGER - 1
    const rowOf = (captured: number) => ({ ...of, sums: { ...of.sums, captured } })
    const made = (...captured: readonly number[]) =>
      reportFiles(root)({ ...audited, streams: captured.map(rowOf) as never })
    expect(made(most, 0).report.totals[0]?.sums['captured']).toBe(most)
    for (const all of [[most, 1], [most, 2, 0], [most + 1]]) {
      const { report: beyond, texts: files } = made(...all)
      expect(beyond.totals[0]?.sums['captured']).toBe(null)
      expect(files['report.txt']).toContain('too much to add up')
      expect(reportPage(beyond)).toContain('too much to add up')
      expect(readReport(JSON.parse(files['report.json']))).toMatchObject({ _tag: 'Right' })
    }
  })

  test('have the hash of each page of a stream, so the signature binds it, too', () => {
    const pageOf = (stream: string) => `the page of ${stream}`
    const made = reportFiles(root)(audited, { pageOf })
    const own = made.report.tables.filter(({ name }) => name.startsWith('streams/'))
    const named = new Set(audited.findings.map(({ stream }) => stream))
    const shown = made.report.streams.flatMap(({ stream, isValid }, index) =>
      isValid && named.has(stream) ? [[`streams/${index + 1}.html`, hash(pageOf(stream))]] : [],
    )
    expect(own.map(({ name, sha256 }) => [name, sha256])).toEqual(shown)
    expect(own.length).toBeGreaterThan(0)
    for (const { name, sha256 } of own) {
      expect(hash(made.texts[name] ?? '')).toBe(sha256)
      expect(reportPage(made.report)).toContain(`href="${name}"`)
    }
    expect(reportPage(report)).not.toContain('href="streams/')
  })

  /** The table of findings, one of which somebody has waived for a reason. */
  const tableWith = (by: string, reason: string): string => {
    const finding = audited.findings.find(({ severity }) => severity !== 'fatal')?.id ?? ''
    const waivers = [{ finding, reason, by: [by], at: '2026-03-06' }]
    return reportFiles(root)(auditOf(log, { waivers })).texts['findings.csv']
  }

  test.each([',', ';', '"', "'"])('quote a cell with %s in it', (sign) => {
    expect(tableWith('Q', `a${sign}b`)).toContain(`"Q: a${sign === '"' ? '""' : sign}b"`)
  })

  test.each(['=1+1', '+1', '-1', '@x', ' =1', '\u3000\uff1d1'])(
    'have no cell that is a formula, nor one after a semicolon: %s',
    (formula) => {
      const cells = cellsOf(tableWith(formula, `x;${formula};a;b`)).flat()
      expect(cells).toContain(`'${formula}: x;'${formula};a;b`)
      expect(cells.filter((cell) => cell.startsWith(formula))).toEqual([])
    },
  )
})
