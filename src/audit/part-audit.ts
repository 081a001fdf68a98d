/** Audits a part of a log, some streams with all their lines: one part after the other, or by many workers. */

import type { State } from '../contract/state.ts'
import { asStored } from '../event/upcast.ts'
import { foldersOf } from '../fold/assign.ts'
import { logDecoder, logOf, type Root } from '../fold/root.ts'
import { lineReader } from '../log/line.ts'
import { addTo, compare, joined, listsOf, NONE } from '../words/data/lists.ts'
import { prefixOf, type Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { type AskedAudit, type AuditingParts, readAuditing } from './auditing.ts'
import {
  type GroupedLines,
  type LogLine,
  type LostBefore,
  linePlaces,
  lostBeforeIn,
} from './reading/log-lines.ts'
import { bySequence, type NumberedEntry } from './reading/sequences.ts'
import { type AuditedEnd, streamReader } from './reading/stream-reading.ts'
import { consequencesOf, foldedOf, type ReceivedConsequence } from './report/audited-stream.ts'
import { countedAs } from './report/checks.ts'
import type { Found } from './report/report.ts'
import { type AuditRow, finder, summariser } from './report/summary.ts'
import { byKey, claimsIn, type StreamClaim } from './shared-keys.ts'

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

/** The order in which the audits of streams are merged. */
export const byStreamName = (
  a: Pick<StreamAudit, 'stream'>,
  b: Pick<StreamAudit, 'stream'>,
): number => compare(a.stream, b.stream)

const byPlace = ({ at: a }: ReceivedConsequence, { at: b }: ReceivedConsequence): number =>
  compare(a.stream ?? '', b.stream ?? '') || a.line - b.line

const triedIn = ({ machine, occurrences }: State, claims: readonly StreamClaim[]) => [
  machine,
  ...occurrences.map(({ type }) => countedAs(machine, type)),
  ...claims.map(({ code }) => code),
]

/** Prepares to audit streams one by one. One without entries and consequences has no row. */
const streamAuditor = (root: Root, auditing: AskedAudit, lostBefore: LostBefore) => {
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
      ...{ stream, lines, end, recordedAt, reference: row.reference },
      tried: isValid ? triedIn(folded.state, claims) : NONE,
      facts: isValid ? facts : {},
      found: isValid ? joined(ofLines, ofEvents) : ofLines,
    }
    const consequences = consequencesOf(machines, folded, row.sums, isValid)
    return { streams: [audit], rows: [row], sequenced, claims, consequences }
  }
}

/** Whether other streams can have consequences for a stream. */
export const receiving = ({ machines }: Root) => {
  const prefixes = new Set(machines.flatMap(({ consequences }) => consequences?.prefix ?? []))
  return (stream: Stream): boolean => prefixes.has(prefixOf(stream))
}

/** How a log is divided into parts. */
export interface LogParts {
  /** How many parts there are. The parts before `second` are audited first. */
  readonly count: number
  readonly second: number
  /** The part of a stream. */
  ofStream(stream: Stream): number
  /** The part of a line and, if the line is damaged, the hashes that a part must know of. */
  ofLine(text: string): { readonly part: number; readonly lost: readonly string[] }
}

const [BASIS, PRIME] = [2_166_136_261, 16_777_619]

/** A number for a name: FNV-1a over its characters. */
const numberOf = (name: string): number => {
  let sum = BASIS
  for (let at = 0; at < name.length; at += 1) sum = Math.imul(sum ^ name.charCodeAt(at), PRIME)
  return sum >>> 0
}

/**
 * Divides a log into parts by the names of streams, one unless `many` is a whole number from 1. Streams that
 * others have consequences for are in parts of their own, as many again, which come second.
 */
export const logParts = (
  root: Root,
  many: number,
  auditing: Pick<AuditingParts, 'upcast'> = {},
): LogParts => {
  const { streamOf, lostIn } = linePlaces(root, readAuditing(auditing).upcast)
  const isReceiver = receiving(root)
  const parts = Number.isSafeInteger(many) && many > 0 ? many : 1
  const ofStream = (stream: Stream): number =>
    (numberOf(stream) % parts) + (isReceiver(stream) ? parts : 0)
  return {
    count: 2 * parts,
    second: parts,
    ofStream,
    ofLine: (text) => ({ part: ofStream(streamOf({ text })), lost: lostIn({ text }) }),
  }
}

/** What a part is audited with, besides its lines. */
export interface PartInput {
  /** The lines of the part, in the order of the log. */
  readonly lines: Iterable<LogLine>
  /** The consequences that streams of other parts have for those of this one. */
  readonly received?: Iterable<ReceivedConsequence>
  /** The hashes of damaged lines of the whole log, each with the number of the first such line. */
  readonly lost?: ReadonlyMap<string, number>
}

/** Prepares to audit lines that are grouped by stream. */
export const groupAuditor = (root: Root, auditing: AskedAudit, lostBefore: LostBefore) => {
  const by = streamAuditor(root, auditing, lostBefore)
  return (grouped: GroupedLines, received: Iterable<ReceivedConsequence>): PartAudit => {
    const consequencesFor = listsOf([...received].map((each) => [each.stream, each]))
    const names = new Set([...grouped.keys(), ...consequencesFor.keys()])
    const all = [...names].map((stream) =>
      by(stream, grouped.get(stream) ?? NONE, consequencesFor.get(stream) ?? NONE),
    )
    return {
      streams: all.flatMap(({ streams }) => streams).sort(byStreamName),
      rows: all.flatMap(({ rows }) => rows).sort(byStreamName),
      sequenced: all.flatMap(({ sequenced }) => sequenced).sort(bySequence),
      claims: all.flatMap(({ claims }) => claims).sort(byKey),
      consequences: all.flatMap(({ consequences }) => consequences),
    }
  }
}

/** Prepares to audit parts: those that receive consequences after all others. @spec decisions#27 */
export const auditPart = (root: Root, auditing: AuditingParts = {}) => {
  const asked = readAuditing(auditing)
  const { streamOf } = linePlaces(root, asked.upcast)
  return ({ lines, received = [], lost = new Map() }: PartInput): PartAudit => {
    const lostBefore = lostBeforeIn(() => lost)
    const grouped: GroupedLines = new Map()
    for (const line of lines) addTo(grouped, streamOf(line), line)
    return groupAuditor(root, asked, lostBefore)(grouped, received)
  }
}
