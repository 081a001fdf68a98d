/** Folds a stream entry by entry, and collects what a viewer sees at each step. */
import type { AnyMachine } from '../../contract/machine-record.ts'
import type { State } from '../../contract/state.ts'
import { type DomainEvent, occurredAt, receivedAt } from '../../event/envelope.ts'
import { foldersOf, machineOf } from '../../fold/assign.ts'
import type { Root } from '../../fold/root.ts'
import { canonicalText } from '../../words/data/canonical.ts'
import type { Stream } from '../../words/stream.ts'
import type { Instant } from '../../words/time/instant.ts'
import { type Marks, marking } from '../picture/graph.ts'
import { type Change, changesBetween } from './changes.ts'
import { type Lasting, lasting } from './lasting-facts.ts'
import { type Note, notesOf } from './notes.ts'

/** A step: an event, and what it changed. The first step has no event. */
export interface WatchedStep {
  readonly event: DomainEvent | null
  readonly status: string
  /** Whether the event occurred before an event that was recorded earlier. */
  readonly isLate: boolean
  readonly applied: readonly Change[]
}

/** A mark on a state or an edge of the picture. */
interface Mark {
  readonly kind: 'visited' | 'current' | 'taken'
  readonly key: string
}

/** A stream's steps, with the notes and marks that are true during some of them. */
export interface Watched {
  readonly stream: Stream
  readonly machine: AnyMachine | null
  readonly steps: readonly WatchedStep[]
  readonly notes: readonly Lasting<Note>[]
  readonly marks: readonly Lasting<Mark>[]
}

/** Folds a stream entry by entry, each time with the machine that the stream belongs to by then. */
const statesOf = function* (
  root: Root,
  stream: Stream,
  events: readonly DomainEvent[],
): Generator<readonly [AnyMachine | null, State]> {
  const { of, fold } = foldersOf(root)
  let known: readonly [AnyMachine | null, State] = [null, fold(stream, [])]
  for (const [index, event] of [null, ...events].entries()) {
    const before = events.slice(0, index)
    const machine = machineOf(root.machines, stream, before)
    const isOn = machine !== null && machine === known[0] && event !== null
    known = [machine, isOn ? of(machine).evolve(known[1], event) : fold(stream, before)]
    yield known
  }
}

const NOTHING: ReadonlyMap<string, Mark> = new Map()

/** Returns the marks in the picture, each under a key. */
const marksOf = ({ visited, current, taken }: Marks): ReadonlyMap<string, Mark> => {
  const mark = (kind: Mark['kind'], key: string) => [`${kind} ${key}`, { kind, key }] as const
  return new Map([
    ...[...visited].map(({ id }) => mark('visited', id)),
    ...[...current].map(({ id }) => mark('current', id)),
    ...[...taken.keys()].map((key) => mark('taken', key)),
  ])
}

/**
 * Prepares to watch a stream: every entry in the order in which it was recorded, what it changed,
 * and the notes and marks after it. Step 0 is before the first entry.
 */
export const watching = (root: Root) => {
  const saidOf = notesOf(root)
  return (stream: Stream, events: readonly DomainEvent[]): Watched => {
    const machine = machineOf(root.machines, stream, events)
    const mark = machine === null ? null : marking(machine, { policy: root.policy })
    const [notes, marks] = [lasting<Note>(), lasting<Mark>()]
    const steps: WatchedStep[] = []
    let context: object = {}
    let latest: Instant | null = null
    for (const [by, state] of statesOf(root, stream, events)) {
      const event = events[steps.length - 1] ?? null
      const [now, at] =
        event === null ? [null, null] : [receivedAt(event), occurredAt(event.metadata)]
      const said = saidOf(by, state, now)
      notes.at(steps.length, new Map(said.map((note) => [canonicalText({ ...note }), note])))
      marks.at(steps.length, mark === null || by === null ? NOTHING : marksOf(mark(state)))
      const isLate = at !== null && latest !== null && at < latest
      if (at !== null && !isLate) latest = at
      const applied = by === null ? [] : changesBetween(context, state.context)
      steps.push({ event, status: state.status, isLate, applied })
      if (by !== null) context = state.context
    }
    return { stream, machine, steps, notes: notes.all(), marks: marks.all() }
  }
}
