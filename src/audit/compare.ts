/** Audits one log under two machines or two policies, and lists the streams that differ. */
import type { Sums } from '../contract/machine-record.ts'
import type { Root } from '../fold/root.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { listsOf } from '../words/data/lists.ts'
import type { Stream } from '../words/stream.ts'
import { auditor } from './audit.ts'
import type { Auditing } from './auditing.ts'
import { linesIn } from './reading/lines.ts'
import type { AuditReport, StreamReport } from './report/report.ts'

/** The root that judges the log, and the options of the audit. */
export interface Judging extends Auditing {
  readonly root: Root
}

/** The result for a stream under one of the two roots. */
export interface StreamOutcome {
  readonly machine: string
  readonly status: string
  readonly sums: Sums | null
  /** The findings that the other result lacks, as code and occurrence key. */
  readonly only: readonly string[]
}

/** A stream whose two results differ; null if its report does not contain it. */
export interface StreamDifference {
  readonly stream: Stream
  readonly one: StreamOutcome | null
  readonly other: StreamOutcome | null
}

const foundIn = ({ findings }: AuditReport): ReadonlyMap<string | null, readonly string[]> =>
  listsOf(findings.map(({ stream, code, key }) => [stream, key === null ? code : `${code} ${key}`]))

const outcome = (
  row: StreamReport | undefined,
  own: readonly string[],
  others: readonly string[],
): StreamOutcome | null => {
  if (row === undefined) return null
  const { machine, status, sums } = row
  const known = new Set(others)
  return { machine, status, sums, only: own.filter((each) => !known.has(each)) }
}

/** Lists, by name, the streams whose machine, status, findings or sums differ between two reports. */
export const compareReports = (
  one: AuditReport,
  other: AuditReport,
): readonly StreamDifference[] => {
  const [ones, others] = [foundIn(one), foundIn(other)]
  const [first, second] = [one, other].map(
    ({ streams }) => new Map(streams.map((each) => [each.stream, each])),
  )
  const names = new Set([...one.streams, ...other.streams].map(({ stream }) => stream))
  return [...names].sort().flatMap((stream) => {
    const [own, rest] = [ones.get(stream) ?? [], others.get(stream) ?? []]
    const difference = {
      stream,
      one: outcome(first?.get(stream), own, rest),
      other: outcome(second?.get(stream), rest, own),
    }
    const text = (each: StreamOutcome | null): string => canonicalText(each as unknown as Json)
    return text(difference.one) === text(difference.other) ? [] : [difference]
  })
}

/** Audits a log under two roots in one pass, and compares the results of each stream. */
export const compare =
  (one: Judging, other: Judging) =>
  (chunks: Iterable<string | Uint8Array>): readonly StreamDifference[] => {
    const auditors = [one, other].map((each) => auditor(each.root, each))
    for (const line of linesIn(chunks)) for (const each of auditors) each.line(line)
    const [first, second] = auditors.map((each) => each.report())
    return first === undefined || second === undefined ? [] : compareReports(first, second)
  }
