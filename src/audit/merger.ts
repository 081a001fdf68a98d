/**
 * Merges audits of the parts of a log into one report. Neither the order of the parts nor the place
 * where they were audited matters.
 */
import type { Root } from '../fold/root.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { mergeSorted } from '../words/data/merge-sorted.ts'
import { earlier, type Instant, later } from '../words/time/instant.ts'
import type { Merging } from './auditing.ts'
import {
  covered,
  inOrder,
  OF_EVENTS,
  OF_LINE,
  OF_LOG,
  OF_SEQUENCE,
  type PlacedFinding,
} from './finding-order.ts'
import { changedValues, judgedBy } from './judged-by.ts'
import { type HeadCheck, headsOf } from './reading/heads.ts'
import { addedUp, knownReport, noneKnown } from './reading/known-at.ts'
import { endFindings, sizesOf } from './reading/log-end.ts'
import type { LogFinding } from './reading/log-finding.ts'
import { NO_STREAM } from './reading/log-lines.ts'
import { type Sequences, sequencesOf } from './reading/sequences.ts'
import { checksOf } from './report/checks.ts'
import { sentenceOf } from './report/quotable.ts'
import {
  type AuditReport,
  counted,
  type ReportFrame,
  reportFrame,
  type StreamReport,
} from './report/report.ts'
import { type AuditRow, finder, type References, references, rowOf } from './report/summary.ts'
import { stakesIn } from './report/totals.ts'
import { waiversAsGiven } from './report/waivers.ts'
import { byKey, type StreamClaim, sharing } from './shared-keys.ts'
import { bySequence, byStreamName, type NumberedEntry, type StreamAudit } from './stream-audit.ts'

/** What a part of a log comes to, as often as it is asked for, in the orders in which it is merged. */
interface AuditedPart {
  readonly streams: () => Iterable<StreamAudit>
  readonly rows: () => Iterable<AuditRow>
  readonly sequenced: () => Iterable<NumberedEntry>
  readonly claims: () => Iterable<StreamClaim>
}

const timesOf = (first: Instant | null, latest: Instant | null) => ({ first, latest })

/** What was read of the streams that were merged so far. */
const readSoFar = () => {
  const counts = new Map<string, number>()
  const facts: Record<string, number> = {}
  let [streams, sequenced] = [0, 0]
  let first: Instant | null = null
  let latest: Instant | null = null
  return {
    add: ({ end, recordedAt, tried, facts: own }: StreamAudit): void => {
      if (recordedAt !== null) latest = later(recordedAt, latest ?? recordedAt)
      if (end.size > 0) streams += 1
      if (end.lastSequence !== null) sequenced += end.size
      if (end.firstAt !== null) first = earlier(end.firstAt, first ?? end.firstAt)
      for (const name of tried) counts.set(name, (counts.get(name) ?? 0) + 1)
      for (const [name, many] of Object.entries(own)) facts[name] = (facts[name] ?? 0) + many
    },
    read: () => ({ ...{ counts, facts, streams, sequenced }, ...timesOf(first, latest) }),
  }
}

/** What a report says besides its two lists is made of this. */
interface Framing extends ReturnType<ReturnType<typeof readSoFar>['read']> {
  readonly root: Root
  readonly merging: Merging
  readonly lines: number
  readonly all: readonly PlacedFinding[]
  readonly heads: readonly HeadCheck[]
  readonly ended: Pick<ReportFrame, 'known' | 'head' | 'root' | 'order' | 'size'>
}

/** The findings in their order, and the report without its two lists. */
const framed = (framing: Framing) => {
  const { root, merging, lines, all, heads, ended, first, latest, facts } = framing
  const { counts, streams, sequenced } = framing
  const now = merging.occurred ?? merging.now ?? latest
  const { waivers = [], waiversAsOf = null } = merging
  const findings = covered(root, all, waivers, waiversAsOf)
    .sort(inOrder)
    .map(({ found }) => found)
  const messages = merging.messages ?? null
  const tried = { lines, streams, sequenced, heads, messages, counts }
  const frame = {
    form: 1 as const,
    by: judgedBy(root),
    now,
    occurred: merging.occurred ?? null,
    lines,
    received: first === null || latest === null ? null : { first, last: latest },
    policy: changedValues(root),
    waivers: waiversAsGiven(waivers),
    waiversAsOf: waivers.length === 0 ? null : waiversAsOf,
    heads,
    checks: checksOf(root.machines, tried, findings),
    facts,
    ...ended,
    ...counted(findings),
    atStake: stakesIn(findings),
  }
  const sentence = sentenceOf({ ...frame, messages: messages !== null })
  return { findings, frame: { ...frame, sentence } satisfies ReportFrame }
}

/** What the whole log needs to know of each stream, in the order of their names. */
const streamsOf = (parts: readonly AuditedPart[]): Iterable<StreamAudit> =>
  mergeSorted(
    parts.map(({ streams }) => streams()),
    byStreamName,
  )

/** What only one stream may have, in the order in which it is compared. */
const claimsOf = (parts: readonly AuditedPart[]): Iterable<StreamClaim> =>
  mergeSorted(
    parts.map(({ claims }) => claims()),
    byKey,
  )

/** Collects the sequences of all parts, and finds those that are there twice. */
function* repeatedIn(parts: readonly AuditedPart[], sequences: Sequences): Generator<LogFinding> {
  const all = parts.map(({ sequenced }) => sequenced())
  for (const each of mergeSorted(all, bySequence)) yield* sequences.add(each)
}

/** Returns the findings, worst first, the report without its two lists, and who has which reference. */
const merged = (root: Root, merging: Merging, parts: readonly AuditedPart[]) => {
  const { heads: published = [], known } = merging
  const found = finder(root.machines)
  const sequences = sequencesOf(sizesOf(published))
  const whole = headsOf(published, sequences)
  const related = references(root.machines)
  const read = readSoFar()
  const all: PlacedFinding[] = []
  let part = noneKnown
  let [lost, missing, lines] = [0, 0, 0]

  for (const repeated of repeatedIn(parts, sequences)) {
    all.push({ found: found(repeated, repeated), rank: OF_SEQUENCE, teller: '' })
    lost += 1
    missing += 1
  }
  for (const each of sharing(root.machines)(claimsOf(parts))) {
    all.push({ found: each, rank: OF_EVENTS, teller: each.stream ?? '' })
  }
  for (const audit of streamsOf(parts)) {
    const { stream, end, reference } = audit
    if (stream !== NO_STREAM) whole.add(stream, end)
    part = addedUp(part, end.known)
    lost += end.lost
    missing += end.missing
    lines += audit.lines
    read.add(audit)
    related.add(stream, reference)
    for (const each of audit.found) {
      all.push({ found: each, rank: each.key === null ? OF_LINE : OF_EVENTS, teller: stream })
    }
  }
  for (const each of endFindings(whole, sequences, { line: lines, known, part, lost, missing })) {
    all.push({ found: found(each, each), rank: OF_LOG, teller: '' })
  }
  const ended = { known: knownReport(known, part), ...whole.head(lost) }
  const framing = { root, merging, lines, all, heads: whole.checks(), ended, ...read.read() }
  return { ...framed(framing), related: related.all }
}

/** The rows of streams as of a time; `related` maps each reference to the first stream by name. */
function* rowsOf(
  parts: readonly AuditedPart[],
  now: Instant | null,
  related: References,
): Generator<StreamReport> {
  const all = parts.map(({ rows }) => rows())
  for (const each of mergeSorted(all, byStreamName)) yield rowOf(each, now, related)
}

/** Makes the report of a log that was audited in parts. */
export const reportOfParts =
  (root: Root, merging: Merging) =>
  (parts: readonly AuditedPart[]): AuditReport => {
    const { findings, frame, related } = merged(root, merging, parts)
    return { ...frame, findings, streams: [...rowsOf(parts, frame.now, related)] }
  }

/** The canonical texts of a list's members, separated by commas. */
function* listed(all: Iterable<unknown>): Generator<string> {
  let isFirst = true
  for (const each of all) {
    yield `${isFirst ? '' : ','}${canonicalText(each as Json)}`
    isFirst = false
  }
}

/**
 * Writes the report of a log that was audited in parts, in pieces: together they are what `reportJson`
 * writes. It goes through each list of the parts once: through the rows at the end.
 * Nothing is kept of a stream but its findings, and its name if others can find it by its reference.
 * Returns the report without its two lists.
 */
export const reportStream = (root: Root, merging: Merging = {}) =>
  function* (parts: readonly AuditedPart[]): Generator<string, ReportFrame> {
    const { findings, frame, related } = merged(root, merging, parts)
    const [before, between, after] = reportFrame(frame)
    yield before
    yield* listed(findings)
    yield between
    yield* listed(rowsOf(parts, frame.now, related))
    yield after
    return frame
  }
