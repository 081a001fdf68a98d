/** Merges a set of events into occurrences: removes repetitions, and lists each occurrence once. */
import { isOver, type Life } from '../commands/command-life.ts'
import { commandIn } from '../commands/command-messages.ts'
import { livesIn } from '../commands/stream-commands.ts'
import type { EngineFinding, FieldDiffers, FindingBase } from '../contract/finding.ts'
import type { AnyMachine, Bound, Settle, Settled, Subject } from '../contract/machine-record.ts'
import {
  type Disposition,
  type Occurrence,
  occurrence,
  strongestFirst,
} from '../contract/occurrence.ts'
import type { Parked } from '../contract/parked-reasons.ts'
import { type DomainEvent, isRequest, timeOf } from '../event/envelope.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { addTo, joined, NONE } from '../words/data/lists.ts'
import { isSame } from '../words/data/plain-data.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import { earlier, type Instant, toInstant } from '../words/time/instant.ts'
import { bind } from './correlation.ts'
import { distinct } from './distinct-events.ts'
import { infer } from './inferred-events.ts'
import { bySubject } from './stream-subject.ts'

/** An occurrence without a provider's time is no later than the next stage of its entity. */
const notAfterItsNext = (
  lifecycle: Lifecycle,
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  const isOpen = ({ timed, entityId, disposition }: Occurrence): boolean =>
    !timed && entityId !== '' && disposition === 'chart'
  if (!occurrences.some(isOpen)) return occurrences
  const declared = Object.keys(lifecycle)
  const stage = ({ type }: Occurrence): number => declared.indexOf(type)
  // what begins something is no next stage: two things may share an id
  const isNext = ({ timed, type }: Occurrence): boolean =>
    timed && lifecycle[type]?.clockTolerance !== 'beginning'
  const timed = new Map<string, Occurrence[]>()
  for (const each of occurrences) if (isNext(each)) addTo(timed, each.entityId, each)
  return occurrences.map((each) => {
    if (!isOpen(each)) return each
    const next = (timed.get(each.entityId) ?? []).filter((other) => stage(other) > stage(each))
    return { ...each, at: next.reduce((at, other) => earlier(at, other.at), each.at) }
  })
}

interface Group {
  readonly key: string
  readonly entityId: string
  readonly events: DomainEvent[]
}

const keyOf = ({ type }: DomainEvent, entityId: string): string =>
  entityId === '' ? type : `${type}:${entityId}`

/** Lists that are no longer are searched without an index: that is faster. */
const FEW = 8

const groupsOf = (bounds: readonly Bound[]): readonly Group[] => {
  const groups: Group[] = []
  const byKey = bounds.length > FEW ? new Map<string, Group>() : null
  for (const { event, entityId } of bounds) {
    if (entityId === null) continue
    const key = keyOf(event, entityId)
    let group = byKey?.get(key)
    if (byKey === null) for (const each of groups) if (each.key === key) group = each
    if (group === undefined) {
      group = { key, entityId, events: [] }
      groups.push(group)
      byKey?.set(key, group)
    }
    group.events.push(event)
  }
  return groups
}

/** Groups events by their type and entity: one occurrence for each. Those without an entity have none. */
const grouped = (
  bounds: readonly Bound[],
  disposition: Disposition,
  momentary: readonly string[] = [],
): readonly Occurrence[] =>
  groupsOf(bounds).map(({ key, entityId, events }) =>
    occurrence(key, entityId, disposition, events, momentary),
  )

/**
 * Finds the fields in which the events of one occurrence differ. The first value counts, and each
 * such field is a finding, except for fields that change from message to message (`field`, or
 * `type.field` for one type), and for constant fields, which the machine compares over the whole
 * stream.
 */
const disagreements = (
  { momentary, constant }: Pick<AnyMachine, 'momentary' | 'constant'>,
  { key, type, at, data, events }: Occurrence,
): readonly FieldDiffers[] => {
  const changing = new Set([...momentary, ...constant])
  const mayChange = (field: string): boolean =>
    changing.has(field) || changing.has(`${type}.${field}`)
  const reports = events.filter(({ metadata }) => metadata.source !== 'inferred')
  const text = (value: unknown): string => canonicalText(value as Json)
  return Object.keys(data).flatMap((field): FieldDiffers | readonly [] => {
    if (mayChange(field)) return []
    const own = reports.filter((event) => Object.hasOwn(event.data, field))
    const counts = text(data[field])
    const others = own
      .filter(({ metadata }) => metadata.eventId !== own[0]?.metadata.eventId)
      .map((event) => text(valueIn(event, field)))
      .filter((each) => each !== counts)
    if (others.length === 0) return []
    const compared = { counts, other: [...new Set(others)].sort().join(', ') }
    return { code: 'FieldDiffers', key, at, field, compared }
  })
}

const valueIn = ({ data }: DomainEvent, field: string): unknown =>
  (data as Readonly<Record<string, unknown>>)[field]

/** Whether two events differ in a field. One that lacks it does not. */
const differIn = (occurrences: readonly Occurrence[], field: string): boolean => {
  let first: unknown
  for (const { events } of occurrences) {
    for (const event of events) {
      const value = valueIn(event, field)
      if (first === undefined) first = value
      if (value !== undefined && value !== first && !isSame(value, first)) return true
    }
  }
  return false
}

/** The value of a field that counts: that of the strongest event. */
const believedIn = (occurrences: readonly Occurrence[], field: string): Json => {
  const naming = occurrences.flatMap(({ events }) =>
    events.filter(({ data }) => Object.hasOwn(data, field)),
  )
  return strongestFirst(naming).map((event) => valueIn(event, field) as Json)[0] ?? null
}

/** Gives each constant field the same value in every occurrence that has the field. */
const believing = (
  constant: readonly string[],
  occurrences: readonly Occurrence[],
): readonly Occurrence[] => {
  const fields = constant.filter((field) => differIn(occurrences, field))
  if (fields.length === 0) return occurrences
  const believed = new Map(fields.map((field) => [field, believedIn(occurrences, field)]))
  return occurrences.map((occurrence) => {
    const own = fields.filter((field) => Object.hasOwn(occurrence.data, field))
    if (own.length === 0) return occurrence
    const values = Object.fromEntries(own.map((field) => [field, believed.get(field) ?? null]))
    return { ...occurrence, data: { ...occurrence.data, ...values } }
  })
}

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
      const compared = { messageAt: toInstant(metadata.occurredAt ?? metadata.recordedAt) }
      const claimedAt = toInstant(metadata.claimedAt)
      found.push({ code: 'ClockSkew', key, at, claimedAt, compared })
    }
    if (events.length > 1 && disposition === 'chart') {
      for (const each of disagreements(machine, occurrence)) found.push(each)
    }
  }
  return found
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

/** The events that asked for what came to nothing: requests of commands that are over. */
const refusedIn = (
  lives: ReadonlyMap<string, Life>,
  events: readonly DomainEvent[],
): readonly DomainEvent[] => {
  if (lives.size === 0) return NONE
  return events.filter((event) => {
    const life = isRequest(event) ? lives.get(commandIn(event) ?? '') : undefined
    return life !== undefined && isOver(life.state)
  })
}

const without = (
  left: readonly DomainEvent[],
  events: readonly DomainEvent[],
): readonly DomainEvent[] => {
  if (left.length === 0) return events
  const gone = new Set(left)
  return events.filter((event) => !gone.has(event))
}

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
  const areOurs = informational.length + foreign.length === 0
  const isOurs = ({ type }: DomainEvent): boolean => Object.hasOwn(machine.events, type)
  const settled: Settled = machine.settle?.(accepted, lives, policy) ?? {
    bounds: bind(
      machine,
      joined(areOurs ? accepted : accepted.filter(isOurs), infer(machine, accepted)),
      lives,
    ),
    overruled: NONE,
    findings: NONE,
  }
  const { bounds, overruled, findings: doubts } = settled
  const believed = believing(machine.constant, grouped(bounds, 'chart', machine.momentary))
  const chart = notAfterItsNext(machine.events, believed)
  const loose = bounds.filter(({ entityId }) => entityId === null).map(({ event }) => event)
  const unbound = aside('parked', loose)
  const strange = aside('parked', foreign)
  const occurrences = joined(
    chart,
    unbound,
    strange,
    aside('informational', informational),
    aside('refused', refused),
    aside('overruled', overruled),
  )
  const parked = [
    ...unbound.map(({ key }): Parked => ({ key, reason: 'NoEntity' })),
    ...strange.map(({ key, type }): Parked => {
      const isNotOurs = machine.isKnown?.(type) === false
      return { key, reason: isNotOurs ? 'NotOfTheseMachines' : 'NotOfThisLifecycle' }
    }),
  ]
  const found = foundIn(machine, occurrences)
  return { occurrences, parked, findings: joined(findings, ofCommands, doubts, found) }
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
