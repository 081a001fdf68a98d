/** The audit: reads a whole log, whatever it contains, and reports every finding. */
import type { State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { asStored, type Upcast } from '../event/upcast.ts'
import { foldersOf } from '../fold/assign.ts'
import { fingerprint } from '../fold/fingerprint.ts'
import { decodingOf, logDecoder, logOf, policyFieldsOf, type Root } from '../fold/root.ts'
import { lineReader } from '../log/line.ts'
import { canonicalText } from '../words/data/canonical.ts'
import { hash } from '../words/hash/hash.ts'
import { policyHash } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later, toInstant } from '../words/time/instant.ts'
import { VERSION } from '../words/version.ts'
import { type Chain, type ChainedEntry, chain } from './reading/chain.ts'
import { headsOf, type LogHead, type PublishedHead } from './reading/heads.ts'
import { type KnownAt, type KnownReport, knownReport } from './reading/known-at.ts'
import { lineCutter } from './reading/lines.ts'
import { endFindings, lostIn, missingIn, sizesOf } from './reading/log-end.ts'
import type { LogFinding } from './reading/log-finding.ts'
import type { StoredKey } from './reading/lost-lines.ts'
import { reading } from './reading/reading.ts'
import { sequencedIn, sequencesOf } from './reading/sequences.ts'
import { type Summary, streams } from './report/audited-streams.ts'
import { type AuditReport, counted, type JudgedBy, type Waiver } from './report/report.ts'
import { finder, referencesIn, rowOf, type StreamSummary, summariser } from './report/summary.ts'

/** The options of an audit. */
export interface Auditing {
  readonly heads?: readonly PublishedHead[]
  readonly waivers?: readonly Waiver[]
  /**
   * Whether the entries of each stream are consecutive in the log. The audit then keeps the events
   * of only one stream in memory at a time, plus, until the end, those of streams that other
   * streams have consequences for. A stream that is split is reported as `NotGrouped`.
   */
  readonly isGrouped?: boolean
  /** Converts events of older forms to today's. */
  readonly upcast?: Upcast
  /** Ignores events that occurred after this time, and evaluates windows at it. */
  readonly occurred?: Instant
  /** The time to evaluate windows at; by default the latest `recordedAt` in the log. */
  readonly now?: Instant
  /**
   * Judges what the log knew: its first entries of this number, or what it had by this time. The
   * report says by what the entries were left out, and how many were. @spec decisions#62
   */
  readonly known?: KnownAt
}

/** An audit in progress. */
export interface Auditor {
  /**
   * Reads the next line. If the store keys it by stream and revision, checks the key against the
   * line.
   */
  line(text: string, storedAs?: StoredKey): void
  /** Returns the report; call it after the last line. */
  report(): AuditReport
}

/**
 * Identifies what judges. Reports, or parts of one report, are comparable only if this is equal.
 */
export const judgedBy = ({ machines, policy }: Root): JudgedBy => ({
  machines: machines.map((machine) => ({ id: machine.id, fingerprint: fingerprint(machine) })),
  policy: policyHash(policyFieldsOf(machines), policy),
  reader: `${VERSION} ${hash(canonicalText(Object.keys(decodingOf(machines).lifecycle).sort()))}`,
})

/** What an auditor has collected at the end of a log. */
interface CollectedLog {
  readonly read: Chain
  readonly ofLog: readonly LogFinding[]
  readonly ungrouped: readonly LogFinding[]
  readonly head: LogHead
  readonly known: KnownReport | null
  readonly all: readonly Summary<StreamSummary>[]
  /** The time at which windows are evaluated. */
  readonly asOf: Instant | null
}

/** Builds the report. Findings in a stream's events count only if all of its entries are valid. */
const reported = (
  by: JudgedBy,
  found: ReturnType<typeof finder>,
  { read, ofLog, ungrouped, head, known, all, asOf }: CollectedLog,
): AuditReport => {
  const split = new Set(ungrouped.map(({ stream }) => stream))
  const isKnown = (stream: Stream): boolean => read.isValid(stream) && !split.has(stream)
  const isValid = ({ stream, consequencesFrom }: Summary<StreamSummary>): boolean =>
    [stream, ...consequencesFrom].every(isKnown)
  const findings = [
    ...ofLog.map((each) => found(each, each)),
    ...all.filter(isValid).flatMap(({ summary }) => summary.found),
  ].sort((a, b) => a.line - b.line)
  const related = referencesIn(all.map((each) => ({ ...each, ...each.summary })))
  return {
    form: 1,
    by,
    now: asOf,
    lines: read.lines(),
    known,
    ...head,
    findings,
    streams: all.map((each) => rowOf(each.summary, isValid(each), asOf, related)),
    ...counted(findings),
  }
}

/** Starts an audit under the machines and policy of a root. @spec decisions#19 */
export const auditor = (root: Root, auditing: Auditing = {}): Auditor => {
  const { machines, policy } = root
  const { heads = [], waivers = [], occurred, upcast = asStored, isGrouped = false } = auditing
  const log = logOf(machines)
  const readLine = lineReader(logDecoder(machines, upcast), log)
  const read = chain(policy.clockToleranceSeconds, readLine, log.isStream)
  const lines = reading(read, readLine, { ...auditing, isByStream: isGrouped })
  const sequences = sequencesOf(sizesOf(heads))
  const folders = foldersOf(root)
  const fold = (stream: Stream, events: readonly DomainEvent[]): State =>
    occurred === undefined ? folders.fold(stream, events) : folders.foldAt(stream, events, occurred)
  const found = finder(machines, waivers)
  const held = streams({ fold, summarise: summariser(root, found), machines, isGrouped })
  const ungrouped: LogFinding[] = []
  const repeated: LogFinding[] = []
  let current: Stream | null = null
  let now: Instant | null = null

  /** Adds an entry to its stream. In a grouped log, this closes the previous stream. */
  const taken = (chained: ChainedEntry): void => {
    const { line, entry } = chained
    const { stream, revision, event } = entry
    if (!held.add(chained)) ungrouped.push({ line, stream, revision, code: 'NotGrouped' })
    repeated.push(...sequences.add(stream, sequencedIn(chained)))
    if (isGrouped && current !== null && current !== stream) {
      read.forget(current)
      lines.close(current)
    }
    current = stream
    const recordedAt = toInstant(event.metadata.recordedAt)
    now = later(recordedAt, now ?? recordedAt)
  }

  return {
    line: (text, storedAs) => {
      const chained = lines.line(text, storedAs)
      if (chained !== null) taken(chained)
    },
    report: () => {
      const all = held.summaries()
      const asOf = occurred ?? auditing.now ?? now
      const whole = headsOf(heads, sequences)
      const ends = lines.roots()
      for (const [stream, roots] of ends) whole.add(stream, roots)
      const part = lines.known()
      const before = [...lines.findings(), ...ungrouped, ...repeated]
      const [lost, missing] = [lostIn(before), missingIn(before, ends)]
      const ending = { line: read.lines(), part, isByStream: isGrouped, lost, missing }
      const atEnd = endFindings(whole, sequences, { ...ending, known: auditing.known })
      const ofLog = [...before, ...atEnd]
      const known = knownReport(auditing.known, part)
      return reported(judgedBy(root), found, {
        ...{ read, ofLog, ungrouped, head: whole.head(ending.lost), known, all, asOf },
      })
    },
  }
}

/** Audits a log given as lines, or as chunks of text or bytes that may be cut anywhere. */
export const audit =
  (root: Root, auditing: Auditing = {}) =>
  (chunks: Iterable<string | Uint8Array>): AuditReport => {
    const cut = lineCutter()
    const under = auditor(root, auditing)
    for (const chunk of chunks) for (const line of cut.take(chunk)) under.line(line)
    for (const line of cut.end()) under.line(line)
    return under.report()
  }

/** Audits a log that arrives asynchronously; otherwise the same as `audit`. */
export const auditAsync =
  (root: Root, auditing: Auditing = {}) =>
  async (chunks: AsyncIterable<string | Uint8Array>): Promise<AuditReport> => {
    const cut = lineCutter()
    const under = auditor(root, auditing)
    for await (const chunk of chunks) for (const line of cut.take(chunk)) under.line(line)
    for (const line of cut.end()) under.line(line)
    return under.report()
  }
