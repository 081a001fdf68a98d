/** Audits one stream by itself. The result is merged with the results of the other streams. */
import { asStored } from '../event/upcast.ts'
import { foldersOf } from '../fold/assign.ts'
import { logDecoder, logOf, type Root } from '../fold/root.ts'
import { lineReader } from '../log/line.ts'
import type { Stream } from '../words/stream.ts'
import { type Instant, later, toInstant } from '../words/time/instant.ts'
import type { Auditing } from './audit.ts'
import { chain } from './reading/chain.ts'
import { lostIn, missingIn } from './reading/log-end.ts'
import type { LogLocation } from './reading/log-finding.ts'
import { type LineReading, reading } from './reading/reading.ts'
import type { AuditedEnd } from './reading/roots.ts'
import { type Sequenced, sequencedIn } from './reading/sequences.ts'
import {
  consequencesOf,
  foldedOf,
  hold,
  type LocatedConsequence,
  nothing,
  unitedWith,
} from './report/audited-stream.ts'
import type { Found } from './report/report.ts'
import { finder, type StreamSummary, summariser } from './report/summary.ts'

/**
 * The options of an audit of single streams. Of the heads, it needs those with their streams; pass
 * all options to the merge as well.
 */
export type AuditingParts = Omit<Auditing, 'isGrouped' | 'now'>

/** A line as a store keeps it. */
export interface StoredLine {
  readonly revision: number
  readonly line: string
}

/**
 * A consequence that another stream has for the audited stream, and whether the other stream is
 * valid.
 */
export interface ReceivedConsequence extends LocatedConsequence {
  readonly isValid: boolean
}

/**
 * A finding whose line is counted within its stream, from 1: its line in the log is not known yet.
 */
export interface FoundWithin {
  readonly within: Stream
  /**
   * The stream whose audit reports the finding; the finding may be located at an entry of another
   * stream.
   */
  readonly teller: Stream
  readonly found: Found
}

/** Everything that a report needs from a stream: plain data that you can store or send. */
export interface StreamAudit {
  readonly stream: Stream
  readonly isValid: boolean
  /** The number of lines read. */
  readonly lines: number
  /** What the whole log needs to know of its entries: their tree, their sequences. */
  readonly end: AuditedEnd
  /** The latest time at which any entry was recorded. */
  readonly recordedAt: Instant | null
  /**
   * The findings about the log, in line order, followed by the findings about events, in the order
   * in which the fold reports them.
   */
  readonly found: readonly FoundWithin[]
  /** The stream's result; null if it has neither entries nor consequences from other streams. */
  readonly kept: Omit<StreamSummary, 'found'> | null
  /** Its consequences for other streams: pass them to the audits of those streams. */
  readonly consequences: readonly ReceivedConsequence[]
}

/** Gives consequences line numbers after the stream's own lines, so that lines can be compared. */
const afterwards = (
  received: readonly ReceivedConsequence[],
  lines: number,
): readonly ReceivedConsequence[] =>
  received.map((each, index) => ({ ...each, at: { ...each.at, line: lines + index + 1 } }))

const byPlace = ({ at: a }: ReceivedConsequence, { at: b }: ReceivedConsequence): number =>
  a.stream === b.stream ? a.line - b.line : (a.stream ?? '') < (b.stream ?? '') ? -1 : 1

/** Reads the lines of a stream. Returns its events and the latest time of recording. */
const readAll = (read: LineReading, stream: Stream, lines: Iterable<StoredLine>) => {
  const held = nothing()
  const sequenced: Sequenced[] = []
  let recordedAt: Instant | null = null
  for (const { revision, line } of lines) {
    const chained = read.line(line, { stream, revision })
    if (chained === null) continue
    hold(held, chained)
    sequenced.push(...sequencedIn(chained))
    const time = toInstant(chained.entry.event.metadata.recordedAt)
    recordedAt = later(time, recordedAt ?? time)
  }
  return { held, recordedAt, sequenced }
}

/** A name as a report can hold it: a half of a surrogate pair has no form in UTF-8. */
const inUtf8 = (name: Stream): Stream => name.replace(/\p{Surrogate}/gu, '\ufffd') as Stream

const placedIn =
  (stream: Stream) =>
  (found: Found): FoundWithin => ({ within: found.stream ?? stream, teller: stream, found })

/** The end of a stream that was read, for the whole log. */
const endOf = (
  within: LineReading,
  stream: Stream,
  sequenced: AuditedEnd['sequenced'],
): AuditedEnd => {
  const [found, roots] = [within.findings(), within.rootsOf(stream)]
  const missing = missingIn(found, [[stream, roots]])
  return { ...roots, sequenced, known: within.known(), lost: lostIn(found), missing }
}

/**
 * Prepares to audit streams one by one, each with all its lines in the order of revisions. If other
 * streams have consequences for a stream, audit those streams first, and pass the consequences as
 * `received`. @spec decisions#27
 */
export const auditStream = (root: Root, auditing: AuditingParts = {}) => {
  const { machines, policy } = root
  const { waivers = [], occurred, upcast = asStored } = auditing
  const folders = foldersOf(root)
  const found = finder(machines, waivers)
  const summarise = summariser(root, found)
  const log = logOf(machines)
  const readLine = lineReader(logDecoder(machines, upcast), log)

  return (
    named: Stream,
    lines: Iterable<StoredLine>,
    received: readonly ReceivedConsequence[] = [],
  ): StreamAudit => {
    const stream = inUtf8(named)
    const read = chain(policy.clockToleranceSeconds, readLine, log.isStream)
    const within = reading(read, readLine, { ...auditing, isByStream: true })
    const { held, recordedAt, sequenced } = readAll(within, stream, lines)
    const entries = held.events.length
    const isValid = read.isValid(stream) && received.every((each) => each.isValid)
    const ofLines = within.findings()
    const findings = ofLines.map((each) => found(each, each))
    const placed = placedIn(stream)
    const audited = {
      stream,
      isValid,
      lines: read.lines(),
      end: endOf(within, stream, sequenced),
      recordedAt,
    }
    if (entries + received.length === 0) {
      return { ...audited, found: findings.map(placed), kept: null, consequences: [] }
    }
    const ordered = received.toSorted(byPlace)
    const united = unitedWith(held, afterwards(ordered, read.lines()))
    const folded = foldedOf(stream, united, entries, (of, events) =>
      occurred === undefined ? folders.fold(of, events) : folders.foldAt(of, events, occurred),
    )
    const { found: all, ...kept } = summarise(folded)
    /** Restores the location of a finding that a consequence caused. */
    const restored = (each: Found): Found => {
      const at: LogLocation | undefined = ordered[each.line - read.lines() - 1]?.at
      return at === undefined ? each : { ...each, line: at.line }
    }
    return {
      ...audited,
      found: [...findings, ...(isValid ? all.map(restored) : [])].map(placed),
      kept,
      consequences: consequencesOf(machines, folded).map((each) => ({ ...each, isValid })),
    }
  }
}
