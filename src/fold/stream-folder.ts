/** Folds streams for callers who may pass anything: what cannot be read is left out. */
import * as E from '#fp-ts/Either'
import type { AnyMachine } from '../contract/machine-record.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { type DomainEvent, isInferred } from '../event/envelope.ts'
import type { DecodeEvent } from '../event/event-decoder.ts'
import { asStored } from '../event/upcast.ts'
import type { Entry } from '../log/entry.ts'
import { attempt, tryOr } from '../words/data/attempt.ts'
import { elementsOf } from '../words/data/plain-data.ts'
import { type Unreadable, unreadable } from '../words/data/unreadable-input.ts'
import type { Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AsOf } from './as-of.ts'
import { type FoldedState, foldersOf, machineOf } from './assign.ts'
import { logDecoder, type Root } from './root.ts'

type EventOrEntry = DomainEvent | Entry

/** The place of a state in its log: the last entry that was folded. */
type LastEntry = Pick<Entry, 'revision' | 'hash'>

const isPlaced = (each: EventOrEntry): each is Entry =>
  'event' in each &&
  Number.isSafeInteger(each.revision) &&
  each.revision >= 0 &&
  typeof each.hash === 'string'

/** Whether an entry is the next one after the last, or the first of all. */
const follows = (
  { revision, previous }: Entry,
  last: Pick<State, 'revision' | 'hash'> | null,
): boolean =>
  last === null || last.revision === null
    ? revision === 0
    : revision === last.revision + 1 && previous === last.hash

/** The last of a stream's entries, in any order; null if one does not follow another, is of another stream, or none. */
const lastOf = (all: readonly EventOrEntry[], stream: Stream | null): LastEntry | null => {
  if (!all.every(isPlaced)) return null
  let last: Entry | null = null
  for (const each of all.toSorted((a, b) => a.revision - b.revision)) {
    const isAgain = each.revision === last?.revision && each.hash === last.hash
    const isOther = stream !== null && each.stream !== stream
    if (isOther || !(isAgain || follows(each, last))) return null
    last = each
  }
  return last
}

/** One more entry, if it is the next one of the state's stream: it follows the last one by hash. */
const nextAfter = (
  state: Pick<State, 'revision' | 'hash' | 'occurrences'>,
  one: EventOrEntry,
): LastEntry | null => {
  const isKnown = state.revision !== null || state.occurrences.length === 0
  return isPlaced(one) && isKnown && follows(one, state) ? one : null
}

const unplaced = <A extends Pick<State, 'revision' | 'hash'>>({ hash: _, ...state }: A) =>
  Object.freeze({ ...state, revision: null }) as unknown as A

const at = <A extends Pick<State, 'revision' | 'hash'>>(state: A, place: LastEntry | null): A => {
  if (place === null) return state.revision === null ? state : unplaced(state)
  return Object.freeze({ ...state, revision: place.revision, hash: place.hash })
}

const eventsIn = (all: readonly EventOrEntry[]): readonly DomainEvent[] => {
  if (!Array.isArray(all)) return all.map(eventIn)
  for (const each of all) if ('event' in each) return Array.from(all, eventIn)
  return all as readonly DomainEvent[]
}

const eventIn = (each: EventOrEntry): DomainEvent => ('event' in each ? each.event : each)

/** A copy of an event with plain fields; none if it cannot be looked into. */
const plainly = (event: DomainEvent): readonly DomainEvent[] =>
  tryOr([], () => [{ ...event, data: { ...event.data }, metadata: { ...event.metadata } }])

/** Reads events and entries one by one, with a result for each. The input may be anything. */
const readingAll = (decode: DecodeEvent) => (list: readonly EventOrEntry[]) => {
  const wrong = (value: unknown) => E.left(unreadable('event', 'an event', value))
  const readOne = (each: EventOrEntry): ReturnType<DecodeEvent> =>
    attempt(
      () => decode(eventIn(each)),
      () => wrong(each),
    )
  return attempt(
    () => elementsOf(list)?.map(readOne) ?? [wrong(list)],
    () => [wrong(list)],
  )
}

/** The name of a stream that a caller gives; null for anything that is no text. */
const streamIn = (stream: unknown): Stream | null =>
  typeof stream === 'string' ? (stream as Stream) : null

/** The events in a state, without those of damaged occurrences. */
const reportsIn = ({ occurrences }: State): readonly DomainEvent[] =>
  occurrences.flatMap((each) => tryOr([], () => [...each.events]))

/** Prepares machines and a policy for adding one event to any state. It never throws. */
const evolver = (root: Root, readable: (list: readonly EventOrEntry[]) => DomainEvent[]) => {
  const { machines } = root
  const folders = foldersOf(root)
  /** A state without a stream keeps its machine; else all events together assign the machine. */
  const machineFor = (
    { stream, machine }: Pick<State, 'stream' | 'machine'>,
    all: readonly DomainEvent[],
  ): AnyMachine | null =>
    stream === null
      ? (machines.find(({ id }) => id === machine) ?? null)
      : machineOf(machines, stream, all)
  const evolved = (state: State, event: DomainEvent) => {
    const all = [...eventsOf(state), event]
    const machine = machineFor(state, all)
    return machine === null
      ? folders.fold(state.stream, all)
      : folders.of(machine).evolve(state, event)
  }
  /** Folds what can be read of a state, and of an event after it. */
  const refolded = (state: State, one: EventOrEntry) => {
    const { reports, ...named } = attempt(
      () => ({ ...state, stream: streamIn(state.stream), reports: reportsIn(state) }),
      () => ({ machine: '', stream: null, reports: [] }),
    )
    const all = readable([...reports, one]).filter((each) => !isInferred(each))
    const machine = machineFor(named, all)
    return machine === null
      ? folders.fold(named.stream, all)
      : folders.of(machine).fold(all, named.stream)
  }
  return (state: State, one: EventOrEntry): State =>
    attempt(
      () => at(evolved(state, eventIn(one)) as State, nextAfter(state, one)),
      () => refolded(state, one) as State,
    )
}

/**
 * Prepares machines and a policy for folding streams. It folds events as they are, unchecked, for
 * speed. If that throws, it reads each event, and folds again with only the readable events.
 */
export const streamFolder = <M extends AnyMachine>(root: Root<M>) => {
  const folders = foldersOf(root)
  const read = readingAll(logDecoder(root.machines, asStored))
  const readable = (list: readonly EventOrEntry[]): DomainEvent[] =>
    read(list).flatMap((each) => (E.isRight(each) ? plainly(each.right) : []))
  const fold = (stream: Stream | null, events: readonly EventOrEntry[], by?: Instant) =>
    attempt(
      () => {
        const own = eventsIn(events)
        const state = folders.fold(stream, own, by)
        return own === events ? state : at(state, lastOf(events, stream))
      },
      () => folders.fold(stream, readable(events), by),
    )
  return {
    fold: (stream: Stream, events: readonly EventOrEntry[]) => fold(streamIn(stream), events),
    evolve: evolver(root, readable),
    /** Folds only what had happened and was known by a time. */
    foldAsOf: (
      stream: Stream,
      events: readonly EventOrEntry[],
      { occurred, known = Infinity }: AsOf,
    ): E.Either<Unreadable, FoldedState<M>> => {
      const [wrong] = read(events).flatMap((each) => (E.isLeft(each) ? each.left : []))
      return wrong === undefined
        ? E.right(fold(stream, events.slice(0, Math.max(0, known)), occurred))
        : E.left(wrong)
    },
  }
}
