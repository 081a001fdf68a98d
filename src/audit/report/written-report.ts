/** The report as it is written and signed: nothing in it grows with the log but its tables. */
import type { Root } from '../../fold/root.ts'
import { hash } from '../../words/hash/hash.ts'
import { type AuditReport, type InputFile, reportJson, type WrittenReport } from './report.ts'
import { reportText } from './report-text.ts'
import { findingsTable, streamsTable } from './tables.ts'
import { totalling } from './totals.ts'

/** The files of a report but its page, by name. */
export interface ReportFiles {
  readonly report: WrittenReport
  readonly texts: Readonly<
    Record<'report.json' | 'report.txt' | 'findings.csv' | 'streams.csv', string>
  > & { readonly 'sample.csv'?: string }
}

/** What a report says besides: the file, the version of XState, and a sample that was drawn. */
export interface ReportInput {
  readonly input?: InputFile
  readonly xstate?: string
  readonly sample?: { readonly many: number; readonly table: string }
}

/**
 * Writes the files of a report: `report.json` has the hashes of the tables, and the text names that of
 * `report.json`, as `reportPage` does. So one signature binds all.
 */
export const reportFiles =
  (root: Root) =>
  (audited: AuditReport, { input, xstate, sample }: ReportInput = {}): ReportFiles => {
    const { machines } = root
    const { findings, streams } = audited
    const table = streamsTable(machines, audited)
    const under = totalling()
    const lines = [table.header]
    for (const row of streams) {
      under.add(row)
      lines.push(table.line(row))
    }
    const tables = { 'findings.csv': findingsTable(audited), 'streams.csv': lines.join('') }
    const drawn = sample === undefined ? {} : { 'sample.csv': sample.table }
    const named = new Set(findings.map(({ stream }) => stream))
    const report: WrittenReport = {
      ...audited,
      streams: streams.filter(
        ({ stream, isValid, questions, words }) =>
          named.has(stream) || !isValid || questions.length + words.length > 0,
      ),
      input: input ?? null,
      xstate: xstate ?? null,
      sample: sample?.many ?? null,
      totals: under.totals(),
      tables: Object.entries({ ...tables, ...drawn }).map(([name, text]) => ({
        name,
        sha256: hash(text),
      })),
    }
    const json = reportJson(report)
    const text = `${reportText(root)(report).join('\n')}\n`
    return { report, texts: { 'report.json': json, 'report.txt': text, ...tables, ...drawn } }
  }
