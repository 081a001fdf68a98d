/**
 * Merges audits of single streams into one report. Neither the order of the audits nor the place
 * where they were made matters.
 */
import type { Root } from '../fold/root.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { addTo, compare, sortedBy } from '../words/data/lists.ts'
import { mergeSorted } from '../words/data/merge-sorted.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { Merging } from './auditing.ts'
import { OF_EVENTS, OF_LINE, OF_LOG, OF_SEQUENCE, type PlacedFinding } from './finding-order.ts'
import { framed, type Merged, readSoFar } from './framing.ts'
import { headsOf } from './reading/heads.ts'
import { addedUp, knownReport, noneKnown } from './reading/known-at.ts'
import { endFindings, sizesOf } from './reading/log-end.ts'
import type { LogFinding } from './reading/log-finding.ts'
import { NO_STREAM } from './reading/log-lines.ts'
import type { AuditedEnd } from './reading/roots.ts'
import { type Sequenced, sequencesOf } from './reading/sequences.ts'
import {
  type AuditReport,
  type Found,
  type ReportFrame,
  reportFrame,
  type StreamReport,
} from './report/report.ts'
import { finder, type References, references, rowOf } from './report/summary.ts'
import { byKey, claimedTwice, type StreamClaim, sharing } from './shared-keys.ts'
import type { FoundWithin, StreamAudit } from './stream-audit.ts'

/** Merges streams one at a time, so that they need not all fit in memory. */
interface Merger {
  /** Adds the next stream, in the order of names, and the findings within it. */
  add(audit: Merged, found: readonly FoundWithin[]): void
  /**
   * Adds entries of a stream whose lines are numbered, if they have a sequence: the entries of all
   * streams in the order of their lines or of their sequences. Other audits have theirs with them.
   */
  sequence(stream: Stream, entries: readonly Sequenced[]): void
  /** Adds the claims of all streams, in the order of `byKey`. */
  claims(all: Iterable<StreamClaim>): void
  /** Returns the findings, worst first, and the report without its two lists. */
  end(): { readonly findings: readonly Found[]; readonly frame: ReportFrame }
}

/** A finding whose lines are counted on from those before its stream. */
const moved = (found: Found, before: number): Found =>
  before === 0
    ? found
    : {
        ...found,
        line: before + found.line,
        entries: found.entries.map((each) => ({ ...each, line: before + each.line })),
      }

/** Creates a merger that has no streams yet. */
const merger = (root: Root, merging: Merging = {}): Merger => {
  const { heads: published = [], known } = merging
  const found = finder(root.machines)
  const shared = sharing(root.machines)
  const sequences = sequencesOf(sizesOf(published))
  const whole = headsOf(published, sequences)
  const all: PlacedFinding[] = []
  let part = noneKnown
  let [lost, missing, lines] = [0, 0, 0]
  const read = readSoFar()

  const ofLog = (each: LogFinding, rank: number): void => {
    all.push({ found: found(each, each), rank, teller: '' })
  }

  const sequence = (stream: Stream, entries: readonly Sequenced[], before = 0): void => {
    for (const each of sequences.add(stream, entries)) {
      all.push({ found: moved(found(each, each), before), rank: OF_SEQUENCE, teller: '' })
      lost += 1
      missing += 1
    }
  }

  const taken = (
    { stream, isNumbered: isApart }: Merged,
    end: AuditedEnd,
    before: number,
  ): void => {
    if (!isApart) sequence(stream, end.sequenced, before)
    if (stream !== NO_STREAM) whole.add(stream, end)
    part = addedUp(part, end.known)
    lost += end.lost
    missing += end.missing
  }

  return {
    add: (audit, findings) => {
      const before = audit.isNumbered ? 0 : lines
      if (audit.end !== null) taken(audit, audit.end, before)
      for (const { found: each, teller } of findings) {
        const rank = each.key === null ? OF_LINE : OF_EVENTS
        all.push({ found: moved(each, before), rank, teller })
      }
      lines += audit.lines
      read.add(audit)
    },
    sequence,
    claims: (claims) => {
      for (const each of shared(claims)) {
        all.push({ found: each, rank: OF_EVENTS, teller: each.stream ?? '' })
      }
    },
    end: () => {
      const ending = { line: lines, known, part, lost, missing }
      for (const each of endFindings(whole, sequences, ending)) ofLog(each, OF_LOG)
      const ended = { known: knownReport(known, part), ...whole.head(lost) }
      return framed({ root, merging, lines, all, heads: whole.checks(), ended, ...read.read() })
    },
  }
}

/**
 * Returns the row of a stream as of a time, or null if the stream has no row. `related` maps each
 * prefix and reference to the first stream by name.
 */
const streamRow = (
  { kept, isValid, covering }: StreamAudit,
  now: Instant | null,
  related: References,
): StreamReport | null => (kept === null ? null : rowOf(kept, { isValid, covering }, now, related))

/** An entry with its sequence, and its stream. */
export interface NumberedEntry extends Sequenced {
  readonly stream: Stream
}

/** The order in which sequences are merged: of two entries with one, the first line counts. */
export const bySequence = (a: Sequenced, b: Sequenced): number =>
  a.sequence - b.sequence || a.line - b.line

/** The order in which the audits of streams are merged. */
export const byStreamName = (
  { stream: a }: { readonly stream: Stream },
  { stream: b }: { readonly stream: Stream },
): number => compare(a, b)

/** The audits of streams in the order of names, each with the findings within it. */
type Placing = () => Iterable<readonly [StreamAudit, readonly FoundWithin[]]>

/** The entries and claims of all streams, each in the order in which they are merged. */
interface InOrder {
  readonly sequenced?: Iterable<NumberedEntry>
  readonly claims?: Iterable<StreamClaim>
}

const merged = (
  root: Root,
  merging: Merging,
  audits: Placing,
  { sequenced = [], claims = [] }: InOrder,
) => {
  const under = merger(root, merging)
  const related = references(root.machines)
  for (const each of sequenced) under.sequence(each.stream, [each])
  under.claims(claims)
  for (const [audit, found] of audits()) {
    under.add(audit, found)
    related.add(audit.stream, audit.kept?.reference ?? null)
  }
  return { ...under.end(), related: related.all }
}

/** The entries of numbered lines that have a sequence, in the order of their lines. */
const sequencedOf = (audits: readonly StreamAudit[]): readonly NumberedEntry[] =>
  audits
    .filter(({ isNumbered }) => isNumbered)
    .flatMap(({ stream, end }) => end.sequenced.map((each) => ({ ...each, stream })))
    .sort((a, b) => a.line - b.line)

/** The claims of each stream, with the lines of their entries in the log. */
function* claimsOf(audits: readonly StreamAudit[]): Generator<readonly StreamClaim[]> {
  let before = 0
  for (const { claims, isNumbered, lines } of audits) {
    const from = before
    if (!isNumbered) before += lines
    yield isNumbered || from === 0
      ? claims
      : claims.map((each) => ({
          ...each,
          entry: { ...each.entry, line: from + each.entry.line },
        }))
  }
}

/**
 * Merges the audits of all streams of a log. Neither the order of the audits nor the place where
 * they were made matters. If a stream occurs twice, its last audit counts.
 */
export const mergeAudits =
  (root: Root, merging: Merging = {}) =>
  (audits: Iterable<StreamAudit>): AuditReport => {
    const byName = new Map([...audits].map((each) => [each.stream, each]))
    const all = sortedBy([...byName.values()], ({ stream }) => stream)
    const within = new Map<Stream, FoundWithin[]>()
    for (const { found } of all) for (const each of found) addTo(within, each.within, each)
    const placed = all.map((each) => [each, within.get(each.stream) ?? []] as const)
    const inOrder = { sequenced: sequencedOf(all), claims: claimedTwice(claimsOf(all)) }
    const { findings, frame, related } = merged(root, merging, () => placed, inOrder)
    const streams = all.flatMap((each) => streamRow(each, frame.now, related) ?? [])
    return { ...frame, findings, streams }
  }

/** The canonical texts of a list's members, separated by commas. */
function* listed(all: Iterable<unknown>): Generator<string> {
  let isFirst = true
  for (const each of all) {
    yield `${isFirst ? '' : ','}${canonicalText(each as Json)}`
    isFirst = false
  }
}

/** What a part of a log comes to, as often as it is asked for; its claims are in the order of keys. */
interface AuditedPart {
  readonly audits: () => Iterable<StreamAudit>
  readonly sequenced: () => Iterable<NumberedEntry>
  readonly claims: () => Iterable<StreamClaim>
}

/**
 * Writes the report of a log that was audited in parts, in pieces: together they are what `reportJson`
 * writes. It goes through the audits of all streams twice, and once through what else the parts have.
 * Nothing is kept of a stream but its findings, and its name if others can find it by its reference.
 */
export const reportStream = (root: Root, merging: Merging = {}) =>
  function* (parts: readonly AuditedPart[]): Generator<string> {
    const audits = (): Iterable<StreamAudit> =>
      mergeSorted(
        parts.map((part) => part.audits()),
        byStreamName,
      )
    const inOrder: InOrder = {
      sequenced: mergeSorted(
        parts.map((part) => part.sequenced()),
        bySequence,
      ),
      claims: mergeSorted(
        parts.map((part) => part.claims()),
        byKey,
      ),
    }
    function* placed() {
      for (const each of audits()) yield [each, each.found] as const
    }
    const { findings, frame, related } = merged(root, merging, placed, inOrder)
    function* rows() {
      for (const each of audits()) {
        const row = streamRow(each, frame.now, related)
        if (row !== null) yield row
      }
    }
    const [before, between, after] = reportFrame(frame)
    yield before
    yield* listed(findings)
    yield between
    yield* listed(rows())
    yield after
  }
