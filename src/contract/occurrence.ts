/** An occurrence: something that happened once, reported by one or more messages. */
import { contentHash } from '../event/content-hash.ts'
import {
  type DomainEvent,
  type Metadata,
  occurredAt,
  recordedAt,
  SOURCES,
  type Source,
} from '../event/envelope.ts'
import type { Json } from '../words/data/canonical.ts'
import { compare } from '../words/data/lists.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import { earlier, type Instant, toInstant } from '../words/time/instant.ts'

/**
 * What became of an occurrence. `chart`: the chart took it. `informational`: no chart has a
 * transition for it. `parked`: no transition, lifecycle or machine accepts it, or it matches no
 * entity or more than one. `refused`: only a request reported it, and the provider refused that
 * request. `overruled`: a statement or a person has replaced it.
 */
export type Disposition = 'chart' | 'informational' | 'parked' | 'refused' | 'overruled'

/**
 * Something that happened once, merged from every event that reports it. `entityId` is the entity
 * it concerns, and empty for an event type that can happen only once per stream. `at` is when it
 * happened: the provider's time if `timed`, else the time of first receipt. `reportedAt` is when the
 * first message that reports it reached us. `events` are the distinct events that report it, the
 * strongest source first. `data` has the fields of all of them; for each field, the first event that
 * has it counts, or for a machine's constant fields the strongest of the stream.
 */
export interface Occurrence {
  readonly key: string
  readonly type: string
  readonly entityId: string
  readonly disposition: Disposition
  readonly at: Instant
  readonly timed: boolean
  readonly reportedAt: Instant
  readonly data: Readonly<Record<string, Json>>
  readonly events: readonly DomainEvent[]
}

/**
 * An event as charts receive it: one for each occurrence, with the id of its entity. `reports` are
 * the events that report the occurrence, if more than one does, the strongest first.
 */
export type Occurred<E extends { readonly type: string }> = E extends unknown
  ? E & { readonly entityId: string; readonly reports?: readonly E[] }
  : never

/** Every event that reports an occurrence, the strongest first. */
export const reportsOf = <E extends { readonly type: string }>(
  event: E & { readonly reports?: readonly E[] },
): readonly E[] => event.reports ?? [event]

/** The strength of a source as a number; a report is the strongest. */
export const strength = ({ source }: { readonly source: Source }): number => SOURCES.indexOf(source)

/** The first time that the provider gave, of events of which the strongest comes first. */
const firstSaid = (events: readonly DomainEvent[]): Instant | null => {
  for (const { metadata } of events) {
    const at = occurredAt(metadata)
    if (at !== null) return at
  }
  return null
}

const strongestOf = (events: readonly DomainEvent[]): DomainEvent => events[0] as DomainEvent

/** The time for which an event says what holds only for a while: of a snapshot, its receipt. */
export const saidAt = ({ metadata }: DomainEvent): Instant =>
  (metadata.source === 'inferred' ? null : occurredAt(metadata)) ?? toInstant(metadata.recordedAt)

/** All fields: the first event that has one counts; of a momentary one, the latest. */
const united = (
  events: readonly DomainEvent[],
  momentary: readonly string[],
): Occurrence['data'] => {
  const [only] = events
  if (only !== undefined && events.length === 1) return only.data as Occurrence['data']
  const data: Record<string, Json> = {}
  const since = new Map<string, Instant>()
  for (const event of events) {
    for (const [field, value] of Object.entries(event.data)) {
      const before = since.get(field)
      const isLater = before !== undefined && momentary.includes(field) && saidAt(event) > before
      if (before !== undefined && !isLater) continue
      data[field] = value
      since.set(field, saidAt(event))
    }
  }
  return data
}

/** Sorts by strength, then by time, then by content hash, which is computed only for a tie. */
export const strongestFirst = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
  if (events.length < 2) return events
  const contentOf = rememberingOf(contentHash)
  const timeIn = ({ metadata }: DomainEvent): string => occurredAt(metadata) ?? '~'
  return events.toSorted(
    (a, b) =>
      strength(b.metadata) - strength(a.metadata) ||
      compare(timeIn(a), timeIn(b)) ||
      compare(contentOf(a), contentOf(b)),
  )
}

/**
 * Merges the events that share a key: strongest first, then by time, then by content. `momentary`
 * are the fields that hold only for a while. There is at least one event.
 */
export const occurrence = (
  key: string,
  entityId: string,
  disposition: Disposition,
  reports: readonly DomainEvent[],
  momentary: readonly string[] = [],
): Occurrence => {
  const events = strongestFirst(reports)
  const { type } = strongestOf(events)
  const said = firstSaid(events)
  let reportedAt = recordedAt(strongestOf(events))
  for (const event of events) reportedAt = earlier(reportedAt, recordedAt(event))
  const data = united(events, momentary)
  const [at, timed] = [said ?? reportedAt, said !== null]
  return { key, type, entityId, disposition, at, timed, reportedAt, data, events }
}

/** The event of an occurrence as the chart expects it; `occurredAt` is null without a time. */
export const asEvent = <E extends DomainEvent = DomainEvent>(occurred: Occurrence): Occurred<E> => {
  const { type, entityId, at, timed, data, events } = occurred
  const { eventId, source } = strongestOf(events).metadata
  const recordedAt = at as string as Metadata['recordedAt']
  const occurredAt = timed ? recordedAt : null
  const metadata: Metadata = { eventId, occurredAt, recordedAt, source, schema: 1 }
  const event = { type, entityId, data, metadata }
  return (events.length > 1 ? { ...event, reports: events } : event) as unknown as Occurred<E>
}
