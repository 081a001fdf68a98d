/** A stream as it was loaded: its tip and its state, and how both grow with the lines of a log. */
import * as E from 'fp-ts/lib/Either.js'
import type { AnyMachine } from '../contract/machine-record.ts'
import type { FoldedState } from '../fold/assign.ts'
import { tipAfter } from '../log/append.ts'
import type { Entry } from '../log/entry.ts'
import { emptyTip, type Tip } from '../log/tip.ts'
import type { Payfold } from '../payfold.ts'
import type { Stream } from '../words/stream.ts'

/** Machines and a policy, of whatever lifecycle. */
export type Root = Payfold<AnyMachine>

/** A stream up to its last entry. */
export interface StreamEnd {
  readonly tip: Tip
  readonly state: FoldedState<AnyMachine>
}

/** The streams that are known, by their names. */
export type Known = ReadonlyMap<string, StreamEnd>

/** The entries of loaded lines; null if a line is not valid. */
export const entriesOf = (pf: Root, lines: readonly string[]): readonly Entry[] | null => {
  const entries: Entry[] = []
  for (const line of lines) {
    const read = pf.fromLine(line)
    if (E.isLeft(read)) return null
    entries.push(read.right)
  }
  return entries
}

/** A stream without entries. */
export const emptyEnd = (pf: Root, stream: Stream): StreamEnd => ({
  tip: emptyTip(stream),
  state: pf.fold(stream, []),
})

/** A stream with new entries, which must be the next ones. */
export const grown = (pf: Root, { tip, state }: StreamEnd, fresh: readonly Entry[]): StreamEnd => ({
  tip: fresh.reduce(tipAfter, tip),
  state:
    tip.revision < 0
      ? pf.fold(tip.stream, fresh)
      : fresh.reduce<StreamEnd['state']>((before, entry) => pf.evolve(before, entry), state),
})

/**
 * A stream after what a store returned from its last known entry on, that entry included. Null if the
 * entries do not continue what is known: then the whole stream has to be loaded.
 */
export const continued = (
  pf: Root,
  before: StreamEnd,
  loaded: readonly Entry[],
): StreamEnd | null => {
  const { stream, revision, hash } = before.tip
  const own = loaded.filter((entry) => entry.stream === stream)
  const isSame =
    revision < 0 || own.some((entry) => entry.revision === revision && entry.hash === hash)
  const fresh = own.filter((entry) => entry.revision > revision)
  let [next, previous] = [revision + 1, hash]
  for (const entry of fresh) {
    if (entry.revision !== next || entry.previous !== previous) return null
    next += 1
    previous = entry.hash
  }
  return isSame ? grown(pf, before, fresh) : null
}
