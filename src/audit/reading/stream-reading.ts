/** Reads the lines of one stream: its entries, what is wrong with its lines, and how it ends. */
import * as E from '#fp-ts/Either'
import type { Entry } from '../../log/entry.ts'
import type { Stream } from '../../words/stream.ts'
import { type Instant, later, toInstant } from '../../words/time/instant.ts'
import { type ChainedEntry, type Chaining, chain, type ReadLine } from './chain.ts'
import type { PublishedHead } from './heads.ts'
import { type KnownAt, knownLimit } from './known-at.ts'
import { lostIn, missingIn } from './log-end.ts'
import type { LogFinding } from './log-finding.ts'
import type { LogLine } from './lost-lines.ts'
import { type AuditedEnd, namedSizes, rootsOf } from './roots.ts'
import { risingWatch, sequencedIn } from './sequences.ts'

/** How to read streams. */
interface LineReading extends Chaining {
  readonly readLine: (text: string) => ReadLine
  readonly known?: KnownAt | undefined
  readonly heads?: readonly PublishedHead[] | undefined
}

/** What the lines of a stream contain. */
interface StreamReading {
  readonly entries: readonly ChainedEntry[]
  /** Whether no entry was changed, lost or replaced; true for a stream without entries. */
  readonly isValid: boolean
  /** The number of lines read. */
  readonly lines: number
  /** The findings about lines, in the order of the lines. */
  readonly findings: readonly LogFinding[]
  readonly end: AuditedEnd
  /** The latest time at which any entry was recorded. */
  readonly recordedAt: Instant | null
}

/** The entry in a line, even if the line is not in canonical form. */
export const entryIn = (read: ReadLine): Entry | null => {
  if (E.isRight(read)) return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

const isOwn = ({ stream, revision }: Entry, { storedAs }: LogLine): boolean =>
  storedAs === undefined || (storedAs.stream === stream && storedAs.revision === revision)

/** The latest time at which any entry was recorded, and the last revision. */
const lastOf = (entries: readonly ChainedEntry[]) => {
  let recordedAt: Instant | null = null
  let revision = -1
  for (const { entry } of entries) {
    const time = toInstant(entry.event.metadata.recordedAt)
    recordedAt = later(time, recordedAt ?? time)
    revision = Math.max(revision, entry.revision)
  }
  return { recordedAt, revision }
}

/** Prepares to read streams, each with all its lines, in their order in the log. */
export const streamReader = (reading: LineReading) => {
  const { readLine, known } = reading
  const sizes = namedSizes(reading.heads ?? [])

  return (stream: Stream, lines: Iterable<LogLine>): StreamReading => {
    const read = chain(stream, reading)
    const limit = knownLimit(known)
    const isRising = risingWatch()
    const entries: ChainedEntry[] = []
    const found: LogFinding[] = []

    const isLeftOut = (stored: ReadLine, from: LogLine): boolean => {
      const entry = known === undefined ? null : entryIn(stored)
      return entry !== null && isOwn(entry, from) && limit.isLeftOut(entry)
    }

    let count = 0
    for (const line of lines) {
      count += 1
      const stored = readLine(line.text)
      const chained = isLeftOut(stored, line) ? null : read.read(line, stored)
      if (chained === null) continue
      entries.push(chained)
      const finding = isRising(chained)
      if (finding !== null) found.push(finding)
    }

    const findings = [...read.findings(), ...found].sort((a, b) => a.line - b.line)
    const { recordedAt, revision } = lastOf(entries)
    const [size, isValid] = [entries.length, read.isValid()]
    const gaps = revision + 1 - size
    const isForked = findings.some(({ code }) => code === 'Conflicting')
    const { root, prefixes } = rootsOf(read.hashes, size, sizes.get(stream) ?? [])
    const end: AuditedEnd = {
      ...{ size, gaps, isForked, root: isValid ? root : null },
      prefixes: isForked ? {} : prefixes,
      sequenced: entries.flatMap(sequencedIn),
      known: limit.part(),
      lost: lostIn(findings),
      missing: missingIn(findings, { size, gaps }),
    }
    return { entries, isValid, lines: count, findings, end, recordedAt }
  }
}
