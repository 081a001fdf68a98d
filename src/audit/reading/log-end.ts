/** What can only be found at the end of a log: missing sequences, an unknown order, other heads. */
import type { headsOf, PublishedHead, StreamRoots } from './heads.ts'
import { type KnownAt, type KnownPart, knownFindings } from './known-at.ts'
import type { LogFinding } from './log-finding.ts'
import type { Sequences } from './sequences.ts'

/** The end of a log. */
interface LogEnd {
  readonly line: number
  readonly known: KnownAt | undefined
  readonly part: KnownPart
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
 * How many entries are known to be missing from a stream: before another of its entries, or at its
 * end, if a lost line names it. A stream that any of them is missing from is not valid.
 */
export const missingIn = (
  findings: readonly LogFinding[],
  { size, gaps }: Pick<StreamRoots, 'size' | 'gaps'>,
): number => {
  const atEnd = findings.filter(
    ({ code, revision }) => LOSING.has(code) && revision !== null && revision >= size + gaps,
  )
  return atEnd.length + gaps
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
  const { line, known, part } = ending
  return [
    ...sequences.missing(sizeOf(ending, sequences), ending),
    ...knownFindings(known, part, line),
    ...heads.findings(line),
  ]
}
