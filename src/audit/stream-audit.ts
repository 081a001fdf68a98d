/** Audits one stream by itself. The result is merged with the results of the other streams. */
import type { State } from '../contract/state.ts'
import { asStored } from '../event/upcast.ts'
import { foldersOf } from '../fold/assign.ts'
import { logDecoder, logOf, type Root } from '../fold/root.ts'
import { lineReader } from '../log/line.ts'
import { compare, joined, NONE } from '../words/data/lists.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AuditingParts } from './auditing.ts'
import type { LogLine, LostBefore } from './reading/log-lines.ts'
import type { NumberedEntry } from './reading/sequences.ts'
import { type AuditedEnd, streamReader } from './reading/stream-reading.ts'
import { consequencesOf, foldedOf, type ReceivedConsequence } from './report/audited-stream.ts'
import { countedAs } from './report/checks.ts'
import type { Found } from './report/report.ts'
import { type AuditRow, finder, summariser } from './report/summary.ts'
import { claimsIn, type StreamClaim } from './shared-keys.ts'

/** What a whole log needs to know of a stream: plain data that you can store or send. */
export interface StreamAudit {
  readonly stream: Stream
  readonly lines: number
  /** The tree over its entries. */
  readonly end: AuditedEnd
  /** The latest time at which any entry was recorded. */
  readonly recordedAt: Instant | null
  /** The reference by which other streams find it. */
  readonly reference: string | null
  /** What its checks were tried on: its machine, the type of each occurrence, the code of each claim. */
  readonly tried: readonly string[]
  /** What happened in it that is no finding, by code, with how often. */
  readonly facts: Readonly<Record<string, number>>
  /** Those about the log in line order, then those about events in the order of the fold. */
  readonly found: readonly Found[]
}

/** What a part of a log comes to. */
export interface PartAudit {
  /** Its streams by name: of each, what the whole log needs to know. */
  readonly streams: readonly StreamAudit[]
  /** The rows of its streams by name. */
  readonly rows: readonly AuditRow[]
  /** Its entries that have a sequence, in that order. */
  readonly sequenced: readonly NumberedEntry[]
  /** What no stream of another part may have as well, in the order of `byKey`. */
  readonly claims: readonly StreamClaim[]
  /** Its consequences for streams of other parts. */
  readonly consequences: readonly ReceivedConsequence[]
}

export const byStreamName = (
  { stream: a }: { readonly stream: Stream },
  { stream: b }: { readonly stream: Stream },
): number => compare(a, b)

const byPlace = ({ at: a }: ReceivedConsequence, { at: b }: ReceivedConsequence): number =>
  a.stream === b.stream ? a.line - b.line : (a.stream ?? '') < (b.stream ?? '') ? -1 : 1

const triedIn = (
  { machine, occurrences }: State,
  claims: readonly StreamClaim[],
): readonly string[] => [
  machine,
  ...occurrences.map(({ type }) => countedAs(machine, type)),
  ...claims.map(({ code }) => code),
]

/**
 * Prepares to audit streams one by one, each with all its lines in their order: a part of one stream.
 * Without entries and consequences, it has no row. `lostBefore` knows the damaged lines of the whole log.
 */
export const streamAuditor = (root: Root, auditing: AuditingParts, lostBefore: LostBefore) => {
  const { machines, policy } = root
  const { occurred, upcast = asStored, known, heads } = auditing
  const folders = foldersOf(root)
  const found = finder(machines)
  const summarise = summariser(root, found)
  const log = logOf(machines)
  const readLine = lineReader(logDecoder(machines, upcast), log)
  const toleranceSeconds = policy.clockToleranceSeconds
  const read = streamReader({
    ...{ readLine, isStream: log.isStream, toleranceSeconds, lostBefore },
    known,
    heads,
  })

  return (
    stream: Stream,
    all: Iterable<LogLine>,
    received: readonly ReceivedConsequence[],
  ): PartAudit => {
    const reading = read(stream, all)
    const { entries, covering, lines, end, recordedAt, sequenced } = reading
    const isValid = reading.isValid && received.every((each) => each.isValid)
    const ofLines = reading.findings.map((each) => found(each, each))
    if (entries.length + received.length === 0) {
      const nothing = { reference: null, tried: NONE, facts: {}, found: ofLines }
      const streams = [{ stream, lines, end, recordedAt, ...nothing }]
      return { streams, rows: NONE, sequenced, claims: NONE, consequences: NONE }
    }
    const folded = foldedOf(stream, entries, received.toSorted(byPlace), (of, events) =>
      occurred === undefined ? folders.fold(of, events) : folders.foldAt(of, events, occurred),
    )
    const { found: ofEvents, facts, row } = summarise(folded, { isValid, covering })
    const machine = machines.find(({ id }) => id === row.machine)
    const claims = isValid ? claimsIn(machine, folded, row.sums?.currency ?? null) : NONE
    const audit = {
      stream,
      lines,
      end,
      recordedAt,
      reference: row.reference,
      tried: isValid ? triedIn(folded.state, claims) : NONE,
      facts: isValid ? facts : {},
      found: isValid ? joined(ofLines, ofEvents) : ofLines,
    }
    const consequences = consequencesOf(machines, folded, row.sums, isValid)
    return { streams: [audit], rows: [row], sequenced, claims, consequences }
  }
}
