/** The tables of a report, as CSV: one line for each finding, and one for each stream. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import { sumsIn } from '../../contract/machine-words.ts'
import { canonicalText, type Json } from '../../words/data/canonical.ts'
import { visible, withoutFormula } from '../../words/text/visible-text.ts'
import { type AuditReport, type Found, isVouchedFor, type StreamReport } from './report.ts'

type Cell = string | number | boolean | null

/** A cell. A number cannot be a formula. */
const cell = (value: Cell): string => {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = withoutFormula(visible(value))
  return /[",;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

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
    ...[canonicalText(found.compared as unknown as Json), found.source, found.remedy],
    waived === null ? null : `${waived.by.join(' and ')}: ${waived.reason}`,
  ]
}

export const findingsTable = ({ findings }: Pick<AuditReport, 'findings'>): string =>
  [FINDINGS, ...findings.map(findingRow)].map(lineOf).join('')

/** Writes the streams as CSV, one line at a time. */
export const streamsTable = (
  machines: readonly AnyMachine[],
  report: Pick<AuditReport, 'heads' | 'findings'>,
) => {
  const names = [...sumsIn(machines).keys()]
  const found = new Map<string | null, number>()
  for (const { stream } of report.findings) found.set(stream, (found.get(stream) ?? 0) + 1)
  const header = [
    ...['stream', 'machine', 'status', 'entries', 'valid', 'vouched for', 'method', 'month'],
    ...['currency', ...names, 'held', 'questions', 'findings'],
  ]
  return {
    header: lineOf(header),
    line: (row: StreamReport): string => {
      const { stream, machine, status, entries, isValid, method, month, sums, held } = row
      return lineOf([
        ...[stream, machine, status, entries, isValid, isVouchedFor(report, row), method, month],
        ...[sums?.currency ?? null, ...names.map((name) => sums?.[name] ?? null)],
        ...[held, row.questions.length, found.get(stream) ?? 0],
      ])
    },
  }
}
