/** The entries of a log by their sequence: what is there twice, what is missing, what is not in order. */
import type { Entry } from '../../log/entry.ts'
import { growingTree } from '../../log/hash-tree.ts'
import { NONE } from '../../words/data/lists.ts'
import type { Stream } from '../../words/stream.ts'
import type { LogFinding } from './log-finding.ts'
import { type ChainedEntry, evidenceOfLine } from './log-lines.ts'

/** An entry that has a sequence, with its line. */
export interface Sequenced {
  readonly line: number
  readonly revision: number
  readonly sequence: number
  readonly hash: string
}

/** An entry with its sequence, and its stream. */
export interface NumberedEntry extends Sequenced {
  readonly stream: Stream
}

type SequencedEntry = Pick<Entry, 'revision' | 'sequence'>

const isRising = (
  earlier: SequencedEntry | undefined,
  later: SequencedEntry | undefined,
): boolean =>
  earlier?.sequence === undefined ||
  later === undefined ||
  (later.sequence !== undefined && later.sequence > earlier.sequence)

/**
 * Compares each entry of a stream with the last one or, if it fills a gap, with those next to it. An entry
 * without a sequence after one that has one is out of sequence, too.
 */
export const risingWatch = () => {
  const byRevision = new Map<number, SequencedEntry>()
  let last: SequencedEntry | undefined
  return ({ line, entry }: ChainedEntry): LogFinding | null => {
    const { stream, revision, sequence = null } = entry
    const isLast = last === undefined || revision > last.revision
    const [before, after] = isLast
      ? [last]
      : [byRevision.get(revision - 1), byRevision.get(revision + 1)]
    byRevision.set(revision, entry)
    if (isLast) last = entry
    const isRisingHere = isRising(before, entry)
    if (isRisingHere && isRising(entry, after)) return null
    const other = (isRisingHere ? after : before)?.sequence ?? null
    return { line, stream, revision, sequence, code: 'OutOfSequence', other }
  }
}

/** An entry with its sequence; nothing if it has none. */
export const sequencedIn = ({ line, entry }: ChainedEntry): readonly NumberedEntry[] => {
  const { revision, sequence, hash, stream } = entry
  return sequence === undefined ? NONE : [{ line, revision, sequence, hash, stream }]
}

/** The order in which sequences are merged: of two entries with one, the first line counts. */
export const bySequence = (a: Sequenced, b: Sequenced): number =>
  a.sequence - b.sequence || a.line - b.line

/** The sequences of a whole log, added in their order; `sizes` are those of the published heads. */
export const sequencesOf = (sizes: readonly (number | undefined)[]) => {
  const tree = growingTree()
  const roots = new Map([[0, tree.root()]])
  let gap: { readonly from: number; readonly after: NumberedEntry } | null = null
  let [size, single, repeated] = [0, 0, 0]
  return {
    add: (entry: NumberedEntry): LogFinding | null => {
      const { line, stream, revision, sequence, hash } = entry
      if (sequence < size) {
        repeated += 1
        const at = { line, stream, revision }
        return { ...at, entries: [evidenceOfLine(at, hash)], code: 'SequenceRepeated', sequence }
      }
      if (sequence > size) gap ??= { from: size, after: entry }
      size = sequence + 1
      single += 1
      if (gap !== null) return null
      tree.add(hash)
      if (sizes.includes(size)) roots.set(size, tree.root())
      return null
    },
    /** The root over the first hashes, for a size given at the start or for all; null if one is missing. */
    root: (of: number): string | null =>
      of === size && gap === null ? tree.root() : (roots.get(of) ?? null),
    /** How many entries have a sequence, even one that another has. */
    entries: (): number => single + repeated,
    isSingle: (): boolean => repeated === 0,
    /**
     * Missing entries, below a size or the greatest sequence, for which neither lost lines nor streams
     * account: at the entry after them, else at the last `line`. Other findings account for `lost`
     * entries, and for `missing` of them as missing from streams.
     */
    missing: (
      line: number,
      below: number | null,
      { lost, missing: known }: { readonly lost: number; readonly missing: number },
    ) => {
      const { from, after } = gap ?? { from: size, after: null }
      const end = below ?? size
      if (from >= end) return NONE
      const isInside = after !== null && after.sequence < end
      const next = isInside ? after.sequence : end
      const missing = Math.max(next - from, end - single)
      if (missing <= Math.min(lost, known)) return NONE
      const at = { line, stream: null, revision: null }
      const there = isInside
        ? { ...at, line: after.line, entries: [evidenceOfLine(after, after.hash)] }
        : at
      const found: LogFinding =
        missing > lost
          ? { ...there, code: 'SequenceMissing', from, to: next - 1, missing }
          : { ...at, code: 'EndUnknown', from, missing: missing - known, missingOfStreams: known }
      return [found]
    },
  }
}
