/**
 * Adds events to states for callers who may pass anything. The state of a long stream is made when
 * somebody reads it.
 */
import * as E from 'fp-ts/lib/Either.js'
import type { DomainEvent } from '../event/envelope.ts'
import { attempt } from '../words/attempt.ts'
import { frozen } from '../words/plain.ts'
import type { Stream } from '../words/stream.ts'
import { foldersOf, machineOf } from './assign.ts'
import { chaining } from './chain.ts'
import { at, type EventOrEntry, eventIn, nextAfter } from './entries.ts'
import { FEW } from './evolving.ts'
import { isInferred } from './infer.ts'
import type { AnyMachine } from './machine.ts'
import { readingEvents } from './readable.ts'
import type { Root } from './root.ts'
import { eventsOf, type State } from './state.ts'

/** A state of any machine. */
type Known = State<object, string, string>

/** The name of a stream that a caller gives; null for anything that is no text. */
export const streamIn = (stream: unknown): Stream | null =>
  typeof stream === 'string' ? (stream as Stream) : null

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

/** The machine of a state with all these events; a state without a stream keeps its machine. */
const machineFor = <M extends AnyMachine>(
  machines: readonly M[],
  { stream, machine }: Pick<Known, 'stream' | 'machine'>,
  all: readonly DomainEvent[],
): M | null =>
  stream === null
    ? (machines.find(({ id }) => id === machine) ?? null)
    : machineOf(machines, stream, all)

/** The machine of a state, if an event can assign no other to its stream; else null. */
const machineKept = <M extends AnyMachine>(
  machines: readonly M[],
  state: Pick<Known, 'machine'>,
  event: DomainEvent,
): M | null => {
  const machine = machines.find(({ id }) => id === state.machine) ?? null
  return 'method' in event.data && event.data.method !== machine?.method ? null : machine
}

/** What adds events to states. No method throws unless a machine throws. */
interface Evolver {
  /** Notes a state that was made here, and so is all that its events say. */
  noted<A extends Known>(state: A): A
  /** Adds one event to any state. */
  evolve(state: Known, one: EventOrEntry): Known
}

/** Folds what can be read of a state, and of the events after it. */
const refolding = (root: Root) => {
  const { machines } = root
  const folders = foldersOf(root)
  const { readable } = readingEvents(machines)
  return (state: Known, events: readonly DomainEvent[]): Known => {
    const { reports, ...named } = attempt(
      () => ({ ...state, stream: streamIn(state.stream), reports: reportsIn(state) }),
      () => ({ machine: '', stream: null, reports: [] }),
    )
    const all = readable([...reports, ...events]).filter((each) => !isInferred(each))
    const machine = machineFor(machines, named, all)
    return (
      machine === null
        ? folders.fold(named.stream, all)
        : folders.of(machine).fold(all, named.stream)
    ) as Known
  }
}

/** Adds events with the machine that all of them together assign to the stream. */
const evolving = (root: Root, long: WeakSet<Known>) => {
  const { machines } = root
  const folders = foldersOf(root)
  return (state: Known, events: readonly DomainEvent[]): Known => {
    const isKept = events.every((event) => machineKept(machines, state, event) !== null)
    const kept = machines.find(({ id }) => id === state.machine)
    if (kept !== undefined && isKept && long.has(state)) {
      const evolved = folders.of(kept).evolveParts(state, events)
      if (evolved !== null) return evolved
    }
    const all = [...eventsOf(state), ...events]
    const machine = machineFor(machines, state, all)
    return (
      machine === null
        ? folders.fold(state.stream, all)
        : folders.of(machine).evolveAll(state, events)
    ) as Known
  }
}

/** Prepares machines and a policy for adding events to states. */
export const evolver = (root: Root): Evolver => {
  const { decode } = readingEvents(root.machines)
  /** States of long streams that were made here: their machine is that of all their events. */
  const long = new WeakSet<Known>()
  const [evolved, refolded] = [evolving(root, long), refolding(root)]
  const { baseOf, after } = chaining((base, events) =>
    attempt(
      () => evolved(base, events),
      () => refolded(base, events),
    ),
  )
  const noted: Evolver['noted'] = (state) => {
    if (state.occurrences.length >= FEW) long.add(state)
    return state
  }
  const evolvedLater = (state: Known, one: EventOrEntry): Known | null => {
    const event = eventIn(one)
    if (!long.has(baseOf(state)) || E.isLeft(decode(event))) return null
    const next = after(state, frozen(event), nextAfter(state, one))
    long.add(next)
    return next
  }
  const evolvedNow = (state: Known, one: EventOrEntry): Known => {
    const wrong = (): DomainEvent => one as DomainEvent
    return attempt(
      () => at(evolved(state, [eventIn(one)]), nextAfter(state, one)),
      () => refolded(state, [attempt(() => eventIn(one), wrong)]),
    )
  }
  return {
    noted,
    evolve: (state, one) => {
      const later = attempt(
        () => evolvedLater(state, one),
        () => null,
      )
      return later ?? noted(evolvedNow(state, one))
    },
  }
}
