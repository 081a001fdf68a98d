/**
 * The plain path: puts a stream in order in which every event names its own thing, and no two are
 * about one. It is the general path for such streams, and declines all others.
 */
import type { DomainEvent } from '../event/envelope.ts'
import type { Json } from '../words/canonical.ts'
import { type Instant, instant, toInstant } from '../words/instant.ts'
import type { Policy } from '../words/policy.ts'
import type { Stream } from '../words/stream.ts'
import {
  commonOf,
  entityNamedIn,
  isOfOne,
  type NamedKind,
  type Naming,
  namedKinds,
} from './named.ts'
import { compare, type Occurrence } from './occurrence.ts'
import { type Ordered, sortKeyOf } from './order.ts'

/** A plain stream before its chart runs: merging finds nothing in it, and parks nothing. */
interface Plain {
  readonly ordered: readonly Ordered[]
  readonly findings: readonly never[]
  readonly parked: readonly never[]
  readonly isPlain: true
}

const NONE: readonly never[] = Object.freeze([])

/** Streams with more events are no plain ones: comparing each with each would cost more. */
const MOST = 32

/**
 * The types of plain streams. An undoing depends on what it undoes; and a type with a colon may be
 * part of the keys of another.
 */
const plainKinds = (machine: Naming): ReadonlyMap<string, NamedKind> =>
  new Map(
    [...namedKinds(machine)].filter(
      ([type, { tolerance }]) => tolerance !== 'undoing' && !type.includes(':'),
    ),
  )

/** An occurrence of a plain stream, with all that it is sorted by. */
interface Placed {
  readonly occurrence: Occurrence
  readonly kind: NamedKind
  readonly countsAt: Instant
  readonly rank: number
}

/** Whether two occurrences have the same key, or are reported by one event. */
const isOneWith = (a: Placed, b: Placed): boolean =>
  (a.kind === b.kind && a.occurrence.entityId === b.occurrence.entityId) ||
  a.occurrence.events[0]?.metadata.eventId === b.occurrence.events[0]?.metadata.eventId

const isBefore = (a: Placed, b: Placed): boolean =>
  (a.kind.phase - b.kind.phase ||
    compare(a.countsAt, b.countsAt) ||
    a.rank - b.rank ||
    compare(a.occurrence.key, b.occurrence.key)) < 0

/** Puts an occurrence among those that are in order. */
const insert = (placed: Placed[], one: Placed): void => {
  let index = placed.length
  placed.push(one)
  while (index > 0) {
    const before = placed[index - 1]
    if (before === undefined || !isBefore(one, before)) break
    placed[index] = before
    index -= 1
  }
  placed[index] = one
}

/** The occurrence that one event reports; null if the event does not say all of it by itself. */
const occurrenceOf = (event: DomainEvent, kind: NamedKind): Occurrence | null => {
  const { type, data, metadata } = event
  const { occurredAt, recordedAt } = metadata
  const entityId = entityNamedIn(event, kind)
  const at = occurredAt === null ? null : instant(occurredAt)
  if (at === null || entityId === null) return null
  return {
    key: kind.field === null ? type : `${type}:${entityId}`,
    type,
    entityId,
    disposition: 'chart',
    at,
    timed: true,
    reportedAt: toInstant(recordedAt),
    data: data as Readonly<Record<string, Json>>,
    events: [event],
  }
}

/** When each thing began. Null if one began twice. */
const begunIn = (all: readonly Placed[]): ReadonlyMap<string, Instant> | null => {
  const begun = new Map<string, Instant>()
  for (const { kind, occurrence } of all) {
    if (kind.tolerance !== 'beginning') continue
    if (begun.has(occurrence.entityId)) return null
    begun.set(occurrence.entityId, occurrence.at)
  }
  return begun
}

const isEnding = ({ tolerance }: NamedKind): boolean => tolerance === 'end' || tolerance === 'stop'

/** Puts occurrences in order of which some end; null if one thing began twice. */
const sorted = (all: readonly Placed[], policy: Policy): readonly Placed[] | null => {
  const begun = begunIn(all)
  if (begun === null) return null
  const placed: Placed[] = []
  for (const each of all) {
    const { occurrence, kind } = each
    const { at, rank } = sortKeyOf(kind.tolerance, occurrence, begun, policy, kind.rank)
    insert(placed, { occurrence, kind, countsAt: at, rank })
  }
  return placed
}

/**
 * Prepares the plain path for a machine. It returns the occurrences of a stream in order, or null
 * if the stream is not a plain one: only if every event is signed, has a time, names its own thing
 * and agrees with all others.
 */
export const plainStream = (machine: Naming, policy: Policy) => {
  const kinds = plainKinds(machine)
  return (events: readonly DomainEvent[], stream: Stream | null): Plain | null => {
    if (events.length > MOST) return null
    const common = commonOf(machine, stream)
    const all: Placed[] = []
    let isAnyEnding = false
    for (const event of events) {
      const kind = kinds.get(event.type)
      const occurrence = kind === undefined ? null : occurrenceOf(event, kind)
      if (kind === undefined || occurrence === null) return null
      if (!isOfOne(machine, common, event)) return null
      const one = { occurrence, kind, countsAt: occurrence.at, rank: kind.rank }
      for (const other of all) if (isOneWith(one, other)) return null
      insert(all, one)
      isAnyEnding ||= isEnding(kind)
    }
    const ordered = isAnyEnding ? sorted(all, policy) : all
    return ordered === null ? null : { ordered, findings: NONE, parked: NONE, isPlain: true }
  }
}
