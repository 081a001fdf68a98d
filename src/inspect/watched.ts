/** A stream as somebody watches it: entry by entry, what was told and what was known then. */
import type { Event } from '../event/envelope.ts'
import { occurredAt } from '../event/envelope.ts'
import { foldStream, machineOf } from '../fold/assign.ts'
import { type Folding, folder } from '../fold/fold.ts'
import type { AnyMachine, Machine } from '../fold/machine.ts'
import type { State } from '../fold/state.ts'
import { canonical } from '../words/canonical.ts'
import { type Instant, later, toInstant } from '../words/instant.ts'
import { defaultPolicy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { type Marks, marking } from './graph.ts'
import { type Lasting, lasting } from './lasting.ts'
import { type Note, notesOf } from './notes.ts'

type Any = Machine<object, string, string>

/** A field of what is known, before a step and after it; null: it was not known. */
export interface Learnt {
  readonly field: string
  readonly before: string | null
  readonly after: string | null
}

/** A step: what was told, and what it changed. The first tells nothing. */
export interface Step {
  readonly event: Event | null
  readonly status: string
  /** It had happened before something that was heard of earlier. */
  readonly isLate: boolean
  readonly learnt: readonly Learnt[]
}

/** A state or an edge of the picture, marked. */
export interface Mark {
  readonly kind: 'visited' | 'current' | 'taken'
  readonly key: string
}

/** A stream, step by step. */
export interface Watched {
  readonly stream: Stream
  readonly machine: Any | null
  readonly steps: readonly Step[]
  readonly notes: readonly Lasting<Note>[]
  readonly marks: readonly Lasting<Mark>[]
}

/** Every value that is known, by the path to it. */
const valuesIn = (known: unknown, path = ''): readonly (readonly [string, string])[] => {
  if (typeof known !== 'object' || known === null) {
    return known === null || known === undefined ? [] : [[path, String(known)]]
  }
  const names = Object.entries(known)
  return names.flatMap(([name, inner]) => valuesIn(inner, path === '' ? name : `${path}.${name}`))
}

/** What differs between two states of knowledge, in the order of their fields. */
export const learntBetween = (before: object, after: object): readonly Learnt[] => {
  const [was, is] = [new Map(valuesIn(before)), new Map(valuesIn(after))]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((field) => {
    const [old, now] = [was.get(field) ?? null, is.get(field) ?? null]
    return old === now ? [] : [{ field, before: old, after: now }]
  })
}

/** Folds a stream entry by entry, by the machine that it belongs to at each. */
const statesOf = function* (
  machines: readonly Any[],
  stream: Stream,
  events: readonly Event[],
  folding: Folding,
): Generator<readonly [Any | null, State]> {
  const fold = foldStream(machines, folding)
  const folders = new Map(machines.map((machine) => [machine, folder(machine, folding)]))
  let known: readonly [Any | null, State] = [null, fold(stream, [])]
  for (const [index, event] of [null, ...events].entries()) {
    const told = events.slice(0, index)
    const machine = machineOf(machines, stream, told)
    const own = machine === null ? undefined : folders.get(machine)
    const isOn = own !== undefined && machine === known[0] && event !== null
    known = [machine, isOn ? own.evolve(known[1], event) : fold(stream, told)]
    yield known
  }
}

const NOTHING: ReadonlyMap<string, Mark> = new Map()

/** What is marked in the picture, each under a key. */
const marksOf = ({ visited, current, taken }: Marks): ReadonlyMap<string, Mark> => {
  const mark = (kind: Mark['kind'], key: string) => [`${kind} ${key}`, { kind, key }] as const
  return new Map([
    ...[...visited].map(({ id }) => mark('visited', id)),
    ...[...current].map(({ id }) => mark('current', id)),
    ...[...taken.keys()].map((key) => mark('taken', key)),
  ])
}

/**
 * Watches a stream: every entry in the order in which it was recorded, what it taught, and all that held after
 * it. Step 0 is before anything was told.
 */
export const watching = (machines: readonly AnyMachine[], folding: Folding = {}) => {
  const { policy = defaultPolicy } = folding
  const known = machines as unknown as readonly Any[]
  return (stream: Stream, events: readonly Event[]): Watched => {
    const machine = machineOf(known, stream, events)
    const mark = machine === null ? null : marking(machine, folding)
    const [notes, marks] = [lasting<Note>(), lasting<Mark>()]
    const steps: Step[] = []
    let context: object = {}
    let latest: Instant | null = null
    for (const [by, state] of statesOf(known, stream, events, folding)) {
      const event = events[steps.length - 1] ?? null
      const now = event === null ? null : toInstant(event.metadata.recordedAt)
      const said = notesOf(by, state, policy, now)
      notes.at(steps.length, new Map(said.map((note) => [canonical({ ...note }), note])))
      marks.at(steps.length, mark === null || by === null ? NOTHING : marksOf(mark(state)))
      const at = event === null ? null : occurredAt(event.metadata)
      const isLate = at !== null && latest !== null && at < latest
      latest = at === null ? latest : later(at, latest ?? at)
      const learnt = by === null ? [] : learntBetween(context, state.context)
      steps.push({ event, status: state.status, isLate, learnt })
      if (by !== null) context = state.context
    }
    return { stream, machine, steps, notes: notes.all(), marks: marks.all() }
  }
}
