/** Collects the streams of a log, folds each, and passes on consequences from stream to stream. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { prefixOf, type Stream } from '../../words/stream.ts'
import type { ChainedEntry } from '../reading/chain.ts'
import {
  type AuditedStream,
  consequencesOf,
  foldedOf,
  type Growing,
  hold,
  type LocatedConsequence,
  nothing,
  unitedWith,
} from './audited-stream.ts'

/** The summary of a stream, and the names of the streams that have consequences for it. */
export interface Summary<A> {
  readonly stream: Stream
  readonly summary: A
  readonly consequencesFrom: readonly Stream[]
}

/** The streams that have been read so far. */
interface Streams<A> {
  /** Adds an entry. Returns false if its stream is already closed. */
  add(chained: ChainedEntry): boolean
  /** Returns the summaries of all streams, sorted by name. */
  summaries(): readonly Summary<A>[]
}

/**
 * How to fold and summarise streams, and whether the entries of each are consecutive in the log.
 */
interface Keeping<A> {
  readonly fold: (stream: Stream, events: readonly DomainEvent[]) => State
  readonly summarise: (folded: AuditedStream) => A
  readonly isGrouped: boolean
  readonly machines: readonly AnyMachine[]
}

/** A closed stream: its summary, and its consequences for other streams. */
interface Closed<A> {
  readonly summary: A
  readonly consequences: readonly LocatedConsequence[]
}

/** Summarises a stream together with the consequences that others have for it. */
const unitedSummary = <A>(
  { fold, summarise }: Keeping<A>,
  stream: Stream,
  growing: Growing,
  received: readonly LocatedConsequence[] = [],
): A => {
  const united = unitedWith(growing, received)
  return summarise(foldedOf(stream, united, growing.events.length, fold))
}

/** Streams without entries that other streams have consequences for. */
const withoutEntries = (
  held: ReadonlyMap<Stream, unknown>,
  consequences: ReadonlyMap<Stream, unknown>,
): readonly [Stream, Growing][] =>
  [...consequences.keys()].flatMap((stream) => (held.has(stream) ? [] : [[stream, nothing()]]))

/**
 * Creates an empty collection. In a grouped log, only the summary of a closed stream is kept.
 * Streams that others can have consequences for are kept whole to the end, since the others may
 * come later.
 */
export const streams = <A>(keeping: Keeping<A>): Streams<A> => {
  const { fold, summarise, isGrouped, machines } = keeping
  const receiving = new Set(machines.flatMap(({ consequences }) => consequences?.prefix ?? []))
  const receives = (stream: Stream): boolean => receiving.has(prefixOf(stream))
  const held = new Map<Stream, Growing>()
  const over = new Map<Stream, Closed<A>>()
  let current: Stream | null = null

  const closed = (stream: Stream, growing: Growing): Closed<A> => {
    const folded = foldedOf(stream, growing, growing.events.length, fold)
    return { summary: summarise(folded), consequences: consequencesOf(machines, folded) }
  }

  /** Closes the previous stream of a grouped log when another begins. */
  const turnTo = (stream: Stream): void => {
    const before = current
    current = stream
    if (!isGrouped || before === null || before === stream) return
    const growing = held.get(before)
    if (growing === undefined || receives(before)) return
    over.set(before, closed(before, growing))
    held.delete(before)
  }

  return {
    add: (chained) => {
      const { stream } = chained.entry
      turnTo(stream)
      if (over.has(stream)) return false
      const known = held.get(stream) ?? nothing()
      held.set(stream, known)
      hold(known, chained)
      return true
    },
    summaries: () => {
      const all = new Map(over)
      const receivers: [Stream, Growing][] = []
      for (const [stream, growing] of held) {
        if (receives(stream)) receivers.push([stream, growing])
        else all.set(stream, closed(stream, growing))
      }
      const located = [...all.values()].flatMap((each) => each.consequences)
      const consequences = byStream(located, ({ stream }) => stream)
      const summaries = new Map([...all].map(([stream, { summary }]) => [stream, summary]))
      for (const [stream, growing] of [...receivers, ...withoutEntries(held, consequences)]) {
        summaries.set(stream, unitedSummary(keeping, stream, growing, consequences.get(stream)))
      }
      return [...summaries]
        .map(([stream, summary]) => {
          const consequencesFrom = consequences.get(stream)?.map(({ from }) => from) ?? []
          return { stream, summary, consequencesFrom }
        })
        .sort((a, b) => (a.stream < b.stream ? -1 : 1))
    },
  }
}

/** Groups items by stream. */
export const byStream = <A>(
  all: readonly A[],
  streamOf: (each: A) => Stream,
): ReadonlyMap<Stream, readonly A[]> => {
  const found = new Map<Stream, A[]>()
  for (const each of all) {
    const stream = streamOf(each)
    const known = found.get(stream)
    if (known === undefined) found.set(stream, [each])
    else known.push(each)
  }
  return found
}
