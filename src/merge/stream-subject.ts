/** The subject of a stream: the one entity that it is about, and the events about any other. */
import type { AnyMachine, Subject } from '../contract/machine-record.ts'
import type { ParkedReason } from '../contract/parked-reasons.ts'
import type { State } from '../contract/state.ts'
import { contentHash } from '../event/content-hash.ts'
import { type DomainEvent, isUnsigned, receivedAt, timeOf } from '../event/envelope.ts'
import { compare, NONE } from '../words/data/lists.ts'
import { entityIdOf, hasPrefix, prefixOf, type Stream, streamOf } from '../words/stream.ts'
import type { Instant } from '../words/time/instant.ts'
import { distinct, isFirst } from './distinct-events.ts'

/** How many unsigned events of a stream a state keeps. */
const MOST_NUDGES = 16

/** Whether `one` of two repetitions is the last by receipt. */
const isLater = (one: DomainEvent, other: DomainEvent): boolean => {
  const order = compare(receivedAt(one), receivedAt(other))
  return order > 0 || (order === 0 && isFirst(other, one))
}

/**
 * The unsigned events that a state keeps, of all that a stream has: the last by receipt, then by content.
 * A look-up that answers these answers the older ones, too. Which ones they are depends on the set of
 * events alone, so that a state may add one event to those that it keeps. @spec decisions#67
 */
const nudgesIn = (unsigned: readonly DomainEvent[]): readonly DomainEvent[] => {
  const last = new Map<string, DomainEvent>()
  for (const event of unsigned) {
    const content = contentHash(event)
    const known = last.get(content)
    if (known === undefined || isLater(event, known)) last.set(content, event)
  }
  return Array.from(last, ([content, event]) => ({ content, event, at: receivedAt(event) }))
    .sort((a, b) => compare(b.at, a.at) || compare(a.content, b.content))
    .slice(0, MOST_NUDGES)
    .sort(
      (a, b) =>
        compare(a.event.metadata.eventId, b.event.metadata.eventId) ||
        compare(a.content, b.content),
    )
    .map(({ event }) => event)
}

/** The reasons for which an event counts for nothing at all: who sent it, or what it is about. */
type NotOwn = Extract<ParkedReason, 'Unsigned' | 'OtherSubject' | 'SubjectUnknown'>

const NOT_OWN: readonly ParkedReason[] = ['Unsigned', 'OtherSubject', 'SubjectUnknown']

/** The id of a machine's kind of entity that an event names; null if it names none. */
export const subjectNamedIn = ({ field, id }: Subject, { data }: DomainEvent): string | null => {
  const value = (data as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' && id.is(value) ? value : null
}

/** The subject that a stream's name gives; null if it gives none of the machine's kind. */
const givenBy = ({ prefix }: Subject, stream: Stream | null): string | null =>
  stream !== null && hasPrefix(stream, prefix) ? entityIdOf(stream) : null

const idsIn = (subject: Subject, events: readonly DomainEvent[]): ReadonlySet<string> =>
  new Set(events.flatMap((event) => subjectNamedIn(subject, event) ?? []))

const namesAnother = (subject: Subject, own: string, event: DomainEvent): boolean => {
  const value = (event.data as Readonly<Record<string, unknown>>)[subject.field]
  return value !== own && typeof value === 'string' && subject.id.is(value)
}

interface Divided {
  readonly own: readonly DomainEvent[]
  readonly others: ReadonlyMap<NotOwn, readonly DomainEvent[]>
}

const NO_OTHERS: Divided['others'] = new Map()

/** Whether all events are signed, and about one subject: that of the stream, if it gives one. */
const areOwn = (
  subject: Subject | null,
  stream: Stream | null,
  events: readonly DomainEvent[],
): boolean => {
  let own = subject === null ? null : givenBy(subject, stream)
  for (const event of events) {
    if (isUnsigned(event)) return false
    if (subject === null) continue
    const value = (event.data as Readonly<Record<string, unknown>>)[subject.field]
    if (value === own || typeof value !== 'string' || !subject.id.is(value)) continue
    if (own !== null) return false
    own = value
  }
  return true
}

/**
 * Divides events by who sent them and by their subject. The stream's name gives the subject. If no
 * name is given, the events have the one subject that they name; if they name several, none of them
 * counts. @spec decisions#47; decisions#54
 */
const divided = (
  subject: Subject | null,
  stream: Stream | null,
  events: readonly DomainEvent[],
): Divided => {
  if (areOwn(subject, stream, events)) return { own: events, others: NO_OTHERS }
  const unsigned = events.filter(isUnsigned)
  const others = new Map<NotOwn, readonly DomainEvent[]>()
  if (unsigned.length > 0) others.set('Unsigned', unsigned)
  const signed = unsigned.length === 0 ? events : events.filter((event) => !isUnsigned(event))
  if (subject === null) return { own: signed, others }
  const given = givenBy(subject, stream)
  if (given === null && idsIn(subject, signed).size > 1) {
    return { own: [], others: others.set('SubjectUnknown', signed) }
  }
  const isOther = (event: DomainEvent): boolean => namesAnother(subject, given ?? '', event)
  if (given === null || !signed.some(isOther)) return { own: signed, others }
  const own = signed.filter((event) => !isOther(event))
  return { own, others: others.set('OtherSubject', signed.filter(isOther)) }
}

/** The events of a stream that are signed, and about its subject. */
export const ownEvents = (
  subject: Subject | null,
  stream: Stream | null,
  events: readonly DomainEvent[],
): readonly DomainEvent[] => divided(subject, stream, events).own

/** Whether an event is signed, and about the subject of a stream: one of several, or the only one. */
export const isOwn = (subject: Subject, stream: Stream | null, event: DomainEvent): boolean => {
  if (isUnsigned(event)) return false
  const given = givenBy(subject, stream)
  return given === null || !namesAnother(subject, given, event)
}

const aside = (subject: Subject | null, reason: NotOwn, event: DomainEvent): string => {
  const { eventId } = event.metadata
  if (reason === 'Unsigned') return `unsigned:${eventId}`
  const named = subject === null ? null : subjectNamedIn(subject, event)
  return named === null ? eventId : `${named}:${eventId}`
}

/** Each event that counts for nothing once; of unsigned ones, those that a state keeps. */
const kept = (
  reason: NotOwn,
  events: readonly DomainEvent[],
  by: Instant | null,
): readonly DomainEvent[] => {
  if (reason !== 'Unsigned') return distinct(events).events
  return nudgesIn(by === null ? events : events.filter((event) => timeOf(event) <= by))
}

/** The same, and each other event once, with a name that no occurrence has that counts. */
export const bySubject = (
  subject: Subject | null,
  stream: Stream | null,
  events: readonly DomainEvent[],
  by: Instant | null = null,
) => {
  const { own, others } = divided(subject, stream, events)
  if (others.size === 0) return { own, others: NONE }
  const named = [...others].map(([reason, all]) => {
    const once = kept(reason, all, by)
    return [
      reason,
      once.map((event) => ({ event, entityId: aside(subject, reason, event) })),
    ] as const
  })
  return { own, others: named }
}

/** Returns a state, or its parts, without the occurrences that count for nothing. */
export const withoutOthers = <A extends Pick<State, 'occurrences' | 'parked'>>(state: A): A => {
  if (state.parked.length === 0) return state
  const keys = new Set(
    state.parked.flatMap(({ key, reason }) => (NOT_OWN.includes(reason) ? key : [])),
  )
  if (keys.size === 0) return state
  const occurrences = state.occurrences.filter(
    ({ key, disposition }) => disposition !== 'parked' || !keys.has(key),
  )
  return { ...state, occurrences }
}

/** Whether the events of a state name several subjects, so that nothing in it counts. */
export const isSubjectUnknown = ({ parked }: Pick<State, 'parked'>): boolean =>
  parked.some(({ reason }) => reason === 'SubjectUnknown')

/** The id of a state's entity: by the name of its stream, or the only one that its events name. */
export const subjectOf = (subject: Subject, state: State): string | null => {
  const given = givenBy(subject, state.stream)
  if (given !== null) return given
  const events = state.occurrences.flatMap(({ events }) => events)
  const signed = events.filter((event) => !isUnsigned(event))
  const [only = null, ...others] = idsIn(subject, signed)
  return others.length === 0 ? only : null
}

/** The stream that an event belongs to: the given one, unless the event names another subject. */
export const streamFor = (
  machines: readonly AnyMachine[],
): ((stream: Stream, event: DomainEvent) => Stream) => {
  const subjects = new Map(
    machines.toReversed().map(({ subject }) => [subject.prefix, subject] as const),
  )
  return (stream, event) => {
    const subject = subjects.get(prefixOf(stream))
    const named = subject === undefined ? null : subjectNamedIn(subject, event)
    return subject === undefined || named === null ? stream : streamOf(subject.prefix, named)
  }
}
