/** Merges a set of events into occurrences: removes repetitions, and lists each occurrence once. */
import { type Life, mayBeTaken } from '../commands/life.ts'
import { type CommandEntities, entitiesOf, livesIn } from '../commands/lives.ts'
import { type DomainEvent, timeOf } from '../event/envelope.ts'
import { type Instant, toInstant } from '../words/instant.ts'
import { joined } from '../words/lists.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { believing } from './constant.ts'
import { type Bound, bind } from './correlate.ts'
import { disagreements } from './disagreement.ts'
import { distinct } from './distinct.ts'
import type { EngineFinding, FindingBase } from './finding.ts'
import { grouped } from './grouped.ts'
import { infer } from './infer.ts'
import type { AnyMachine, Settle, Settled, Subject } from './machine.ts'
import { notAfterItsNext } from './not-after.ts'
import type { Disposition, Occurrence } from './occurrence.ts'
import type { Parked } from './parked.ts'
import { bySubject } from './subject.ts'

/** What merging needs to know about a machine, and about the other machines. */
export interface MergedMachine
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
  > {
  readonly settle?: Settle
  /** What its streams are about; null if no machine is known. */
  readonly subject: Subject | null
  /** Whether any machine knows an event type. Absent if there is no list of machines. */
  readonly isKnown?: (type: string) => boolean
}

/** The result of merging a set of events. */
export interface MergedEvents {
  readonly occurrences: readonly Occurrence[]
  readonly parked: readonly Parked[]
  readonly findings: readonly FindingBase[]
}

const NONE: readonly never[] = Object.freeze([])

/** What the messages of occurrences show: claimed times that are not credible, and other fields. */
const foundIn = (
  machine: MergedMachine,
  occurrences: readonly Occurrence[],
): readonly EngineFinding[] => {
  const found: EngineFinding[] = []
  for (const occurrence of occurrences) {
    const { key, at, events, disposition } = occurrence
    for (const { metadata } of events) {
      if (metadata.claimedAt === undefined) continue
      found.push({ code: 'ClockSkew', key, at, claimedAt: toInstant(metadata.claimedAt) })
    }
    if (events.length > 1 && disposition === 'chart') {
      for (const each of disagreements(machine, occurrence)) found.push(each)
    }
  }
  return found
}

/** The events that have no entity, or more than one. */
const looseIn = (bounds: readonly Bound[]): readonly DomainEvent[] => {
  const loose: DomainEvent[] = []
  for (const { event, entityId } of bounds) if (entityId === null) loose.push(event)
  return loose
}

/** The occurrences of events that no chart takes: one for each. */
const aside = (disposition: Disposition, events: readonly DomainEvent[]): readonly Occurrence[] => {
  if (events.length === 0) return NONE
  const bounds = events.map((event) => ({ event, entityId: event.metadata.eventId }))
  return grouped(bounds, disposition)
}

/** The events of no lifecycle of this machine: what it interprets besides, and what it does not know. */
const othersIn = (
  { events: lifecycle, informational: types }: MergedMachine,
  events: readonly DomainEvent[],
) => {
  const informational: DomainEvent[] = []
  const foreign: DomainEvent[] = []
  for (const event of events) {
    if (Object.hasOwn(lifecycle, event.type)) continue
    if (Object.hasOwn(types, event.type)) informational.push(event)
    else foreign.push(event)
  }
  return { informational, foreign }
}

/** Why an event that is not part of the lifecycle is parked. */
const foreignReason = ({ isKnown }: MergedMachine, type: string): Parked['reason'] =>
  isKnown?.(type) === false ? 'NotOfTheseMachines' : 'NotOfThisLifecycle'

/** The events that asked for what came to nothing: requests of commands that are over. */
const refusedIn = (
  lives: ReadonlyMap<string, Life>,
  events: readonly DomainEvent[],
): readonly DomainEvent[] => {
  const isOver = (life: Life | undefined): boolean => life !== undefined && !mayBeTaken(life)
  return lives.size === 0
    ? NONE
    : events.filter(
        ({ data, metadata }) =>
          metadata.source === 'request' &&
          'commandId' in data &&
          isOver(lives.get(String(data.commandId))),
      )
}

const without = (
  left: readonly DomainEvent[],
  events: readonly DomainEvent[],
): readonly DomainEvent[] => {
  if (left.length === 0) return events
  const gone = new Set(left)
  return events.filter((event) => !gone.has(event))
}

/** The entity of each event of the lifecycle, once the machine has settled what it can. */
const settling = (
  machine: MergedMachine,
  policy: Policy,
  events: readonly DomainEvent[],
  actions: CommandEntities,
  others: number,
): Settled => {
  if (machine.settle !== undefined) return machine.settle(events, actions, policy)
  const isOurs = ({ type }: DomainEvent): boolean => Object.hasOwn(machine.events, type)
  const ours = joined(others === 0 ? events : events.filter(isOurs), infer(machine, events))
  return { bounds: bind(machine, ours, actions), overruled: NONE, findings: NONE }
}

/** Merges the events of one subject. */
const mergedOwn = (
  machine: MergedMachine,
  policy: Policy,
  events: readonly DomainEvent[],
  by: Instant | null,
): MergedEvents => {
  const { events: all, findings } = distinct(events)
  const past = by === null ? all : all.filter((event) => timeOf(event) <= by)
  const { lives, findings: ofCommands } = livesIn(machine, policy, past)
  const refused = refusedIn(lives, all)
  const accepted = without(refused, all)
  const { informational, foreign } = othersIn(machine, accepted)
  const others = informational.length + foreign.length
  const entities = entitiesOf(lives)
  const {
    bounds,
    overruled,
    findings: doubts,
  } = settling(machine, policy, accepted, entities, others)
  const believed = believing(machine.constant, grouped(bounds, 'chart', machine.momentary))
  const chart = notAfterItsNext(machine.events, believed)
  const loose = looseIn(bounds)
  if (others + refused.length + overruled.length + loose.length === 0) {
    const found = foundIn(machine, chart)
    return {
      occurrences: chart,
      parked: NONE,
      findings: joined(findings, ofCommands, doubts, found),
    }
  }
  const unbound = aside('parked', loose)
  const strange = aside('parked', foreign)
  const occurrences = [
    ...chart,
    ...unbound,
    ...strange,
    ...aside('informational', informational),
    ...aside('refused', refused),
    ...aside('overruled', overruled),
  ]
  return {
    occurrences,
    parked: [
      ...unbound.map(({ key }): Parked => ({ key, reason: 'NoEntity' })),
      ...strange.map(({ key, type }): Parked => ({ key, reason: foreignReason(machine, type) })),
    ],
    findings: [...findings, ...ofCommands, ...doubts, ...foundIn(machine, occurrences)],
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
) => MergedEvents

/** Prepares merging. */
export const merging =
  (machine: MergedMachine, policy: Policy): Merge =>
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

/** Keeps only the occurrences, parked items and findings up to a given time. */
export const happenedBy = (
  { occurrences, parked, findings }: MergedEvents,
  time: Instant,
): MergedEvents => {
  const later = new Set(occurrences.flatMap(({ key, at }) => (at > time ? key : [])))
  const isOver = ({ key }: { readonly key: string }): boolean => !later.has(key)
  return {
    occurrences: occurrences.filter(isOver),
    parked: parked.filter(isOver),
    findings: findings.filter((finding) => isOver(finding) && (finding.at ?? '') <= time),
  }
}
