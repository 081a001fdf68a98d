/**
 * Merges audits of single streams: the report is the same, byte for byte, as that of one audit of
 * the log.
 */
import type { Root } from '../fold/root.ts'
import { heading } from '../log/head.ts'
import { type Instant, later } from '../words/instant.ts'
import { judgedBy } from './audit.ts'
import type { PublishedHead } from './heads.ts'
import { explainLogFinding } from './log-finding.ts'
import {
  type AuditReport,
  counting,
  type Found,
  type ReportFrame,
  type StreamReport,
} from './report.ts'
import type { AuditingParts, FoundWithin, StreamAudit } from './stream.ts'
import { byStream } from './streams.ts'
import { finder, type References, referencesIn, rowOf } from './summary.ts'

/**
 * The options of a merge: the options that the parts were audited with, and the options for the
 * whole log.
 */
export interface Merging extends AuditingParts {
  /** The published heads of the whole log. */
  readonly heads?: readonly Pick<PublishedHead, 'head'>[]
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
    audit: Pick<StreamAudit, 'stream' | 'lines' | 'end' | 'recordedAt'>,
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

/** Creates a merger that has no streams yet. */
export const merger = (root: Root, merging: Merging = {}): Merger => {
  const { heads = [] } = merging
  const found = finder(root.machines, merging.waivers)
  const ends = heading()
  /** The findings in the last stream that has lines: a differing head is reported there as well. */
  let last: Found[] = []
  let lines = 0
  let latest: Instant | null = null
  const counts = counting()

  const headFindings = (actual: string): readonly Found[] =>
    heads
      .filter(({ head }) => head !== actual)
      .map(({ head: stated }) => {
        const at = { line: lines, stream: null, revision: null }
        const because = explainLogFinding({ ...at, code: 'HeadDiffers', stated, actual })
        return found(at, 'HeadDiffers', null, because)
      })

  return {
    add: (audit, all) => {
      const settled = audit.lines > 0 ? last : []
      const before = lines
      const here = all
        .toSorted(inOrder)
        .map((each) => ({ ...each.found, line: before + each.found.line }))
      last = audit.lines > 0 ? here : [...last, ...here]
      lines += audit.lines
      if (audit.end !== null) ends.add(audit.end)
      if (audit.recordedAt !== null) latest = later(audit.recordedAt, latest ?? audit.recordedAt)
      settled.forEach(counts.add)
      return settled
    },
    end: () => {
      const head = ends.head()
      const isBefore = ({ line, key }: Found): boolean => line < lines || key === null
      const findings = [
        ...last.filter(isBefore),
        ...headFindings(head),
        ...last.filter((each) => !isBefore(each)),
      ]
      findings.forEach(counts.add)
      const now = merging.occurred ?? merging.now ?? latest
      const by = judgedBy(root)
      return { findings, frame: { form: 1, by, now, lines, head, ...counts.counts() } }
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
