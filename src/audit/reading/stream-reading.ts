/** Reads the lines of one stream: its entries, what is wrong with its lines, and how it ends. */
import * as E from '#fp-ts/Either'
import type { Entry } from '../../log/entry.ts'
import { growingTree } from '../../log/hash-tree.ts'
import { entryIn, type ReadLine } from '../../log/line.ts'
import { LONE } from '../../words/data/canonical.ts'
import { LIMITS } from '../../words/data/limits.ts'
import { NONE } from '../../words/data/lists.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Stream } from '../../words/stream.ts'
import { earlier, type Instant, later, toInstant } from '../../words/time/instant.ts'
import { type Chaining, chain } from './chain.ts'
import { namedSizes, type PublishedHead, type StreamRoots, streamHeads } from './heads.ts'
import { addedUp, type KnownAt, type KnownPart, noneKnown } from './known-at.ts'
import type { LogFinding, LogLocation } from './log-finding.ts'
import {
  type ChainedEntry,
  evidenceIn,
  evidenceOfLine,
  keyProblem,
  type LogLine,
} from './log-lines.ts'
import { risingWatch, sequencedIn } from './sequences.ts'

/** The end of an audited stream, with what only the parts of a log carry. */
export interface AuditedEnd extends StreamRoots {
  readonly known: KnownPart
  /** How many entries the findings about its lines account for. */
  readonly lost: number
  /** How many entries are known to be missing from it, between others or at its end. */
  readonly missing: number
}

interface LineReading extends Chaining {
  readonly readLine: (text: string) => ReadLine
  readonly isStream: (name: unknown) => name is Stream
  readonly known?: KnownAt | undefined
  readonly heads?: readonly PublishedHead[] | undefined
}

/** The entry of a line, unless a store keeps it under the key of another. */
const ownIn = (stored: ReadLine, { storedAs: key }: LogLine): Entry | null => {
  const entry = entryIn(stored)
  const isOwn = !key || (key.stream === entry?.stream && key.revision === entry.revision)
  return isOwn ? entry : null
}

const receivedAt = ({ event }: Entry): Instant => toInstant(event.metadata.recordedAt)

const lastOf = (entries: readonly ChainedEntry[]) => {
  let recordedAt: Instant | null = null
  let firstAt: Instant | null = null
  let last: ChainedEntry | null = null
  for (const each of entries) {
    const time = receivedAt(each.entry)
    recordedAt = later(time, recordedAt ?? time)
    firstAt = earlier(time, firstAt ?? time)
    if (last === null || each.entry.revision > last.entry.revision) last = each
  }
  const { revision = -1, sequence = null } = last?.entry ?? {}
  return { recordedAt, firstAt, revision, line: last?.line ?? 0, lastSequence: sequence }
}

/** The root over all hashes, null if one is missing; that over those read; those over some numbers of them. */
const rootsOf = (
  hashes: ReadonlyMap<number, string>,
  leftOut: ReadonlyMap<number, string | null>,
  size: number,
  sizes: ReadonlySet<number> | undefined,
): Pick<StreamRoots, 'root' | 'readRoot' | 'prefixes'> => {
  const prefixes: Record<number, string> = {}
  const tree = growingTree()
  let root: string | null = null
  for (let at = 0; ; at += 1) {
    if (sizes?.has(at)) prefixes[at] = tree.root()
    if (at === size) root = tree.root()
    const next = hashes.get(at) ?? leftOut.get(at) ?? null
    if (next === null) break
    tree.add(next)
  }
  if (root !== null) return { root, readRoot: root, prefixes }
  const read = growingTree()
  for (const [, each] of [...hashes].sort(([a], [b]) => a - b)) read.add(each)
  return { root, readRoot: read.root(), prefixes }
}

/** The findings of lines without an entry of their stream: a missing entry may have been in one of them. */
const LOSING: ReadonlySet<string> = new Set(['Altered', 'Unreadable', 'Misplaced'])

/**
 * How many entries findings account for; missing are those before another entry or, if a line names them, at
 * the end.
 */
const lossIn = (
  findings: readonly LogFinding[],
  { size, gaps }: Pick<StreamRoots, 'size' | 'gaps'>,
): Pick<AuditedEnd, 'lost' | 'missing'> => {
  let [lost, missing] = [0, gaps]
  for (const finding of findings) {
    if (finding.code === 'Missing') lost += finding.to - finding.from + 1
    if (!LOSING.has(finding.code)) continue
    lost += 1
    if (finding.revision !== null && finding.revision >= size + gaps) missing += 1
  }
  return { lost, missing }
}

/**
 * What is known of a line as evidence: of one that is no entry, its own hash or the hash of its text. One
 * that is too long, or not UTF-8, has none: what was read of it is not what the log has.
 */
const evidenceOf = (at: LogLocation, [{ text }, stored]: readonly [LogLine, ReadLine]) => {
  const entry = entryIn(stored)
  if (entry !== null) return evidenceIn(entry, at.line)
  const isAltered = E.isLeft(stored) && stored.left.error === 'Altered'
  if (isAltered) return evidenceOfLine(at, stored.left.actual)
  const isRead = typeof text === 'string' && text.length <= LIMITS.line && !LONE.test(text)
  return evidenceOfLine(at, isRead ? hash(text) : null)
}

const withEvidence = (
  findings: readonly LogFinding[],
  numbered: readonly (readonly [LogLine, ReadLine])[],
): readonly LogFinding[] => {
  if (findings.length === 0) return findings
  const byLine = new Map(numbered.map((each) => [each[0].line, each] as const))
  return findings.map((finding): LogFinding => {
    const at = byLine.get(finding.line)
    return at === undefined ? finding : { ...finding, entries: [evidenceOf(finding, at)] }
  })
}

const keyedReader =
  ({ readLine, isStream }: LineReading) =>
  (given: LogLine): readonly [LogLine, ReadLine] => {
    const problem = given.storedAs === undefined ? null : keyProblem(given.storedAs, isStream)
    if (problem === null) return [given, readLine(given.text)]
    return [{ line: given.line, text: given.text }, E.left(problem)]
  }

/**
 * What a limit leaves out of a stream. By number, an entry is left out by its sequence; without one, it
 * cannot be. By time, a stream ends before its first entry received later.
 */
const limiting = (
  known: KnownAt | undefined,
  numbered: readonly (readonly [LogLine, ReadLine])[],
) => {
  let [end, part] = [Number.POSITIVE_INFINITY, noneKnown]
  for (const [line, stored] of typeof known === 'string' ? numbered : NONE) {
    const entry = ownIn(stored, line)
    if (entry !== null && receivedAt(entry) > String(known)) end = Math.min(end, entry.revision)
  }
  // of two entries of one revision, neither is known to be the one that a head covers
  const leftOut = new Map<number, string | null>()
  return {
    leftOut,
    part: () => part,
    isLeftOut: (stored: ReadLine, from: LogLine): boolean => {
      const entry = known === undefined ? null : ownIn(stored, from)
      if (entry === null) return false
      const { revision, hash, sequence = null } = entry
      const isOut = typeof known === 'number' ? (sequence ?? -1) >= known : revision >= end
      const isByThen = isOut && typeof known === 'string' && receivedAt(entry) <= known
      const receivedByThen = isByThen ? 1 : 0
      const one = isOut ? { leftOut: 1, receivedByThen, lowest: sequence } : { highest: sequence }
      part = addedUp(part, { ...noneKnown, ...one, unsequenced: sequence === null ? 1 : 0 })
      const isOne = !leftOut.has(revision) || leftOut.get(revision) === hash
      if (isOut) leftOut.set(revision, isOne ? hash : null)
      return isOut
    },
  }
}

/** Prepares to read streams, each with all its lines, in their order in the log. */
export const streamReader = (reading: LineReading) => {
  const readKeyed = keyedReader(reading)
  const sizes = namedSizes(reading.heads ?? [])
  const compared = streamHeads(reading.heads ?? [])

  return (stream: Stream, lines: Iterable<LogLine>) => {
    const read = chain(stream, reading)
    const isRising = risingWatch()
    const entries: ChainedEntry[] = []
    const found: LogFinding[] = []
    const numbered = Array.from(lines, readKeyed)
    const limit = limiting(reading.known, numbered)

    for (const [line, stored] of numbered) {
      const chained = limit.isLeftOut(stored, line) ? null : read.read(line, stored)
      if (chained === null) continue
      entries.push(chained)
      const finding = isRising(chained)
      if (finding !== null) found.push(finding)
    }

    const findings = [...read.findings(), ...found].sort((a, b) => a.line - b.line)
    const { recordedAt, firstAt, revision, line, lastSequence } = lastOf(entries)
    const [size, broken] = [entries.length, read.broken()]
    const isWhole = broken === 0
    const gaps = revision + 1 - size
    const isForked = findings.some(({ code }) => code === 'Conflicting')
    const named = sizes.get(stream)
    const { root, readRoot, prefixes } = rootsOf(read.hashes, limit.leftOut, size, named)
    const end: AuditedEnd = {
      ...{ size, gaps, isForked, broken, lastSequence, firstAt, readRoot },
      root: isWhole ? root : null,
      prefixes: isForked ? {} : prefixes,
      known: limit.part(),
      ...lossIn(findings, { size, gaps }),
    }
    const { differs, covering } = compared(stream, { ...end, prefixes })
    // one fault has one finding: what is wrong with its lines is said already
    const isCut = isWhole && differs !== null
    // a stream that is gone has no line: the whole log says so
    if (isCut && size > 0) {
      const head = { stated: differs.root, statedSize: differs.size, actual: differs.actual }
      findings.push({ line, stream, revision, code: 'HeadDiffers', logSize: size, ...head })
    }
    return {
      ...{ entries, covering, end, recordedAt },
      sequenced: entries.flatMap(sequencedIn),
      /** Whether no entry was changed, lost or replaced. */
      isValid: isWhole && !isCut,
      lines: numbered.length,
      findings: withEvidence(findings, numbered),
    }
  }
}
