/** Folds streams for callers who may pass anything: what cannot be read is left out. */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/stored.ts'
import { asStored } from '../event/upcast.ts'
import type { Entry } from '../log/entry.ts'
import { attempt } from '../words/attempt.ts'
import type { Instant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import type { AsOf } from './as-of.ts'
import { type FoldedState, type Folders, foldersOf, machineOf } from './assign.ts'
import { isInferred } from './infer.ts'
import type { AnyMachine } from './machine.ts'
import { logDecoder, type Root } from './root.ts'
import { eventsOf, type State } from './state.ts'

/** An event, by itself or in its entry. */
type EventOrEntry = DomainEvent | Entry

/** A state of any machine. */
type Known = State<object, string, string>

/** Folds streams. No method throws unless a machine throws. */
interface StreamFolder<M extends AnyMachine> {
  fold(stream: Stream, events: readonly EventOrEntry[]): FoldedState<M>
  evolve(state: Known, event: EventOrEntry): FoldedState<M>
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

const streamIn = (stream: unknown): Stream | null =>
  typeof stream === 'string' ? (stream as Stream) : null

/** The revision of the last of some entries; null if one of them is none, or there are none. */
const revisionOf = (all: readonly EventOrEntry[]): number | null => {
  let last = -1
  for (const each of all) {
    if (!('event' in each)) return null
    last = Math.max(last, each.revision)
  }
  return last < 0 ? null : last
}

/** The revision after one more entry, if it is the next one of the state's stream. */
const revisionAfter = ({ revision, occurrences }: Known, one: EventOrEntry): number | null => {
  if (!('event' in one)) return null
  const isNext =
    occurrences.length === 0 ? one.revision === 0 : one.revision === (revision ?? -2) + 1
  return isNext ? one.revision : null
}

/** A copy of an event with plain fields; none if it cannot be looked into. */
const plainly = (event: DomainEvent): readonly DomainEvent[] =>
  attempt(
    () => [{ ...event, data: { ...event.data }, metadata: { ...event.metadata } }],
    () => [],
  )

/** The state, with the revision of its last entry. */
const at = <A extends object>(state: A, revision: number | null): A =>
  revision === null ? state : Object.freeze({ ...state, revision })

/** The events, also of those that are in entries. */
const eventsIn = (all: readonly EventOrEntry[]): readonly DomainEvent[] => {
  const isMixed = !Array.isArray(all) || all.some((each) => 'event' in each)
  return isMixed ? all.map(eventIn) : (all as readonly DomainEvent[])
}

const eventIn = (each: EventOrEntry): DomainEvent => ('event' in each ? each.event : each)

/**
 * The events in a state, without those of damaged occurrences; none if the value is not a state.
 */
const reportsIn = ({ occurrences }: Known): readonly DomainEvent[] =>
  occurrences.flatMap((each) =>
    attempt(
      () => [...each.events],
      () => [],
    ),
  )

/**
 * Reads events and entries one by one. It returns a result for each of them. The input may be
 * anything, even if it is not a list.
 */
const readingAll = (decode: DecodeEvent) => (list: readonly EventOrEntry[]) => {
  const wrong = (value: unknown) => E.left(unreadable('event', 'an event', value))
  const readOne = (each: EventOrEntry): ReturnType<DecodeEvent> =>
    attempt(
      () => decode(eventIn(each)),
      () => wrong(each),
    )
  return attempt(
    () => [...list].map(readOne),
    () => [wrong(list)],
  )
}

/** The machine of a state with all these events; a state without a stream keeps its machine. */
const machineFor = <M extends AnyMachine>(
  machines: readonly M[],
  { stream, machine }: Pick<Known, 'stream' | 'machine'>,
  all: readonly DomainEvent[],
): M | null =>
  stream === null
    ? (machines.find(({ id }) => id === machine) ?? null)
    : machineOf(machines, stream, all)

/**
 * Adds an event to the latest state of a long stream that is evolved all the time. Returns null for
 * any other state, and if the event may assign another machine to the stream.
 */
const evolvedOn = <M extends AnyMachine>({ machines }: Root<M>, folders: Folders<M>) => {
  return (state: Known, event: DomainEvent) => {
    const machine = machines.find(({ id }) => id === state.machine)
    if (machine === undefined) return null
    const isOfIts = !('method' in event.data) || event.data.method === machine.method
    return isOfIts ? folders.of(machine).next(state, event) : null
  }
}

/**
 * Prepares machines and a policy for folding streams. It folds events as they are, unchecked, for
 * speed. If that throws, it reads each event, and folds again with only the readable events.
 */
export const streamFolder = <M extends AnyMachine>(root: Root<M>): StreamFolder<M> => {
  const { machines } = root
  const folders = foldersOf(root)
  const read = readingAll(logDecoder(machines, asStored))
  const readable = (list: readonly EventOrEntry[]): DomainEvent[] =>
    read(list).flatMap((each) => (E.isRight(each) ? plainly(each.right) : []))
  const next = evolvedOn(root, folders)
  const evolved = (state: Known, event: DomainEvent) => {
    const latest = next(state, event)
    if (latest !== null) return latest
    const all = [...eventsOf(state), event]
    const machine = machineFor(machines, state, all)
    return machine === null
      ? folders.fold(state.stream, all)
      : folders.of(machine).evolve(state, event)
  }
  const refolded = (state: Known, event: DomainEvent) => {
    const { reports, ...named } = attempt(
      () => ({ ...state, stream: streamIn(state.stream), reports: reportsIn(state) }),
      () => ({ machine: '', stream: null, reports: [] }),
    )
    const all = readable([...reports, event]).filter((each) => !isInferred(each))
    const machine = machineFor(machines, named, all)
    return machine === null
      ? folders.fold(named.stream, all)
      : folders.of(machine).fold(all, named.stream)
  }
  const fold = (stream: Stream | null, events: readonly EventOrEntry[], by?: Instant) =>
    attempt(
      () => at(folders.fold(stream, eventsIn(events), by), revisionOf(events)),
      () => folders.fold(stream, readable(events), by),
    )
  return {
    fold: (stream, events) => fold(streamIn(stream), events),
    evolve: (state, one) =>
      attempt(
        () => at(evolved(state, eventIn(one)), revisionAfter(state, one)),
        () =>
          refolded(
            state,
            attempt(
              () => eventIn(one),
              () => one as DomainEvent,
            ),
          ),
      ) as FoldedState<M>,
    foldAsOf: (stream, events, { occurred, known = Infinity }) => {
      const [wrong] = read(events).flatMap((each) => (E.isLeft(each) ? each.left : []))
      return wrong === undefined
        ? E.right(fold(stream, events.slice(0, Math.max(0, known)), occurred))
        : E.left(wrong)
    },
  }
}
