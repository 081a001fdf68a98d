/**
 * A shortcut for merging: a stream in which every event names its own thing, no two are about one, and
 * all agree. Its occurrences are those of merging it at length. Every other stream is declined.
 */
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import type { Json } from '../words/canonical.ts'
import { instant, toInstant } from '../words/instant.ts'
import type { Stream } from '../words/stream.ts'
import type { AnyMachine, Subject } from './machine.ts'
import type { Occurrence } from './occurrence.ts'
import { givenBy, subjectNamedIn } from './subject.ts'

/** What the shortcut needs to know about a machine. */
interface Naming extends Pick<AnyMachine, 'events' | 'constant' | 'names' | 'settle'> {
  readonly subject: Subject | null
}

type Fields = Readonly<Record<string, unknown>>

/** Streams with more events are declined: comparing each with each would cost more. */
const MOST = 32

/** The field of a type that can happen only once: none names it. */
const NO_FIELD = ''

const INTERPRETED: ReadonlySet<string> = new Set(Object.values(INFORMATIONAL))

/**
 * The field by which each type of event names its own thing for sure. What the engine interprets may
 * imply more than it names, and a type with a colon may be part of the keys of another. None does in a
 * lifecycle that settles its events, or in which some field is the same in the whole stream.
 */
const namingFields = ({
  events,
  names = {},
  constant,
  settle,
}: Naming): ReadonlyMap<string, string> => {
  const fields = new Map<string, string>()
  if (settle !== undefined || constant.length > 0) return fields
  for (const [type, { identity }] of Object.entries(events)) {
    const field = identity === 'once' ? NO_FIELD : names[identity]
    if (field === undefined || INTERPRETED.has(type) || type.includes(':')) continue
    fields.set(type, field)
  }
  return fields
}

/**
 * The occurrence that one event reports; null if the event does not say all of it by itself: if it has
 * no time, is a step of ours or about one, or only a message that nobody signed reports it.
 */
const occurrenceOf = (event: DomainEvent, field: string): Occurrence | null => {
  const { type, data, metadata } = event
  const { occurredAt, recordedAt, source, claimedAt } = metadata
  if (source !== 'report' && source !== 'response') return null
  if (claimedAt !== undefined || 'commandId' in data || occurredAt === null) return null
  const entityId = field === NO_FIELD ? '' : (data as Fields)[field]
  if (typeof entityId !== 'string' || (entityId === '' && field !== NO_FIELD)) return null
  const at = instant(occurredAt)
  if (at === null) return null
  return {
    key: field === NO_FIELD ? type : `${type}:${entityId}`,
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

/** Whether two occurrences are one, or are reported by one event. */
const isOneWith = (a: Occurrence, b: Occurrence): boolean =>
  (a.type === b.type && a.entityId === b.entityId) ||
  a.events[0]?.metadata.eventId === b.events[0]?.metadata.eventId

/**
 * Prepares the shortcut for a machine. It returns the occurrences of a stream, or null if the stream
 * has to be merged at length. It declines every event that is informational, or a request of ours.
 */
export const mergeShortcut = (machine: Naming) => {
  const fields = namingFields(machine)
  const { subject } = machine
  return (events: readonly DomainEvent[], stream: Stream | null): readonly Occurrence[] | null => {
    if (events.length > MOST) return null
    let own = subject === null ? null : givenBy(subject, stream)
    const all: Occurrence[] = []
    for (const event of events) {
      const field = fields.get(event.type)
      const occurrence = field === undefined ? null : occurrenceOf(event, field)
      if (occurrence === null) return null
      if (subject !== null) {
        const about = (event.data as Fields)[subject.field]
        if (about !== own && subjectNamedIn(subject, event) !== null) {
          if (own !== null) return null
          own = about as string
        }
      }
      for (const other of all) if (isOneWith(occurrence, other)) return null
      all.push(occurrence)
    }
    return all
  }
}
