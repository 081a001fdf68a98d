/** Which machine a stream belongs to. */
import type { Event } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import type { Instant } from '../words/instant.ts'
import type { Method } from '../words/names.ts'
import { frozen } from '../words/plain.ts'
import { defaultPolicy, policyHash } from '../words/policy.ts'
import { kindOfStream, type Stream } from '../words/stream.ts'
import { type Folding, folder } from './fold.ts'
import type { AnyMachine, Machine } from './machine.ts'
import { happenedBy, merge, type Parked } from './merge.ts'
import { compare, strength } from './occurrence.ts'
import { order } from './order.ts'
import type { State } from './state.ts'

/** A stream whose machine is not known: everything is kept, nothing is run. */
export type Unassigned = State<Record<string, never>, 'unassigned', 'unassigned'>

/** The method that the strongest event to name one of ours tells; `other` if only others are named. */
const methodTold = (events: readonly Event[]): Method | null => {
  const named: { readonly event: Event; readonly method: Method }[] = []
  for (const event of events) {
    if ('method' in event.data) named.push({ event, method: event.data.method as Method })
  }
  if (named.length > 1) {
    named.sort(
      (a, b) =>
        strength(b.event.metadata) - strength(a.event.metadata) ||
        compare(a.event.metadata.eventId, b.event.metadata.eventId) ||
        compare(a.method, b.method),
    )
  }
  return named.find(({ method }) => method !== 'other')?.method ?? named[0]?.method ?? null
}

/**
 * The machine of a stream: by its kind, and for payments by the method that any event tells. Currency
 * alone assigns nothing. @spec design, 4 Which machine
 */
export const machineOf = <M extends AnyMachine>(
  machines: readonly M[],
  stream: Stream,
  events: readonly Event[],
): M | null => {
  const ofStream = kindOfStream(stream)
  const ofKind = machines.filter(({ kind }) => kind === ofStream)
  const method = ofKind.some((machine) => machine.method !== null) ? methodTold(events) : null
  return ofKind.find((machine) => machine.method === null || machine.method === method) ?? null
}

/** Keeps a stream that no machine takes yet, or ever: a card's events are of no lifecycle here. */
const unassigned = (
  lifecycle: Lifecycle,
  events: readonly Event[],
  { policy = defaultPolicy }: Folding,
  by: Instant | undefined,
): Unassigned => {
  const all = merge(lifecycle, policy, events)
  const merged = by === undefined ? all : happenedBy(all, by)
  const reason = methodTold(events) === 'other' ? 'NotOfThisLifecycle' : 'Unassigned'
  const occurrences = order(
    lifecycle,
    policy,
  )(merged.occurrences).map(({ told }) =>
    told.place === 'chart' ? { ...told, place: 'parked' as const } : told,
  )
  const left = merged.occurrences.filter(({ place }) => place === 'chart')
  const parked = [...merged.parked, ...left.map(({ key }): Parked => ({ key, reason }))]
  const unassigned = 'unassigned' as const
  const named = {
    machine: unassigned,
    fingerprint: '',
    status: unassigned,
    policy: policyHash(policy),
  }
  const { findings } = merged
  const asks: State['asks'] = []
  const state = { value: unassigned, context: {}, occurrences, findings, parked, asks, now: null }
  return frozen({ ...named, ...state })
}

/**
 * Folds a stream by whichever of the machines it belongs to, or what of it had happened by a moment;
 * worth keeping for many streams.
 */
export const foldStream = <M extends AnyMachine>(machines: readonly M[], folding: Folding = {}) => {
  const folders = new Map(
    machines.map((machine) => {
      const own = machine as unknown as Machine<object, string, string>
      return [machine, folder(own, folding)] as const
    }),
  )
  return (stream: Stream, events: readonly Event[], by?: Instant): FoldedBy<M> | Unassigned => {
    const machine = machineOf(machines, stream, events)
    const own = machine === null ? undefined : folders.get(machine)
    if (own !== undefined) {
      return (by === undefined ? own.fold(events) : own.foldBy(events, by)) as FoldedBy<M>
    }
    const kind = kindOfStream(stream)
    const kinds = machines.flatMap((each) => (each.kind === kind ? [each.events] : []))
    return unassigned(Object.assign({}, ...kinds) as Lifecycle, events, folding, by)
  }
}

/** The states that some machines fold to, told apart by `machine`. */
export type FoldedBy<M> = M extends Machine<infer C, infer S, infer N> ? State<C, S, N> : never
