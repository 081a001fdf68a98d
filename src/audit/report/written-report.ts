/** The report as it is written and signed: nothing in it grows with the log but its tables. */

import type { AnyMachine } from '../../contract/machine-record.ts'
import { sumsIn } from '../../contract/machine-words.ts'
import type { Root } from '../../fold/root.ts'
import { type Json, textInUtf8 } from '../../words/data/canonical.ts'
import { sortedBy } from '../../words/data/lists.ts'
import { hash } from '../../words/hash/hash.ts'
import { addExactly } from '../../words/money.ts'
import type { Stream } from '../../words/stream.ts'
import { visible, withoutFormula } from '../../words/text/visible-text.ts'
import {
  type AuditReport,
  type Found,
  type InputFile,
  isVouchedFor,
  reportJson,
  type StreamReport,
  type Total,
  type WrittenReport,
} from './report.ts'
import { reportText } from './report-text.ts'

/** The total of one stream. */
export const totalOf = ({ isValid, sums, method, month, status, held }: StreamReport): Total => {
  const amounts = Object.entries(sums ?? {}).filter(
    (each): each is [string, number] => typeof each[1] === 'number',
  )
  const by = { isValid, currency: sums?.currency ?? null, method, month, status }
  return { ...by, streams: 1, sums: Object.fromEntries(amounts), held }
}

/** Adds up totals that have the same in common. Streams that are not valid are apart. */
export const totalsOf = (all: readonly Total[]): readonly Total[] => {
  const groups = new Map<string, Total>()
  for (const total of all) {
    const { isValid, currency, method, month, status } = total
    const key = textInUtf8([isValid ? 0 : 1, currency, method, month, status])
    const known = groups.get(key) ?? { ...total, streams: 0, sums: {}, held: 0 }
    const sums: Record<string, number | null> = { ...known.sums }
    for (const [name, amount] of Object.entries(total.sums)) {
      sums[name] = addExactly(Object.hasOwn(sums, name) ? (sums[name] ?? null) : 0, amount)
    }
    const [streams, held] = [known.streams + total.streams, addExactly(known.held, total.held)]
    groups.set(key, { ...total, streams, sums, held })
  }
  return sortedBy([...groups], ([key]) => key).map(([, total]) => total)
}

type Cell = string | number | boolean | null

/** A cell. A number cannot be a formula. */
const cell = (value: Cell): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = withoutFormula(visible(value))
  return /[",;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A line of a table. */
export const lineOf = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`

const FINDINGS = [
  ...['id', 'severity', 'code', 'title', 'stream', 'line', 'revision', 'hash', 'event', 'recorded'],
  ...['source', 'message', 'stake', 'currency', 'because', 'compared', 'rule', 'next', 'waived'],
] as const

const findingRow = (found: Found): readonly Cell[] => {
  const { entries, waived } = found
  const all = (name: 'hash' | 'eventId' | 'recordedAt' | 'source' | 'message'): string =>
    entries.flatMap((each) => each[name] ?? []).join(' ')
  return [
    ...[found.id, found.severity, found.code, found.title, found.stream, found.line],
    ...[found.revision, all('hash'), all('eventId'), all('recordedAt'), all('source')],
    ...[all('message'), found.stake?.amount ?? null, found.stake?.currency ?? null, found.because],
    ...[textInUtf8(found.compared as unknown as Json), found.source, found.remedy],
    waived === null ? null : `${waived.by.join(' and ')}: ${waived.reason}`,
  ]
}

const findingsTable = ({ findings }: Pick<AuditReport, 'findings'>): string =>
  [FINDINGS, ...findings.map(findingRow)].map(lineOf).join('')

const streamsTable = (machines: readonly AnyMachine[], report: AuditReport): string => {
  const names = [...sumsIn(machines).keys()]
  const found = new Map<string | null, number>()
  for (const { stream } of report.findings) found.set(stream, (found.get(stream) ?? 0) + 1)
  const header = [
    ...['stream', 'machine', 'status', 'entries', 'valid', 'vouched for', 'method', 'month'],
    ...['currency', ...names, 'held', 'questions', 'findings'],
  ]
  const rows = report.streams.map((row) => {
    const { stream, machine, status, entries, isValid, method, month, sums, held } = row
    return [
      ...[stream, machine, status, entries, isValid, isVouchedFor(report, row), method, month],
      ...[sums?.currency ?? null, ...names.map((name) => sums?.[name] ?? null)],
      ...[held, row.questions.length, found.get(stream) ?? 0],
    ]
  })
  return [header, ...rows].map(lineOf).join('')
}

/** The files of a report but its page, by name. */
export interface ReportFiles {
  readonly report: WrittenReport
  readonly texts: Readonly<
    Record<'report.json' | 'report.txt' | 'findings.csv' | 'streams.csv', string>
  > & { readonly [name: string]: string }
}

/** What a report says besides. `pageOf` makes the page of a stream: each valid one with a finding gets one. */
export interface ReportInput {
  readonly input?: InputFile
  readonly xstate?: string
  readonly sample?: { readonly many: number; readonly table: string }
  readonly pageOf?: (stream: Stream) => string
}

/** The name of the page of a stream, by its number in the report. */
export const pageName = (number: number): string => `streams/${number}.html`

/** Writes the files of a report, each with the hashes of others, so that one signature binds all. */
export const reportFiles =
  (root: Root) =>
  (audited: AuditReport, { input, xstate, sample, pageOf }: ReportInput = {}): ReportFiles => {
    const { findings, streams } = audited
    const tables = {
      'findings.csv': findingsTable(audited),
      'streams.csv': streamsTable(root.machines, audited),
    }
    const drawn = sample === undefined ? {} : { 'sample.csv': sample.table }
    const named = new Set(findings.map(({ stream }) => stream))
    const shown = streams.filter(
      ({ stream, isValid, questions, words }) =>
        named.has(stream) || !isValid || questions.length + words.length > 0,
    )
    const pages = Object.fromEntries(
      shown.flatMap(({ stream, isValid }, index) =>
        pageOf === undefined || !isValid || !named.has(stream)
          ? []
          : [[pageName(index + 1), pageOf(stream)] as const],
      ),
    )
    const bound = { ...tables, ...drawn, ...pages }
    const report: WrittenReport = {
      ...audited,
      streams: shown,
      input: input ?? null,
      xstate: xstate ?? null,
      sample: sample?.many ?? null,
      totals: totalsOf(streams.map(totalOf)),
      tables: Object.entries(bound).map(([name, text]) => ({ name, sha256: hash(text) })),
    }
    const json = reportJson(report)
    const text = `${reportText(root)(report).join('\n')}\n`
    return { report, texts: { 'report.json': json, 'report.txt': text, ...bound } }
  }
