/** A stream as it was loaded, and how it grows with the lines of a log. */
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { FoldedState } from '../fold/assign.ts'
import { tipAfter } from '../log/append.ts'
import type { Entry } from '../log/entry.ts'
import { emptyTip, type Tip } from '../log/tip.ts'
import type { Payfold } from '../payfold.ts'
import { hasPrefix, prefixOf, type Stream, UNKNOWN } from '../words/stream.ts'

/** Machines and a policy, of whatever lifecycles. */
export type AnyPayfold = Payfold<AnyMachine>

/** A stream up to its last entry. */
export interface LoadedStream {
  readonly tip: Tip
  readonly state: FoldedState<AnyMachine>
}

/** The streams that are known, by their names. */
export type KnownStreams = ReadonlyMap<string, LoadedStream>

/** Whether the log can have a stream: events of a lifecycle that is not combined have no place in it. */
export const hasPlace = ({ machines }: AnyPayfold, stream: Stream): boolean =>
  prefixOf(stream) === UNKNOWN || machines.some(({ subject }) => hasPrefix(stream, subject.prefix))

/** A list that was judged; none if it could not be. */
export const listed = <A>(read: E.Either<unknown, readonly A[]>): readonly A[] =>
  E.isRight(read) ? read.right : []

/** The entries of loaded lines; null if a line is not valid. */
export const entriesOf = (pf: AnyPayfold, lines: readonly string[]): readonly Entry[] | null => {
  const entries = lines.flatMap((line) => {
    const read = pf.fromLine(line)
    return E.isRight(read) ? [read.right] : []
  })
  return entries.length === lines.length ? entries : null
}

/** A stream without entries. */
export const emptyStream = (pf: AnyPayfold, stream: Stream): LoadedStream => ({
  tip: emptyTip(stream),
  state: pf.fold(stream, []),
})

/** A stream after its next entries. */
export const grown = (
  pf: AnyPayfold,
  { tip, state }: LoadedStream,
  fresh: readonly Entry[],
): LoadedStream => ({
  tip: fresh.reduce(tipAfter, tip),
  state:
    tip.revision < 0
      ? pf.fold(tip.stream, fresh)
      : fresh.reduce<LoadedStream['state']>((before, entry) => pf.evolve(before, entry), state),
})

/** With more new entries than this, it is faster to fold the whole stream. */
const FEW = 8

/**
 * A stream after what a store returned from its last known entry on, that entry included. Null if the
 * whole stream has to be loaded: the entries do not continue what is known, or there are many.
 */
export const continued = (
  pf: AnyPayfold,
  before: LoadedStream,
  loaded: readonly Entry[],
): LoadedStream | null => {
  const { stream, revision, hash } = before.tip
  const own = loaded.filter((entry) => entry.stream === stream)
  const isSame =
    revision < 0 || own.some((entry) => entry.revision === revision && entry.hash === hash)
  const fresh = own.filter((entry) => entry.revision > revision)
  const isNext = fresh.every(
    (entry, index) =>
      entry.revision === revision + 1 + index &&
      entry.previous === (index === 0 ? hash : fresh[index - 1]?.hash),
  )
  const isQuick = revision < 0 || fresh.length <= FEW
  return isSame && isNext && isQuick ? grown(pf, before, fresh) : null
}
