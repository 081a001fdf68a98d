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

/** How often each severity was found, the waived ones apart, and the worst. */
export const counted = (
  findings: readonly Found[],
): Pick<Report, 'counts' | 'waived' | 'worst'> => {
  const counts: Record<Severity, number> = { notice: 0, warning: 0, error: 0, fatal: 0 }
  let worst: Severity | null = null
  let waived = 0
  for (const found of findings) {
    if (found.waived !== null) {
      waived += 1
      continue
    }
    counts[found.severity] += 1
    worst = worse(worst, found.severity)
  }
  return { counts, waived, worst }
}
