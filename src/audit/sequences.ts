/** The entries of a log by their sequence: what is there twice, what is missing, what is not in order. */
import type { Entry } from '../log/entry.ts'
import type { Stream } from '../words/stream.ts'
import type { ChainedEntry } from './chain.ts'
import type { LogFinding } from './log-finding.ts'
import { type LooseTree, looseTree } from './loose-tree.ts'

/** An entry that has a sequence, with its line. */
export interface Sequenced {
  readonly line: number
  readonly revision: number
  readonly sequence: number
  readonly hash: string
}

/** The last entry of a stream, by revision, that was checked. */
type Last = Pick<Entry, 'revision' | 'sequence'>

/**
 * Checks that within each stream the sequence rises with the revision. An entry without a sequence
 * after one that has one is out of sequence, too.
 */
export const risingWatch = () => {
  const lasts = new Map<Stream, Last>()
  return ({ line, entry }: ChainedEntry): LogFinding | null => {
    const { stream, revision, sequence } = entry
    const last = lasts.get(stream)
    const isLater = last === undefined || revision > last.revision
    if (isLater) lasts.set(stream, sequence === undefined ? { revision } : { revision, sequence })
    const before = last?.sequence
    if (before === undefined) return null
    const isRising = sequence !== undefined && (isLater ? sequence > before : sequence < before)
    const here = { line, stream, revision, sequence: sequence ?? null, other: before }
    return isRising ? null : { ...here, code: 'OutOfSequence' }
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
  /** Adds entries. Returns a finding for each whose sequence the log already has. */
  add(stream: Stream, entries: readonly Sequenced[]): readonly LogFinding[]
  /** Whether no two entries have one sequence. */
  isSingle(): boolean
  /**
   * The finding for missing entries below a size, at the end of the log, if more are missing than
   * others account for.
   */
  missing(below: number, line: number, lost: number): readonly LogFinding[]
}

/** Starts to collect the sequences of a log; `sizes` are those of the heads that were published. */
export const sequencesOf = (sizes: readonly number[]): Sequences => {
  const tree = looseTree(sizes)
  let repeated = 0
  return {
    ...tree,
    add: (stream, entries) =>
      entries.flatMap(({ line, revision, sequence, hash }): readonly LogFinding[] => {
        if (tree.put(sequence, hash)) return []
        repeated += 1
        return [{ line, stream, revision, code: 'SequenceRepeated', sequence }]
      }),
    entries: () => tree.count() + repeated,
    isSingle: () => repeated === 0,
    missing: (below, line, lost) => {
      const hole = tree.hole(below)
      if (hole === null || hole.missing <= lost) return []
      return [{ line, stream: null, revision: null, code: 'SequenceMissing', ...hole }]
    },
  }
}
