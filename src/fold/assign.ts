/** Finds the machine that a stream belongs to, and folds the stream with it. */

import type { EngineFinding } from '../contract/finding.ts'
import type { AnyMachine, Subject } from '../contract/machine-record.ts'
import { type Occurrence, strength } from '../contract/occurrence.ts'
import type { Parked } from '../contract/parked-reasons.ts'
import { eventsOf, type FindingOf, type State } from '../contract/state.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { distinct } from '../merge/distinct-events.ts'
import { happenedBy, type MergedMachine, merging } from '../merge/merge.ts'
import { order } from '../merge/order.ts'
import { isOwn, ownEvents } from '../merge/stream-subject.ts'
import { compare } from '../words/data/lists.ts'
import { frozen } from '../words/data/plain-data.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { defaultPolicyOf, isPolicyOf, type Policy, policyHash } from '../words/policy.ts'
import { hasPrefix, type Stream } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { type Folder, prepared } from './fold.ts'
import { isKnownTo, policyFieldsOf, type Root } from './root.ts'

/** The name for every payment method that no machine covers. */
const NO_METHOD = 'other'

interface MethodEvent {
  readonly event: DomainEvent
  readonly method: string
}

const naming = (events: readonly DomainEvent[]): MethodEvent[] => {
  const named: MethodEvent[] = []
  for (const event of events) {
    if ('method' in event.data) named.push({ event, method: event.data.method as string })
  }
  return named
}

/** The events that give a payment method, without messages that a later release read better. */
const namingIn = (events: readonly DomainEvent[]): MethodEvent[] => {
  const named = naming(events)
  const isUnread = named.some(({ event }) => event.type === INFORMATIONAL.unrecognised)
  return isUnread ? naming(distinct(events).events) : named
}

/** The method of the strongest event that gives one; `other` only if no event gives another. */
const methodIn = (events: readonly DomainEvent[]): string | null => {
  const named = namingIn(events)
  if (named.length > 1) {
    named.sort(
      (a, b) =>
        strength(b.event.metadata) - strength(a.event.metadata) ||
        compare(a.event.metadata.eventId, b.event.metadata.eventId) ||
        compare(a.method, b.method),
    )
  }
  return named.find(({ method }) => method !== NO_METHOD)?.method ?? named[0]?.method ?? null
}

const ownMethodIn = (
  subject: Subject,
  stream: Stream | null,
  events: readonly DomainEvent[],
): string | null => {
  let [only, count]: [DomainEvent | null, number] = [null, 0]
  for (const event of events) {
    if (!('method' in event.data)) continue
    only = event
    count += 1
  }
  if (only === null) return null
  // one event that gives a method, and is about the subject, decides by itself
  return count === 1 && only.type !== INFORMATIONAL.unrecognised
    ? isOwn(subject, stream, only)
      ? (only.data as { readonly method: string }).method
      : null
    : methodIn(ownEvents(subject, stream, events))
}

/** The state of a stream whose machine is not known: all its events are kept, and no chart runs. */
export type UnassignedState = State<
  Record<string, never>,
  'unassigned',
  'unassigned',
  EngineFinding
>

const alikeIn = <M extends AnyMachine>(machines: readonly M[], stream: Stream | null) =>
  machines.filter(({ subject }) => stream !== null && hasPrefix(stream, subject.prefix))

/**
 * Finds the machine of a stream by its prefix. If several machines share the prefix, the payment
 * method that an event about the stream's subject names decides. Nothing else assigns a stream.
 * @spec interface#payment-methods
 */
export const machineOf = <M extends AnyMachine>(
  machines: readonly M[],
  stream: Stream | null,
  events: readonly DomainEvent[],
): M | null => {
  if (stream === null) return null
  let method: string | null | undefined
  for (const machine of machines) {
    const { subject } = machine
    if (!hasPrefix(stream, subject.prefix)) continue
    if (machine.method === null) return machine
    if (method === undefined) method = ownMethodIn(subject, stream, events)
    if (machine.method === method) return machine
  }
  return null
}

/** Combines what merging needs from all machines that share a stream's prefix. */
const together = (machines: readonly AnyMachine[], all: readonly AnyMachine[]): MergedMachine => ({
  events: Object.assign({}, ...machines.map(({ events }) => events)),
  informational: Object.assign({}, ...all.map(({ informational }) => informational)),
  momentary: machines.flatMap(({ momentary }) => momentary),
  constant: [],
  subject: machines[0]?.subject ?? null,
  correlation: Object.assign({}, ...machines.map(({ correlation }) => correlation)),
  context: {},
  commands: Object.assign({}, ...machines.map(({ commands }) => commands)),
  infer: (snapshots, events) =>
    [...new Set(machines.map(({ infer }) => infer))].flatMap((infer) => infer(snapshots, events)),
})

/** What a state without a machine records: no chart, and the policy of the engine. */
export const unassignedIdentity = (policy: Policy) => ({
  machine: 'unassigned' as const,
  fingerprint: '',
  policy: policyHash({}, policy),
})

/** The keys of messages that are not understood, and of which a machine would have a finding of its own. */
const strangeTo = (
  root: Root,
  machines: readonly AnyMachine[],
  occurrences: readonly Occurrence[],
): ReadonlySet<string> => {
  const strange = occurrences.filter(
    ({ disposition, type }) =>
      disposition === 'informational' && type === INFORMATIONAL.unrecognised,
  )
  if (strange.length === 0) return new Set()
  const found = machines.flatMap((machine) => {
    const { findings } = foldersOf(root)
      .of(machine)
      .fold(eventsOf({ occurrences: strange }))
    return findings.filter(({ code }) => Object.hasOwn(machine.findings, code))
  })
  return new Set(found.map(({ key }) => key))
}

/**
 * Parks the events of a stream without a machine: permanently if a message names its payment method.
 * Until then, what is not understood waits, too: it may say that money has moved.
 */
const unassigned = (
  root: Root,
  stream: Stream | null,
  events: readonly DomainEvent[],
  by: Instant | undefined,
): UnassignedState => {
  const { machines, policy } = root
  const isKnown = isKnownTo(machines)
  const alike = alikeIn(machines, stream)
  const machine = { ...together(alike, machines), isKnown }
  const all = merging(machine, policy)(events, stream, by ?? null)
  const merged = by === undefined ? all : happenedBy(all, by)
  const own = ownEvents(machine.subject, stream, events)
  const reason = methodIn(own) === null ? 'Unassigned' : 'NotOfThisLifecycle'
  const strange = strangeTo(root, reason === 'Unassigned' ? alike : [], merged.occurrences)
  const isLeft = ({ disposition, key }: Occurrence): boolean =>
    disposition === 'chart' || strange.has(key)
  const ordered = order(machine.events, policy)(merged.occurrences)
  const occurrences = ordered.map(({ occurrence }) =>
    isLeft(occurrence) ? { ...occurrence, disposition: 'parked' as const } : occurrence,
  )
  const left = merged.occurrences.filter(isLeft)
  const parked = [...merged.parked, ...left.map(({ key }): Parked => ({ key, reason }))]
  const named = {
    ...unassignedIdentity(policy),
    stream,
    revision: null,
    status: 'unassigned' as const,
  }
  // without a machine nothing is settled: only the engine finds
  const findings = merged.findings as readonly EngineFinding[]
  const state = { value: 'unassigned', context: {}, occurrences, findings, parked }
  return frozen({ ...named, ...state, now: null })
}

/** The states of the given machines, as a union that `machine` discriminates. */
export type StateOf<M> = M extends AnyMachine
  ? State<M['context'], ReturnType<M['status']>, M['id'], FindingOf<M>>
  : never

/** A state of one of the given machines, or of a stream that is not assigned to a machine yet. */
export type FoldedState<M extends AnyMachine> = StateOf<M> | UnassignedState

interface Folders<M extends AnyMachine> {
  of(machine: M): Folder<object, string, string>
  /** Folds a stream with its machine. With `by`, folds only what had happened by that time. */
  fold(stream: Stream | null, events: readonly DomainEvent[], by?: Instant): FoldedState<M>
  /** Folds what had happened by a time, and passes that time to the chart. */
  foldAt(stream: Stream, events: readonly DomainEvent[], now: Instant): FoldedState<M>
}

const foldersMade = <M extends AnyMachine>({ machines, policy: given }: Root<M>): Folders<M> => {
  const fields = policyFieldsOf(machines)
  // nothing is judged under a policy that cannot be read, so the default will do for folding
  const policy: Policy = isPolicyOf(fields, given) ? given : defaultPolicyOf(fields)
  const root = { machines, policy }
  const isKnown = isKnownTo(machines)
  const own = new Map(machines.map((machine) => [machine, prepared(machine, policy, isKnown)]))
  const of = (machine: M) => own.get(machine) ?? prepared(machine, policy, isKnown)
  const folders: Folders<M> = {
    of,
    foldAt: (stream, events, now) => {
      const state = folders.fold(stream, events, now)
      const machine = machines.find(({ id }) => id === state.machine)
      if (machine === undefined) return state
      return of(machine).at(state as State<object, string, string>, now) as FoldedState<M>
    },
    fold: (stream, events, by) => {
      const machine = machineOf(machines, stream, events)
      if (machine !== null) {
        const { fold, foldBy } = of(machine)
        const state = by === undefined ? fold(events, stream) : foldBy(events, by, stream)
        return state as StateOf<M>
      }
      return unassigned(root, stream, events, by)
    },
  }
  return folders
}

/** Prepares machines and a policy for folding the streams of a log. */
export const foldersOf: <M extends AnyMachine>(root: Root<M>) => Folders<M> = rememberingOf(
  foldersMade,
) as never
