/** The entries of a log by their sequence: what is there twice, what is missing, what is not in order. */
import type { Entry } from '../../log/entry.ts'
import { NONE } from '../../words/data/lists.ts'
import type { Stream } from '../../words/stream.ts'
import { type ChainedEntry, evidenceOfLine } from './evidence.ts'
import type { LogFinding } from './log-finding.ts'
import { type LooseTree, looseTree } from './loose-tree.ts'

/** An entry that has a sequence, with its line. */
export interface Sequenced {
  readonly line: number
  readonly revision: number
  readonly sequence: number
  readonly hash: string
}

/** What is kept of an entry for those that are read after it. */
type SequencedEntry = Pick<Entry, 'revision' | 'sequence'>

/** The places of a stream: its last entry by revision, and those next to entries that may follow. */
interface Places {
  last: SequencedEntry | null
  readonly aroundGaps: Map<number, SequencedEntry>
}

/** Whether a later entry has a sequence that an earlier one of its stream permits. */
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

/**
 * Checks that within a stream the sequence rises with the revision, whatever the order of lines.
 * An entry without a sequence after one that has one is out of sequence, too.
 */
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
export const sequencedIn = ({ line, entry }: ChainedEntry): readonly Sequenced[] => {
  const { revision, sequence, hash } = entry
  return sequence === undefined ? [] : [{ line, revision, sequence, hash }]
}

/** The sequences of a whole log. */
export interface Sequences extends Pick<LooseTree, 'root' | 'size'> {
  /** How many entries have a sequence, even one that another has. */
  entries(): number
  /** Adds an entry. Returns a finding if the log already has its sequence. */
  add(entry: Sequenced & { readonly stream: Stream }): readonly LogFinding[]
  /** Whether no two entries have one sequence. */
  isSingle(): boolean
  /**
   * The finding for missing entries below a size, at the end of the log: if more are missing than lost
   * lines account for, or else if more are missing than are known to be missing from streams.
   */
  missing(
    below: number,
    ending: { readonly line: number; readonly lost: number; readonly missing: number },
  ): readonly LogFinding[]
}

/** Starts to collect the sequences of a log; `sizes` are those of the heads that were published. */
export const sequencesOf = (sizes: readonly number[]): Sequences => {
  const tree = looseTree(sizes)
  let repeated = 0
  return {
    ...tree,
    add: ({ line, stream, revision, sequence, hash }) => {
      if (tree.put(sequence, hash)) return NONE
      repeated += 1
      const at = { line, stream, revision }
      return [{ ...at, entries: [evidenceOfLine(at, hash)], code: 'SequenceRepeated', sequence }]
    },
    entries: () => tree.count() + repeated,
    isSingle: () => repeated === 0,
    missing: (below, { line, lost, missing }) => {
      const hole = tree.hole(below)
      if (hole === null || hole.missing <= Math.min(lost, missing)) return []
      const at = { line, stream: null, revision: null }
      if (hole.missing > lost) return [{ ...at, code: 'SequenceMissing', ...hole }]
      return [
        { ...at, code: 'EndUnknown', missing: hole.missing - missing, missingOfStreams: missing },
      ]
    },
  }
}
