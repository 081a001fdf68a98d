/** Folds streams for callers who may pass anything: what cannot be read is left out. */
import * as E from 'fp-ts/lib/Either.js'
import { attempt } from '../words/attempt.ts'
import type { Instant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import type { Unreadable } from '../words/unreadable.ts'
import type { AsOf } from './as-of.ts'
import { type FoldedState, foldersOf } from './assign.ts'
import { at, type EventOrEntry, eventsIn, lastOf } from './entries.ts'
import { evolver, streamIn } from './evolve.ts'
import type { AnyMachine } from './machine.ts'
import { readingEvents } from './readable.ts'
import type { Root } from './root.ts'
import type { State } from './state.ts'

/** A state of any machine. */
type StateOfAnyMachine = State<object, string, string>

/** Folds streams. No method throws unless a machine throws. */
interface StreamFolder<M extends AnyMachine> {
  fold(stream: Stream, events: readonly EventOrEntry[]): FoldedState<M>
  evolve(state: StateOfAnyMachine, event: EventOrEntry): FoldedState<M>
  /**
   * Folds only what had happened and was known by a time; or returns what is wrong with the
   * arguments.
   */
  foldAsOf(
    stream: Stream,
    events: readonly EventOrEntry[],
    when: AsOf,
  ): E.Either<Unreadable, FoldedState<M>>
}

/**
 * Prepares machines and a policy for folding streams. It folds events as they are, unchecked, for
 * speed. If that throws, it reads each event, and folds again with only the readable events.
 */
export const streamFolder = <M extends AnyMachine>(root: Root<M>): StreamFolder<M> => {
  const { machines } = root
  const folders = foldersOf(root)
  const { read, readable } = readingEvents(machines)
  const evolve = evolver(root)
  const fold = (stream: Stream | null, events: readonly EventOrEntry[], by?: Instant) =>
    attempt(
      () => {
        const own = eventsIn(events)
        const state = folders.fold(stream, own, by)
        return own === events ? state : at(state, lastOf(events))
      },
      () => folders.fold(stream, readable(events), by),
    )
  return {
    fold: (stream, events) => fold(streamIn(stream), events),
    evolve: (state, one) => evolve(state, one) as unknown as FoldedState<M>,
    foldAsOf: (stream, events, { occurred, known = Infinity }) => {
      const [wrong] = read(events).flatMap((each) => (E.isLeft(each) ? each.left : []))
      return wrong === undefined
        ? E.right(fold(stream, events.slice(0, Math.max(0, known)), occurred))
        : E.left(wrong)
    },
  }
}
