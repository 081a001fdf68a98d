/** The report as it is written and signed: nothing in it grows with the log but its tables. */
import type { Root } from '../../fold/root.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Stream } from '../../words/stream.ts'
import { type AuditReport, type InputFile, reportJson, type WrittenReport } from './report.ts'
import { reportText } from './report-text.ts'
import { findingsTable, streamsTable } from './tables.ts'
import { totalling, totalOf } from './totals.ts'

/** The files of a report but its page, by name. */
export interface ReportFiles {
  readonly report: WrittenReport
  readonly texts: Readonly<
    Record<'report.json' | 'report.txt' | 'findings.csv' | 'streams.csv', string>
  > & { readonly [name: string]: string }
}

/**
 * What a report says besides: the file, the version of XState, and a sample that was drawn. `pageOf`
 * makes the page of a stream: each valid stream with a finding gets one.
 */
export interface ReportInput {
  readonly input?: InputFile
  readonly xstate?: string
  readonly sample?: { readonly many: number; readonly table: string }
  readonly pageOf?: (stream: Stream) => string
}

/** The name of the page of a stream, by its number in the report. */
export const pageName = (number: number): string => `streams/${number}.html`

/**
 * Writes the files of a report: `report.json` has the hashes of tables and pages, and the text names that of
 * `report.json`, as `reportPage` does. So one signature binds all.
 */
export const reportFiles =
  (root: Root) =>
  (audited: AuditReport, { input, xstate, sample, pageOf }: ReportInput = {}): ReportFiles => {
    const { machines } = root
    const { findings, streams } = audited
    const table = streamsTable(machines, audited)
    const under = totalling()
    const lines = [table.header]
    for (const row of streams) {
      under.add(totalOf(row))
      lines.push(table.line(row))
    }
    const tables = { 'findings.csv': findingsTable(audited), 'streams.csv': lines.join('') }
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
      totals: under.totals(),
      tables: Object.entries(bound).map(([name, text]) => ({
        name,
        sha256: hash(text),
      })),
    }
    const json = reportJson(report)
    const text = `${reportText(root)(report).join('\n')}\n`
    return { report, texts: { 'report.json': json, 'report.txt': text, ...bound } }
  }
