/** Reads the lines of one stream: its entries, what is wrong with its lines, and how it ends. */
import * as E from '#fp-ts/Either'
import type { Entry } from '../../log/entry.ts'
import { LIMITS } from '../../words/data/limits.ts'
import { hash } from '../../words/hash/hash.ts'
import type { Stream } from '../../words/stream.ts'
import { earlier, type Instant, later, toInstant } from '../../words/time/instant.ts'
import { type Chaining, chain, entryIn, type ReadLine } from './chain.ts'
import { type ChainedEntry, type EvidentEntry, evidenceIn, evidenceOfLine } from './evidence.ts'
import { type PublishedHead, streamHeads } from './heads.ts'
import { type KnownAt, knownLimit } from './known-at.ts'
import { lostIn, missingIn } from './log-end.ts'
import type { LogFinding, LogLocation } from './log-finding.ts'
import { keyProblem, type LogLine } from './lost-lines.ts'
import { type AuditedEnd, namedSizes, rootsOf } from './roots.ts'
import { risingWatch, type Sequenced, sequencedIn } from './sequences.ts'

/** How to read streams. */
interface LineReading extends Chaining {
  readonly readLine: (text: string) => ReadLine
  readonly isStream: (name: unknown) => name is Stream
  readonly known?: KnownAt | undefined
  readonly heads?: readonly PublishedHead[] | undefined
}

/** What the lines of a stream contain. */
interface StreamReading {
  readonly entries: readonly ChainedEntry[]
  readonly sequenced: readonly Sequenced[]
  /** Whether no entry was changed, lost or replaced; true for a stream without entries. */
  readonly isValid: boolean
  /** The numbers of the heads that vouch for all of its entries, if the log agrees with them. */
  readonly covering: readonly number[]
  /** The number of lines read. */
  readonly lines: number
  /** The findings about lines, in the order of the lines. */
  readonly findings: readonly LogFinding[]
  readonly end: AuditedEnd
  /** The latest time at which any entry was recorded. */
  readonly recordedAt: Instant | null
}

const isOwn = ({ stream, revision }: Entry, { storedAs }: LogLine): boolean =>
  storedAs === undefined || (storedAs.stream === stream && storedAs.revision === revision)

/** The latest time at which any entry was recorded, and the last revision with its line. */
const lastOf = (entries: readonly ChainedEntry[]) => {
  let recordedAt: Instant | null = null
  let firstAt: Instant | null = null
  let last: ChainedEntry | null = null
  for (const each of entries) {
    const time = toInstant(each.entry.event.metadata.recordedAt)
    recordedAt = later(time, recordedAt ?? time)
    firstAt = earlier(time, firstAt ?? time)
    if (last === null || each.entry.revision > last.entry.revision) last = each
  }
  const { revision = -1, sequence = null } = last?.entry ?? {}
  return { recordedAt, firstAt, revision, line: last?.line ?? 0, lastSequence: sequence }
}

/** What is known of a line as evidence: of one that is no entry, its own hash or the hash of its text. */
const evidenceOf = (
  at: LogLocation,
  [{ text }, stored]: readonly [LogLine, ReadLine],
): EvidentEntry => {
  const entry = entryIn(stored)
  if (entry !== null) return evidenceIn(entry, at.line)
  const isAltered = E.isLeft(stored) && stored.left.error === 'Altered'
  if (isAltered) return evidenceOfLine(at, stored.left.actual)
  return evidenceOfLine(
    at,
    typeof text === 'string' && text.length <= LIMITS.line ? hash(text) : null,
  )
}

/** Adds the entries of their lines to findings. */
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

/** The finding that a stream does not have the end that a head names. */
const headDiffers = (
  at: LogLocation,
  logSize: number,
  differs: ReturnType<ReturnType<typeof streamHeads>>['differs'],
): LogFinding => {
  const { root = '', size = null, actual = null } = differs ?? {}
  return { ...at, code: 'HeadDiffers', logSize, stated: root, statedSize: size, actual }
}

/** Prepares to read lines, each with the key that it is stored under, if it has one that can be one. */
const keyedReader =
  ({ readLine, isStream }: LineReading) =>
  (given: LogLine): readonly [LogLine, ReadLine] => {
    const problem = given.storedAs === undefined ? null : keyProblem(given.storedAs, isStream)
    if (problem === null) return [given, readLine(given.text)]
    return [{ line: given.line, text: given.text }, E.left(problem)]
  }

/** Prepares to read streams, each with all its lines, in their order in the log. */
export const streamReader = (reading: LineReading) => {
  const { known } = reading
  const readKeyed = keyedReader(reading)
  const sizes = namedSizes(reading.heads ?? [])
  const compared = streamHeads(reading.heads ?? [])

  return (stream: Stream, lines: Iterable<LogLine>): StreamReading => {
    const read = chain(stream, reading)
    const limit = knownLimit(known)
    const isRising = risingWatch()
    const entries: ChainedEntry[] = []
    const found: LogFinding[] = []
    const numbered: (readonly [LogLine, ReadLine])[] = []

    const isLeftOut = (stored: ReadLine, from: LogLine): boolean => {
      const entry = known === undefined ? null : entryIn(stored)
      return entry !== null && isOwn(entry, from) && limit.isLeftOut(entry)
    }

    let count = 0
    for (const given of lines) {
      count += 1
      const [line, stored] = readKeyed(given)
      numbered.push([line, stored])
      const chained = isLeftOut(stored, line) ? null : read.read(line, stored)
      if (chained === null) continue
      entries.push(chained)
      const finding = isRising(chained)
      if (finding !== null) found.push(finding)
    }

    const findings = [...read.findings(), ...found].sort((a, b) => a.line - b.line)
    const { recordedAt, firstAt, revision, line, lastSequence } = lastOf(entries)
    const [size, isWhole] = [entries.length, read.isValid()]
    const gaps = revision + 1 - size
    const isForked = findings.some(({ code }) => code === 'Conflicting')
    const { root, readRoot, prefixes } = rootsOf(read.hashes, size, sizes.get(stream) ?? [])
    const end: AuditedEnd = {
      ...{ size, gaps, isForked, lastSequence, firstAt, readRoot },
      root: isWhole ? root : null,
      broken: read.broken(),
      prefixes: isForked ? {} : prefixes,
      known: limit.part(),
      lost: lostIn(findings),
      missing: missingIn(findings, { size, gaps }),
    }
    const { differs, covering } = compared(stream, {
      size,
      prefixes,
      lastSequence,
      known: end.known,
    })
    const isValid = isWhole && (differs === null || size === 0)
    // one fault has one finding: what is wrong with its lines is said already
    if (isWhole && !isValid) findings.push(headDiffers({ line, stream, revision }, size, differs))
    const evident = { findings: withEvidence(findings, numbered) }
    const sequenced = entries.flatMap(sequencedIn)
    return { entries, sequenced, isValid, covering, lines: count, ...evident, end, recordedAt }
  }
}
