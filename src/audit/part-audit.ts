/** Audits a part of a log, some streams with all their lines: one part after the other, or by many workers. */
import type { Root } from '../fold/root.ts'
import { addTo, listsOf, NONE } from '../words/data/lists.ts'
import { prefixOf, type Stream } from '../words/stream.ts'
import type { AuditingParts } from './auditing.ts'
import {
  type GroupedLines,
  type LogLine,
  type LostBefore,
  linePlaces,
  lostBeforeIn,
} from './reading/log-lines.ts'
import { bySequence } from './reading/sequences.ts'
import type { ReceivedConsequence } from './report/audited-stream.ts'
import { byKey } from './shared-keys.ts'
import { byStreamName, type PartAudit, streamAuditor } from './stream-audit.ts'

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
  { upcast }: Pick<AuditingParts, 'upcast'> = {},
): LogParts => {
  const { streamOf, lostIn } = linePlaces(root, upcast)
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

export const groupAuditor = (root: Root, auditing: AuditingParts, lostBefore: LostBefore) => {
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
  const { streamOf } = linePlaces(root, auditing.upcast)
  return ({ lines, received = [], lost = new Map() }: PartInput): PartAudit => {
    const lostBefore = lostBeforeIn(() => lost)
    const grouped: GroupedLines = new Map()
    for (const line of lines) addTo(grouped, streamOf(line), line)
    return groupAuditor(root, auditing, lostBefore)(grouped, received)
  }
}
