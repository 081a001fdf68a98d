/** Reads lines, leaves out what the log did not know yet, and collects what heads are made of. */
import * as E from 'fp-ts/lib/Either.js'
import type { Entry } from '../../log/entry.ts'
import type { Stream } from '../../words/stream.ts'
import type { Chain, ChainedEntry, ReadLine } from './chain.ts'
import type { PublishedHead, StreamRoots } from './heads.ts'
import { type KnownAt, type KnownPart, knownLimit } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { StoredKey } from './lost-lines.ts'
import { forkedIn, namedSizes, roots } from './roots.ts'
import { risingWatch } from './sequences.ts'

/** What a reading is limited to, and which heads were published. */
interface Limits {
  readonly known?: KnownAt
  readonly heads?: readonly PublishedHead[]
  /** Whether lines come in the order of streams, so that their numbers say nothing. */
  readonly isByStream: boolean
}

/** A log or a stream that is read line by line. */
export interface LineReading {
  /** Reads the next line. Returns its entry, or null if it adds none or is left out. */
  line(text: string, storedAs?: StoredKey): ChainedEntry | null
  /** Replaces what is kept of a finished stream by the roots that are needed of it. */
  close(stream: Stream): void
  /** The end of one stream. */
  rootsOf(stream: Stream): StreamRoots
  /** Every stream that was read or that a finding is about, by name, with its end. */
  roots(): readonly (readonly [Stream, StreamRoots])[]
  /** The findings about lines, in the order of the lines. */
  findings(): readonly LogFinding[]
  /** What was left out. */
  known(): KnownPart
}

/** The entry in a line, even if the line is not in canonical form. */
const entryIn = (read: ReadLine): Entry | null => {
  if (E.isRight(read)) return read.right
  return read.left.error === 'NotCanonical' ? read.left.entry : null
}

const isOwn = ({ stream, revision }: Entry, storedAs: StoredKey | undefined): boolean =>
  storedAs === undefined || (storedAs.stream === stream && storedAs.revision === revision)

/** Starts to read lines into a chain. */
export const reading = (
  read: Chain,
  readLine: (text: string) => ReadLine,
  { known, heads = [], isByStream }: Limits,
): LineReading => {
  const limit = knownLimit(known, isByStream)
  const isRising = risingWatch()
  const kept = roots(namedSizes(heads))
  const found: LogFinding[] = []

  const isLeftOut = (stored: ReadLine, storedAs: StoredKey | undefined): boolean => {
    const entry = known === undefined ? null : entryIn(stored)
    return entry !== null && isOwn(entry, storedAs) && limit.isLeftOut(entry, read.lines())
  }

  const judged = (stream: Stream, forked: ReadonlySet<Stream>): StreamRoots => {
    const { root, ...rest } = kept.of(stream)
    const isValid = read.isValid(stream)
    return { ...rest, root: isValid ? root : null, isForked: forked.has(stream) }
  }

  const keep = (chained: ChainedEntry): void => {
    kept.add(chained)
    const finding = isRising(chained)
    if (finding !== null) found.push(finding)
  }

  const findings = (): readonly LogFinding[] =>
    [...read.findings(), ...found].sort((a, b) => a.line - b.line)

  return {
    line: (text, storedAs) => {
      const stored = readLine(text)
      if (isLeftOut(stored, storedAs)) {
        read.skip()
        return null
      }
      const chained = read.read(text, storedAs, stored)
      if (chained !== null) keep(chained)
      return chained
    },
    close: kept.close,
    rootsOf: (stream) => judged(stream, forkedIn(read.findings())),
    roots: () => {
      const all = read.findings()
      const forked = forkedIn(all)
      const named = all.flatMap(({ stream }) => stream ?? [])
      const streams = [...new Set([...kept.streams(), ...named])].sort()
      return streams.map((stream) => [stream, judged(stream, forked)])
    },
    findings,
    known: limit.part,
  }
}
