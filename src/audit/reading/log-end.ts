/** What can only be found at the end of a log: missing sequences, an unknown order, other heads. */
import type { Stream } from '../../words/stream.ts'
import type { headsOf, PublishedHead, StreamRoots } from './heads.ts'
import { type KnownAt, type KnownPart, knownFindings } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { Sequences } from './sequences.ts'

/** The end of a log. */
interface LogEnd {
  readonly line: number
  readonly known: KnownAt | undefined
  readonly part: KnownPart
  /** Whether the lines were in the order of streams. */
  readonly isByStream: boolean
  /** How many entries the findings about lines account for. */
  readonly lost: number
  /** How many of them are known to be missing from a stream. */
  readonly missing: number
}

/** The sizes at which roots over the sequence are needed. */
export const sizesOf = (heads: readonly PublishedHead[]): readonly number[] =>
  heads.flatMap(({ size }) => (Number.isSafeInteger(size) && size !== undefined ? size : []))

/**
 * How many entries are lost or not in their sequence, according to fatal findings about lines. Others
 * account for none: then a missing entry would be hidden by something less.
 */
export const lostIn = (findings: readonly LogFinding[]): number =>
  findings.reduce((sum, finding) => {
    if (finding.code === 'Missing') return sum + finding.to - finding.from + 1
    return LOSING.has(finding.code) ? sum + 1 : sum
  }, 0)

const LOSING: ReadonlySet<string> = new Set([
  'Altered',
  'Unreadable',
  'Misplaced',
  'SequenceRepeated',
])

/**
 * How many entries are known to be missing from streams: before another entry of the stream, or at its
 * end, if a lost line names the stream. A stream that any of them is missing from is not valid.
 */
export const missingIn = (
  findings: readonly LogFinding[],
  ends: readonly (readonly [Stream, StreamRoots])[],
): number => {
  const sizes = new Map(ends.map(([stream, { size, gaps }]) => [stream, size + gaps]))
  const atEnd = findings.filter(
    ({ code, stream, revision }) =>
      code === 'SequenceRepeated' ||
      (LOSING.has(code) &&
        stream !== null &&
        revision !== null &&
        revision >= (sizes.get(stream) ?? 0)),
  )
  return atEnd.length + ends.reduce((sum, [, { gaps }]) => sum + gaps, 0)
}

/** How many entries the sequence should have: all before the first that was left out. */
const sizeOf = ({ known, part: { lowest } }: LogEnd, sequences: Sequences): number => {
  if (lowest === null) return sequences.size()
  return typeof known === 'number' ? known : lowest
}

/**
 * The findings at the end of a log. One fault has one finding: missing sequences are reported only if
 * there are more of them than other findings account for.
 */
export const endFindings = (
  heads: ReturnType<typeof headsOf>,
  sequences: Sequences,
  ending: LogEnd,
): readonly LogFinding[] => {
  const { line, known, part, isByStream } = ending
  return [
    ...sequences.missing(sizeOf(ending, sequences), ending),
    ...knownFindings(known, part, { line, isByStream }),
    ...heads.findings(line),
  ]
}
