/** Merges a set of events into occurrences: removes repetitions, and lists each occurrence once. */
import { mayBeTaken } from '../commands/life.ts'
import { entitiesOf, livesIn } from '../commands/lives.ts'
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { type Instant, toInstant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { believing } from './constant.ts'
import { bind } from './correlate.ts'
import { disagreements } from './disagreement.ts'
import { distinct } from './distinct.ts'
import type { EngineFinding, FindingBase } from './finding.ts'
import { grouped, isBound } from './grouped.ts'
import { infer } from './infer.ts'
import type { AnyMachine, Settle, Settled, Subject } from './machine.ts'
import { mergeShortcut } from './merge-shortcut.ts'
import { notAfterItsNext } from './not-after.ts'
import type { Occurrence } from './occurrence.ts'
import type { Parked } from './parked.ts'
import { bySubject } from './subject.ts'

/** What merging needs to know about a machine, and about the other machines. */
export interface Merging
  extends Pick<
    AnyMachine,
    | 'events'
    | 'informational'
    | 'momentary'
    | 'constant'
    | 'correlation'
    | 'infer'
    | 'commands'
    | 'context'
    | 'names'
  > {
  readonly settle?: Settle
  /** What its streams are about; null if no machine is known. */
  readonly subject: Subject | null
  /** Whether any machine knows an event type. Absent if there is no list of machines. */
  readonly isKnown?: (type: string) => boolean
}

/** The result of merging a set of events. */
export interface Merged {
  readonly occurrences: readonly Occurrence[]
  readonly parked: readonly Parked[]
  readonly findings: readonly FindingBase[]
}

/** Whether several events report an occurrence. */
const isRepeated = ({ events }: Occurrence): boolean => events.length > 1

const isSkewed = ({ events }: Occurrence): boolean =>
  events.some(({ metadata }) => metadata.claimedAt !== undefined)

const skews = ({ key, at, events }: Occurrence): readonly EngineFinding[] =>
  events.flatMap(({ metadata: { claimedAt } }) =>
    claimedAt === undefined
      ? []
      : [{ code: 'ClockSkew' as const, key, at, claimedAt: toInstant(claimedAt) }],
  )

const bySelf = (events: readonly DomainEvent[]) =>
  events.map((event) => ({ event, entityId: event.metadata.eventId }))

/**
 * Splits events into events of this lifecycle, informational events, and events of any other
 * lifecycle.
 */
const sorted = (
  { events: lifecycle, informational: types }: Merging,
  events: readonly DomainEvent[],
) => {
  const [ours, informational, foreign]: readonly [DomainEvent[], DomainEvent[], DomainEvent[]] = [
    [],
    [],
    [],
  ]
  for (const event of events) {
    if (Object.hasOwn(lifecycle, event.type)) ours.push(event)
    else if (Object.hasOwn(types, event.type)) informational.push(event)
    else foreign.push(event)
  }
  return { ours, informational, foreign }
}

/** Why an event that is not part of the lifecycle is parked. */
const foreignReason = ({ isKnown }: Merging, type: string): Parked['reason'] =>
  isKnown?.(type) === false ? 'NotOfTheseMachines' : 'NotOfThisLifecycle'

/** Whether an event is what one of these commands asked for. */
const isOverFor = (over: ReadonlySet<string>, { data, metadata }: DomainEvent): boolean =>
  metadata.source === 'request' && 'commandId' in data && over.has(String(data.commandId))

/** The entity of each event, once the machine has settled what it can. */
const settling = (
  machine: Merging,
  policy: Policy,
  ours: readonly DomainEvent[],
  accepted: readonly DomainEvent[],
  actions: ReadonlyMap<string, string | null>,
): Settled =>
  machine.settle?.(accepted, actions, policy) ?? {
    bounds: bind(machine, [...ours, ...infer(machine, accepted)], actions),
    overruled: [],
    findings: [],
  }

/** Merges the events of one subject. */
const mergedOwn = (
  machine: Merging,
  policy: Policy,
  events: readonly DomainEvent[],
  by: Instant | null,
): Merged => {
  const { events: all, findings } = distinct(events)
  const past = by === null ? all : all.filter((event) => timeOf(event) <= by)
  const { lives, findings: ofCommands } = livesIn(machine, policy, past)
  const released = [...lives.values()].filter((life) => !mayBeTaken(life))
  const over = new Set(released.map(({ commandId }) => commandId))
  const refused = new Set(over.size === 0 ? [] : all.filter((event) => isOverFor(over, event)))
  const accepted = refused.size === 0 ? all : all.filter((event) => !refused.has(event))
  const { ours, informational, foreign } = sorted(machine, accepted)
  const settled = settling(machine, policy, ours, accepted, entitiesOf(lives))
  const { bounds } = settled
  const taken = bounds.filter(isBound)
  const loose = bounds.filter((bound) => !isBound(bound)).map(({ event }) => event)
  const believed = believing(machine.constant, grouped(taken, 'chart', machine.momentary))
  const chart = notAfterItsNext(machine.events, believed)
  const unbound = grouped(bySelf(loose), 'parked')
  const strange = grouped(bySelf(foreign), 'parked')
  const aside = [
    ...unbound,
    ...strange,
    ...grouped(bySelf(informational), 'informational'),
    ...grouped(bySelf([...refused]), 'refused'),
    ...grouped(bySelf(settled.overruled), 'overruled'),
  ]
  const occurrences = aside.length === 0 ? chart : [...chart, ...aside]
  return {
    occurrences,
    parked: [
      ...unbound.map(({ key }): Parked => ({ key, reason: 'NoEntity' })),
      ...strange.map(({ key, type }): Parked => ({ key, reason: foreignReason(machine, type) })),
    ],
    findings: [
      ...findings,
      ...ofCommands,
      ...settled.findings,
      ...chart.filter(isRepeated).flatMap((reports) => disagreements(machine, reports)),
      ...occurrences.filter(isSkewed).flatMap(skews),
    ],
  }
}

/**
 * Merges events into occurrences. The order of the events does not matter. Unsigned events, and events
 * about another subject than the stream's, are parked, and have no effect on anything else. With `by`,
 * commands stand as they did by then.
 * @spec delivery#from-events-to-occurrences
 */
export type Merge = (
  events: readonly DomainEvent[],
  stream?: Stream | null,
  by?: Instant | null,
) => Merged

/** Prepares merging at length, which merges any stream. */
export const mergingAtLength =
  (machine: Merging, policy: Policy): Merge =>
  (events, stream = null, by = null) => {
    const { own, others } = bySubject(machine.subject, stream, events, by)
    const merged = mergedOwn(machine, policy, own, by)
    if (others.length === 0) return merged
    const aside = others.map(([reason, all]) => ({ reason, all: grouped(all, 'parked') }))
    const parked = aside.flatMap(({ reason, all }) =>
      all.map(({ key }): Parked => ({ key, reason })),
    )
    return {
      ...merged,
      occurrences: [...merged.occurrences, ...aside.flatMap(({ all }) => all)],
      parked: [...merged.parked, ...parked],
    }
  }

const NONE: readonly never[] = Object.freeze([])

/** Prepares merging: most streams are merged by the shortcut, but for those that a machine settles. */
export const merging = (machine: Merging, policy: Policy): Merge => {
  const long = mergingAtLength(machine, policy)
  if (machine.settle !== undefined) return long
  const shortcut = mergeShortcut(machine)
  return (events, stream = null, by = null) => {
    const occurrences = shortcut(events, stream)
    return occurrences === null
      ? long(events, stream, by)
      : { occurrences, parked: NONE, findings: NONE }
  }
}

/** Keeps only the occurrences, parked items and findings up to a given time. */
export const happenedBy = ({ occurrences, parked, findings }: Merged, time: Instant): Merged => {
  const later = new Set(occurrences.flatMap(({ key, at }) => (at > time ? key : [])))
  const isOver = ({ key }: { readonly key: string }): boolean => !later.has(key)
  return {
    occurrences: occurrences.filter(isOver),
    parked: parked.filter(isOver),
    findings: findings.filter((finding) => isOver(finding) && (finding.at ?? '') <= time),
  }
}
