/** What happened once, told by one message or by many. */
import { contentHash } from '../event/content.ts'
import { type Event, type Metadata, occurredAt, SOURCES, type Source } from '../event/envelope.ts'
import type { Json } from '../words/canonical.ts'
import { type Instant, toInstant } from '../words/instant.ts'

/**
 * Where an occurrence stands: on the chart, beside it, aside because no arrow or no lifecycle takes
 * it, or left out because the request that alone tells of it was refused.
 */
export type Place = 'chart' | 'beside' | 'parked' | 'refused'

/**
 * What happened once. `about` is the id of the thing it concerns among several (a refund, a
 * chargeback, a collection), empty for what happens once; `at` is the provider's time when `timed`,
 * else when it was first heard of; `tells` are the distinct events that tell of it, strongest first.
 */
export interface Occurrence {
  readonly key: string
  readonly type: string
  readonly about: string
  readonly place: Place
  readonly at: Instant
  readonly timed: boolean
  readonly data: Readonly<Record<string, Json>>
  readonly tells: readonly Event[]
}

/** An event as the machines take it: one for each occurrence, with what it is about. */
export type Occurred<E extends { readonly type: string }> = E & { readonly about: string }

/** Strength as a number: a report counts most. */
export const strength = ({ source }: { readonly source: Source }): number => SOURCES.indexOf(source)

/** The strongest source that tells of an occurrence. */
export const sourceOf = ({ tells }: Occurrence): Source => tells[0]?.metadata.source ?? 'inferred'

/** The moment an occurrence is told to have happened at, and whether the provider says so. */
const momentOf = (tells: readonly Event[]): Pick<Occurrence, 'at' | 'timed'> => {
  for (const { metadata } of tells) {
    const at = occurredAt(metadata)
    if (at !== null) return { at, timed: true }
  }
  const heard = tells.map(({ metadata }) => toInstant(metadata.recordedAt)).sort()
  return { at: heard[0] ?? ('0000-01-01T00:00:00.0000000Z' as Instant), timed: false }
}

/** Fields in order of the events that tell them: the first to name one has the say. */
const united = (tells: readonly Event[]): Occurrence['data'] => {
  const [only, another] = tells
  if (only !== undefined && another === undefined) return only.data as Occurrence['data']
  const data: Record<string, Json> = {}
  for (const tell of tells) {
    for (const [field, value] of Object.entries(tell.data)) {
      if (!Object.hasOwn(data, field)) data[field] = value
    }
  }
  return data
}

/** Strongest first, then by time, then by content, which is looked at where nothing else tells two apart. */
const inOrder = (events: readonly Event[]): readonly Event[] => {
  if (events.length < 2) return [...events]
  const hashes = new Map<Event, string>()
  const contentIn = (event: Event): string => {
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

/** Which of two texts comes first. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Unites the events that share a key: strongest first, then by time, then by content. */
export const occurrence = (
  key: string,
  about: string,
  place: Place,
  events: readonly Event[],
): Occurrence => {
  const tells = inOrder(events)
  const type = tells[0]?.type ?? 'unrecognised'
  return { key, type, about, place, ...momentOf(tells), data: united(tells), tells }
}

/** The event that stands for an occurrence. Without a provider's time, `occurredAt` is null. */
export const asEvent = (occurred: Occurrence): Occurred<Event> => {
  const { type, about, at, timed, data, tells } = occurred
  const metadata: Metadata = {
    eventId: tells[0]?.metadata.eventId ?? ('made_0' as Metadata['eventId']),
    occurredAt: timed ? (at as string as Metadata['occurredAt']) : null,
    recordedAt: at as string as Metadata['recordedAt'],
    source: sourceOf(occurred),
    schema: 1,
  }
  return { type, about, data, metadata }
}
