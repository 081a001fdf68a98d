/** An occurrence: something that happened once, reported by one or more messages. */
import { contentHash } from '../event/content.ts'
import {
  type DomainEvent,
  type Metadata,
  occurredAt,
  SOURCES,
  type Source,
} from '../event/envelope.ts'
import type { Json } from '../words/canonical.ts'
import { type Instant, toInstant } from '../words/instant.ts'

/**
 * What became of an occurrence. `chart`: the chart took it. `informational`: no chart has a
 * transition for it. `parked`: no transition, lifecycle or machine accepts it, or it matches no
 * entity or more than one. `refused`: only a request reported it, and the provider refused that
 * request.
 */
export type Disposition = 'chart' | 'informational' | 'parked' | 'refused'

/**
 * Something that happened once, merged from every event that reports it. `entityId` is the entity
 * it concerns, and empty for an event type that can happen only once per stream. `at` is the
 * provider's time if `timed`, else the time of first receipt. `events` are the distinct events that
 * report it, the strongest source first.
 */
export interface Occurrence {
  readonly key: string
  readonly type: string
  readonly entityId: string
  readonly disposition: Disposition
  readonly at: Instant
  readonly timed: boolean
  readonly data: Readonly<Record<string, Json>>
  readonly events: readonly DomainEvent[]
}

/** An event as charts receive it: one for each occurrence, with the id of its entity. */
export type Occurred<E extends { readonly type: string }> = E & { readonly entityId: string }

/** The strength of a source as a number; a report is the strongest. */
export const strength = ({ source }: { readonly source: Source }): number => SOURCES.indexOf(source)

/** The strongest source that reports an occurrence. */
const sourceOf = ({ events }: Occurrence): Source => events[0]?.metadata.source ?? 'inferred'

/** The time of an occurrence, and whether the provider gave it. */
const timeOf = (events: readonly DomainEvent[]): Pick<Occurrence, 'at' | 'timed'> => {
  for (const { metadata } of events) {
    const at = occurredAt(metadata)
    if (at !== null) return { at, timed: true }
  }
  const received = events.map(({ metadata }) => toInstant(metadata.recordedAt)).sort()
  return { at: received[0] ?? ('0000-01-01T00:00:00.0000000Z' as Instant), timed: false }
}

/** The fields of all events together. For each field, the first event that has it counts. */
const united = (events: readonly DomainEvent[]): Occurrence['data'] => {
  const [only, another] = events
  if (only !== undefined && another === undefined) return only.data as Occurrence['data']
  const data: Record<string, Json> = {}
  for (const event of events) {
    for (const [field, value] of Object.entries(event.data)) {
      if (!Object.hasOwn(data, field)) data[field] = value
    }
  }
  return data
}

/** Sorts by strength, then by time, then by content hash, which is computed only for a tie. */
const inOrder = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
  if (events.length < 2) return [...events]
  const hashes = new Map<DomainEvent, string>()
  const contentIn = (event: DomainEvent): string => {
    const known = hashes.get(event) ?? contentHash(event)
    hashes.set(event, known)
    return known
  }
  return [...events].sort(
    (a, b) =>
      strength(b.metadata) - strength(a.metadata) ||
      compare(occurredAt(a.metadata) ?? '~', occurredAt(b.metadata) ?? '~') ||
      compare(contentIn(a), contentIn(b)),
  )
}

/** Compares two texts by code unit, as a sort function does. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Merges the events that share a key: strongest first, then by time, then by content. */
export const occurrence = (
  key: string,
  entityId: string,
  disposition: Disposition,
  reports: readonly DomainEvent[],
): Occurrence => {
  const events = inOrder(reports)
  const type = events[0]?.type ?? 'unrecognised'
  return { key, type, entityId, disposition, ...timeOf(events), data: united(events), events }
}

/**
 * The event that represents an occurrence, typed as the chart expects it. `occurredAt` is null if
 * the provider gave no time.
 */
export const asEvent = <E extends DomainEvent = DomainEvent>(occurred: Occurrence): Occurred<E> => {
  const { type, entityId, at, timed, data, events } = occurred
  const metadata: Metadata = {
    eventId: events[0]?.metadata.eventId ?? ('made_0' as Metadata['eventId']),
    occurredAt: timed ? (at as string as Metadata['occurredAt']) : null,
    recordedAt: at as string as Metadata['recordedAt'],
    source: sourceOf(occurred),
    schema: 1,
  }
  return { type, entityId, data, metadata } as unknown as Occurred<E>
}
