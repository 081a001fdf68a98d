/** What an audit gives: findings in the order of the log, every stream's end, and what judged them. */
import type { StateValue } from 'xstate'
import type { WindowAt } from '../judge/windows.ts'
import { canonical, type Json } from '../words/canonical.ts'
import type { Instant } from '../words/instant.ts'
import type { Sums } from '../words/money.ts'
import type { Stream } from '../words/stream.ts'
import type { Place } from './flaw.ts'
import { type Code, type Severity, worse } from './severity.ts'

/** Who has looked into a finding, and why it may stand. */
export interface Waiver {
  readonly finding: Code
  readonly stream: Stream
  readonly reason: string
  readonly by: string
}

/**
 * One finding, at the entry where it stands: the first that tells of what is found. `key` is the
 * occurrence, null for what is wrong with the log itself. A waived finding is shown, and does not count.
 */
export interface Found extends Place {
  readonly code: Code
  readonly severity: Severity
  readonly key: string | null
  readonly because: string
  readonly source: string
  readonly remedy: string
  readonly waived: Pick<Waiver, 'reason' | 'by'> | null
}

/** How a stream ends. Of one that does not stand, nothing but that is found: what it was is unknown. */
export interface StreamReport {
  readonly stream: Stream
  readonly machine: string
  readonly status: string
  readonly value: StateValue
  readonly entries: number
  readonly stands: boolean
  readonly sums: Sums | null
  readonly windows: readonly WindowAt[]
  /** How many questions it leaves open. */
  readonly open: number
  /** The mandate a payment was made on, and the session that has its reference. */
  readonly mandate: Stream | null
  readonly session: Stream | null
}

/** What judged: two reports can be compared when these are the same. */
export interface Judged {
  readonly machines: readonly { readonly id: string; readonly fingerprint: string }[]
  readonly policy: string
  readonly reader: string
}

/** A whole audit. `now` is the moment windows are told at: the last that anything was recorded at. */
export interface Report {
  readonly form: 1
  readonly by: Judged
  readonly now: Instant | null
  readonly lines: number
  readonly head: string
  readonly findings: readonly Found[]
  readonly streams: readonly StreamReport[]
  readonly counts: Readonly<Record<Severity, number>>
  readonly waived: number
  readonly worst: Severity | null
}

/** The same log gives the same bytes. @spec RFC 8785 */
export const reportJson = (report: Report): string => canonical(report as unknown as Json)

/** All of a report but its two lists, which may be longer than memory. */
export type ReportFrame = Omit<Report, 'findings' | 'streams'>

/**
 * The text of a report around its lists: what stands before the findings, between them and the streams, and after
 * those. Each list is the canonical text of its members, commas between.
 */
export const framed = (frame: ReportFrame): readonly [string, string, string] => {
  const { by, counts, form, head, lines, now, waived, worst } = frame
  const text = (part: object): string => canonical(part as unknown as Json).slice(1, -1)
  return [
    `{${text({ by, counts })},"findings":[`,
    `],${text({ form, head, lines, now })},"streams":[`,
    `],${text({ waived, worst })}}`,
  ]
}

/** How often each severity was found, the waived ones apart, and the worst. */
export type Counts = Pick<Report, 'counts' | 'waived' | 'worst'>

/** Counts findings as they come. */
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

/** Counts findings that are at hand. */
export const counted = (findings: readonly Found[]): Counts => {
  const under = counting()
  findings.forEach(under.add)
  return under.counts()
}
