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

/** The places of a stream: its last entry by revision, and those next to entries that may follow. */
interface Places {
  last: SequencedEntry | null
  readonly aroundGaps: Map<number, SequencedEntry>
}

const isRising = (earlier: SequencedEntry, { sequence }: SequencedEntry): boolean =>
  earlier.sequence === undefined || (sequence !== undefined && sequence > earlier.sequence)

/** Notes the place of an entry. Returns those that it must rise from, and that must rise from it. */
const noted = (
  places: Places,
  place: SequencedEntry,
): readonly (readonly [SequencedEntry, SequencedEntry])[] => {
  const { last, aroundGaps } = places
  const { revision } = place
  if (last !== null && revision < last.revision) {
    const [before, after] = [aroundGaps.get(revision - 1), aroundGaps.get(revision + 1)]
    aroundGaps.set(revision, place)
    const pairs = [before && ([before, place] as const), after && ([place, after] as const)]
    return pairs.flatMap((pair) => (pair === undefined ? [] : [pair]))
  }
  places.last = place
  if (revision > (last?.revision ?? -1) + 1) {
    for (const each of last === null ? [place] : [last, place]) aroundGaps.set(each.revision, each)
  }
  return last === null ? [] : [[last, place]]
}

/** An entry without a sequence after one that has one is out of sequence, too. */
export const risingWatch = () => {
  const places: Places = { last: null, aroundGaps: new Map() }
  return ({ line, entry }: ChainedEntry): LogFinding | null => {
    const { stream, revision, sequence } = entry
    const place: SequencedEntry = sequence === undefined ? { revision } : { revision, sequence }
    const wrong = noted(places, place).find(([earlier, later]) => !isRising(earlier, later))
    if (wrong === undefined) return null
    const other = wrong.find((each) => each !== place)?.sequence ?? null
    const here = { line, stream, revision, sequence: sequence ?? null }
    return { ...here, code: 'OutOfSequence', other }
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
    /** Missing entries, below a size or the greatest sequence, for which neither lost lines nor streams account: at the entry after them, else at the last `line`. */
    missing: (line: number, below: number | null, { lost, missing: known }: Accounted) => {
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

/** How many entries other findings account for, and how many of them are missing from a stream. */
interface Accounted {
  readonly lost: number
  readonly missing: number
}
