/** The report of an audit: the findings, the result of every stream, and what judged them. */
import type { StateValue } from 'xstate'
import type { Sums } from '../../contract/machine-record.ts'
import type { WindowAt } from '../../judge/windows.ts'
import { canonicalText, type Json } from '../../words/data/canonical.ts'
import { type Severity, worse } from '../../words/severity.ts'
import type { Stream } from '../../words/stream.ts'
import type { Instant } from '../../words/time/instant.ts'
import type { LogHead } from '../reading/heads.ts'
import type { KnownReport } from '../reading/known-at.ts'
import type { LogLocation } from '../reading/log-finding.ts'
import type { Code } from './codes.ts'

/** A person's decision that a finding may remain, and the reason. */
export interface Waiver {
  readonly finding: Code
  readonly stream: Stream
  readonly reason: string
  readonly by: string
}

/**
 * One finding, at the first entry that reports it. `key` is the key of its occurrence, or null for
 * a finding about the log itself. A waived finding is shown, but is counted only as waived.
 */
export interface Found extends LogLocation {
  readonly code: Code
  readonly severity: Severity
  readonly key: string | null
  readonly because: string
  readonly source: string
  readonly remedy: string
  readonly waived: Pick<Waiver, 'reason' | 'by'> | null
}

/**
 * The result of a stream. If `isValid` is false, the audit reports only what is wrong with the log,
 * because what really happened in the stream is unknown.
 */
export interface StreamReport {
  readonly stream: Stream
  readonly machine: string
  readonly status: string
  readonly value: StateValue
  readonly entries: number
  readonly isValid: boolean
  readonly sums: Sums | null
  readonly windows: readonly WindowAt[]
  /** The number of open questions. */
  readonly open: number
  /** The related streams, by the machine's relations. */
  readonly related: readonly Related[]
}

/**
 * A related stream: the relation's name, and the words that precede the stream in a line of text.
 */
export interface Related {
  readonly name: string
  readonly phrase: string
  readonly stream: Stream
}

/**
 * Identifies what judged a log: the machines, the policy, and the release that read the log. Two
 * reports are comparable if all three are equal.
 */
export interface JudgedBy {
  readonly machines: readonly { readonly id: string; readonly fingerprint: string }[]
  readonly policy: string
  readonly reader: string
}

/**
 * A whole report. `now` is the time at which windows are evaluated, or null for an empty log. `head`
 * is the root of the log's tree over its `size` entries, or null if the log is not whole.
 */
export interface AuditReport extends LogHead {
  readonly form: 1
  readonly by: JudgedBy
  readonly now: Instant | null
  readonly lines: number
  /** How the audit was limited to what the log knew; null if it was not. */
  readonly known: KnownReport | null
  readonly findings: readonly Found[]
  readonly streams: readonly StreamReport[]
  readonly counts: Readonly<Record<Severity, number>>
  readonly waived: number
  readonly worst: Severity | null
}

/**
 * Writes a report as canonical JSON: the same report gives the same bytes. @spec sources#rfc-8785
 */
export const reportJson = (report: AuditReport): string => canonicalText(report as unknown as Json)

/** A report without its two lists, which may not fit in memory. */
export type ReportFrame = Omit<AuditReport, 'findings' | 'streams'>

/**
 * Returns the JSON text around a report's two lists: before the findings, between the findings and
 * the streams, and after the streams. Write each list as the canonical text of its members,
 * separated by commas.
 */
export const reportFrame = (frame: ReportFrame): readonly [string, string, string] => {
  const { by, counts, form, head, known, lines, now, order, size, waived, worst } = frame
  const text = (part: object): string => canonicalText(part as unknown as Json).slice(1, -1)
  return [
    `{${text({ by, counts })},"findings":[`,
    `],${text({ form, head, known, lines, now, order, size })},"streams":[`,
    `],${text({ waived, worst })}}`,
  ]
}

/**
 * The number of findings of each severity, how many are waived, and the worst severity of the
 * others.
 */
export type Counts = Pick<AuditReport, 'counts' | 'waived' | 'worst'>

/** Counts findings one at a time. */
export const counting = () => {
  const counts: Record<Severity, number> = { notice: 0, warning: 0, error: 0, fatal: 0 }
  let worst: Severity | null = null
  let waived = 0
  return {
    add: (found: Found): void => {
      if (found.waived !== null) {
        waived += 1
        return
      }
      counts[found.severity] += 1
      worst = worse(worst, found.severity)
    },
    counts: (): Counts => ({ counts: { ...counts }, waived, worst }),
  }
}

/** Counts a list of findings. */
export const counted = (findings: readonly Found[]): Counts => {
  const under = counting()
  findings.forEach(under.add)
  return under.counts()
}
