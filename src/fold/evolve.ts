/** Adds events to states for callers who may pass anything. */
import type { DomainEvent } from '../event/envelope.ts'
import { attempt } from '../words/attempt.ts'
import type { Stream } from '../words/stream.ts'
import { foldersOf, machineOf } from './assign.ts'
import { at, type EventOrEntry, eventIn, nextAfter } from './entries.ts'
import { isInferred } from './infer.ts'
import type { AnyMachine } from './machine.ts'
import { readingEvents } from './readable.ts'
import type { Root } from './root.ts'
import { eventsOf, type State } from './state.ts'

/** A state of any machine. */
type StateOfAnyMachine = State<object, string, string>

/** The name of a stream that a caller gives; null for anything that is no text. */
export const streamIn = (stream: unknown): Stream | null =>
  typeof stream === 'string' ? (stream as Stream) : null

/**
 * The events in a state, without those of damaged occurrences; none if the value is not a state.
 */
const reportsIn = ({ occurrences }: StateOfAnyMachine): readonly DomainEvent[] =>
  occurrences.flatMap((each) =>
    attempt(
      () => [...each.events],
      () => [],
    ),
  )

/** The machine of a state with all these events; a state without a stream keeps its machine. */
const machineFor = <M extends AnyMachine>(
  machines: readonly M[],
  { stream, machine }: Pick<StateOfAnyMachine, 'stream' | 'machine'>,
  all: readonly DomainEvent[],
): M | null =>
  stream === null
    ? (machines.find(({ id }) => id === machine) ?? null)
    : machineOf(machines, stream, all)

/** Folds what can be read of a state, and of an event after it. */
const refolding = (root: Root) => {
  const { machines } = root
  const folders = foldersOf(root)
  const { readable } = readingEvents(machines)
  return (state: StateOfAnyMachine, event: DomainEvent): StateOfAnyMachine => {
    const { reports, ...named } = attempt(
      () => ({ ...state, stream: streamIn(state.stream), reports: reportsIn(state) }),
      () => ({ machine: '', stream: null, reports: [] }),
    )
    const all = readable([...reports, event]).filter((each) => !isInferred(each))
    const machine = machineFor(machines, named, all)
    return (
      machine === null
        ? folders.fold(named.stream, all)
        : folders.of(machine).fold(all, named.stream)
    ) as StateOfAnyMachine
  }
}

/** Adds an event with the machine that all events together assign to the stream. */
const evolving = (root: Root) => {
  const { machines } = root
  const folders = foldersOf(root)
  return (state: StateOfAnyMachine, event: DomainEvent): StateOfAnyMachine => {
    const all = [...eventsOf(state), event]
    const machine = machineFor(machines, state, all)
    return (
      machine === null ? folders.fold(state.stream, all) : folders.of(machine).evolve(state, event)
    ) as StateOfAnyMachine
  }
}

/** Prepares machines and a policy for adding one event to any state. It never throws. */
export const evolver = (root: Root) => {
  const [evolved, refolded] = [evolving(root), refolding(root)]
  return (state: StateOfAnyMachine, one: EventOrEntry): StateOfAnyMachine => {
    const wrong = (): DomainEvent => one as DomainEvent
    return attempt(
      () => at(evolved(state, eventIn(one)), nextAfter(state, one)),
      () =>
        refolded(
          state,
          attempt(() => eventIn(one), wrong),
        ),
    )
  }
}
