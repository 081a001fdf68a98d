/**
 * Merges audits of single streams: the report is the same, byte for byte, as that of one audit of
 * the log.
 */
import type { Root } from '../fold/root.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later } from '../words/time/instant.ts'
import { judgedBy } from './audit.ts'
import { headsOf } from './reading/heads.ts'
import { addedUp, knownReport, noneKnown } from './reading/known-at.ts'
import { endFindings, sizesOf } from './reading/log-end.ts'
import type { LogFinding } from './reading/log-finding.ts'
import type { AuditedEnd } from './reading/roots.ts'
import { sequencesOf } from './reading/sequences.ts'
import { byStream } from './report/audited-streams.ts'
import {
  type AuditReport,
  counting,
  type Found,
  type ReportFrame,
  type StreamReport,
} from './report/report.ts'
import { finder, type References, referencesIn, rowOf } from './report/summary.ts'
import type { AuditingParts, FoundWithin, StreamAudit } from './stream-audit.ts'

/**
 * The options of a merge: the options that the parts were audited with, and the options for the
 * whole log.
 */
export interface Merging extends AuditingParts {
  /** The time at which windows are evaluated; by default the latest `recordedAt` in the log. */
  readonly now?: Instant
}

/**
 * Merges streams one at a time, in the order of their names, so that the streams need not all fit
 * in memory.
 */
export interface Merger {
  /**
   * Adds the next stream and the findings within it. Returns the findings that are final by now, in
   * log order.
   */
  add(
    audit: Pick<StreamAudit, 'stream' | 'lines' | 'recordedAt'> & {
      readonly end: AuditedEnd | null
    },
    found: readonly FoundWithin[],
  ): readonly Found[]
  /** Returns the remaining findings, and the report without its two lists. */
  end(): { readonly findings: readonly Found[]; readonly frame: ReportFrame }
}

/**
 * Sorts findings by line. On the same line, findings about the log come before findings in events,
 * which are sorted by the stream that reports them.
 */
const inOrder = (a: FoundWithin, b: FoundWithin): number =>
  a.found.line - b.found.line ||
  Number(b.found.key === null) - Number(a.found.key === null) ||
  (a.teller === b.teller ? 0 : a.teller < b.teller ? -1 : 1)

/** The findings of a stream in log order, with those that only the whole log shows. */
const inPlace = (
  all: readonly FoundWithin[],
  ofLog: readonly Found[],
  before: number,
): readonly Found[] => {
  const within = all.toSorted(inOrder).map(({ found }) => ({ ...found, line: before + found.line }))
  if (ofLog.length === 0) return within
  const isOfLog = ({ key }: Found): boolean => key === null
  return [...within.filter(isOfLog), ...ofLog, ...within.filter((each) => !isOfLog(each))].sort(
    (a, b) => a.line - b.line,
  )
}

/** Creates a merger that has no streams yet. */
export const merger = (root: Root, merging: Merging = {}): Merger => {
  const { heads = [], known } = merging
  const found = finder(root.machines, merging.waivers)
  const ofLog = (each: LogFinding): Found => found(each, each)
  const sequences = sequencesOf(sizesOf(heads))
  const whole = headsOf(heads, sequences)
  let part = noneKnown
  let lost = 0
  let missing = 0
  /** The findings in the last stream that has lines: a differing head is reported there as well. */
  let last: readonly Found[] = []
  let lines = 0
  let latest: Instant | null = null
  const counts = counting()

  /** Adds the end of a stream. Returns the findings that only the whole log shows. */
  const taken = (stream: Stream, end: AuditedEnd, before: number): readonly LogFinding[] => {
    const repeated = sequences.add(stream, end.sequenced)
    whole.add(stream, end)
    part = addedUp(part, end.known)
    lost += end.lost + repeated.length
    missing += end.missing + repeated.length
    return repeated.map((each) => ({ ...each, line: before + each.line }))
  }

  return {
    add: (audit, all) => {
      const settled = audit.lines > 0 ? last : []
      const before = lines
      const repeated = audit.end === null ? [] : taken(audit.stream, audit.end, before)
      const here = inPlace(all, repeated.map(ofLog), before)
      last = audit.lines > 0 ? here : [...last, ...here]
      lines += audit.lines
      if (audit.recordedAt !== null) latest = later(audit.recordedAt, latest ?? audit.recordedAt)
      settled.forEach(counts.add)
      return settled
    },
    end: () => {
      const ending = { line: lines, known, part, isByStream: true, lost, missing }
      const atEnd = endFindings(whole, sequences, ending)
      const isBefore = ({ line, key }: Found): boolean => line < lines || key === null
      const findings = [
        ...last.filter(isBefore),
        ...atEnd.map(ofLog),
        ...last.filter((each) => !isBefore(each)),
      ]
      findings.forEach(counts.add)
      const now = merging.occurred ?? merging.now ?? latest
      const by = judgedBy(root)
      const ended = { now, lines, known: knownReport(known, part), ...whole.head(lost) }
      return { findings, frame: { form: 1, by, ...ended, ...counts.counts() } }
    },
  }
}

/**
 * Returns the row of a stream as of a time, or null if the stream has no row. `related` maps each
 * prefix and reference to the first stream by name; `referencesIn` builds this map.
 */
export const streamRow = (
  { kept, isValid }: StreamAudit,
  now: Instant | null,
  related: References,
): StreamReport | null => (kept === null ? null : rowOf(kept, isValid, now, related))

/**
 * Merges the audits of all streams of a log. Neither the order of the audits nor the place where
 * they were made matters. If a stream occurs twice, its last audit counts.
 */
export const mergeAudits =
  (root: Root, merging: Merging = {}) =>
  (audits: Iterable<StreamAudit>): AuditReport => {
    const byName = new Map([...audits].map((each) => [each.stream, each]))
    const all = [...byName.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    const within = byStream(
      all.flatMap(({ found }) => found),
      (each) => each.within,
    )
    const under = merger(root, merging)
    const settled = all.flatMap((each) => under.add(each, within.get(each.stream) ?? []))
    const { findings, frame } = under.end()
    const related = referencesIn(
      all.flatMap(({ stream, kept }) =>
        kept === null ? [] : { stream, reference: kept.reference },
      ),
    )
    return {
      ...frame,
      findings: [...settled, ...findings],
      streams: all.flatMap((each) => streamRow(each, frame.now, related) ?? []),
    }
  }
