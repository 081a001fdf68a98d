/** Audits of single streams put together: the report that one pass over the whole log gives, to the byte. */
import type { AnyMachine } from '../fold/machine.ts'
import { heading } from '../log/head.ts'
import { type Instant, later } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { judgedBy, type PublishedHead } from './audit.ts'
import { explainFlaw } from './flaw.ts'
import { counting, type Found, type Report, type ReportFrame, type StreamReport } from './report.ts'
import type { AuditingParts, FoundWithin, StreamAudit } from './stream.ts'
import { byStream } from './streams.ts'
import { finder, rowOf, sessionsIn } from './summary.ts'

/** What putting together takes beside the machines: what the parts were audited with, and what binds them all. */
export interface Merging extends AuditingParts {
  /** The head of the whole log, as it was published. */
  readonly heads?: readonly Pick<PublishedHead, 'head'>[]
  /** The moment that windows are told at: the last that anything was recorded at, unless told. */
  readonly now?: Instant
}

/** Streams one after the other, in the order of their names: of more than fit into memory. */
export interface Merger {
  /** Takes the next stream and all that is found within it; gives what is settled by now, in the order of the log. */
  add(
    audit: Pick<StreamAudit, 'stream' | 'lines' | 'end' | 'recordedAt'>,
    found: readonly FoundWithin[],
  ): readonly Found[]
  /** What is left to be found, and all of the report but its lists. */
  end(): { readonly findings: readonly Found[]; readonly frame: ReportFrame }
}

/** What is wrong with the log comes before what is found in its streams; then by who tells it. */
const inOrder = (a: FoundWithin, b: FoundWithin): number =>
  a.found.line - b.found.line ||
  Number(b.found.key === null) - Number(a.found.key === null) ||
  (a.teller === b.teller ? 0 : a.teller < b.teller ? -1 : 1)

/** Starts without a stream. */
export const merger = (machines: readonly AnyMachine[], merging: Merging = {}): Merger => {
  const { heads = [] } = merging
  const found = finder(merging.waivers)
  const ends = heading()
  /** What is found within the last stream that has lines: a head that differs stands there, too. */
  let last: Found[] = []
  let lines = 0
  let latest: Instant | null = null
  const counts = counting()

  const headFlaws = (actual: string): readonly Found[] =>
    heads
      .filter(({ head }) => head !== actual)
      .map(({ head: stated }) => {
        const at = { line: lines, stream: null, revision: null }
        const because = explainFlaw({ ...at, code: 'HeadDiffers', stated, actual })
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
        ...headFlaws(head),
        ...last.filter((each) => !isBefore(each)),
      ]
      findings.forEach(counts.add)
      const now = merging.occurred ?? merging.now ?? latest
      const by = judgedBy(machines, merging.policy)
      return { findings, frame: { form: 1, by, now, lines, head, ...counts.counts() } }
    },
  }
}

/**
 * The row of a stream as of a moment; null where it has none. `sessions` has the first session, by name, of each
 * reference: of those that payments have is enough.
 */
export const streamRow = (
  { kept, stands }: StreamAudit,
  now: Instant | null,
  sessions: ReadonlyMap<string | null, Stream>,
): StreamReport | null => (kept === null ? null : rowOf(kept, stands, now, sessions))

/**
 * Puts the audits of all streams of a log together, whoever made them and in whatever order they come; one that
 * comes twice counts once.
 */
export const mergeAudits =
  (machines: readonly AnyMachine[], merging: Merging = {}) =>
  (audits: Iterable<StreamAudit>): Report => {
    const byName = new Map([...audits].map((each) => [each.stream, each]))
    const all = [...byName.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1))
    const within = byStream(
      all.flatMap(({ found }) => found),
      (each) => each.within,
    )
    const under = merger(machines, merging)
    const settled = all.flatMap((each) => under.add(each, within.get(each.stream) ?? []))
    const { findings, frame } = under.end()
    const sessions = sessionsIn(
      all.flatMap(({ stream, kept }) =>
        kept === null ? [] : { stream, reference: kept.reference },
      ),
    )
    return {
      ...frame,
      findings: [...settled, ...findings],
      streams: all.flatMap((each) => streamRow(each, frame.now, sessions) ?? []),
    }
  }
