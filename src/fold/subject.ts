/** The subject of a stream: the one entity that it is about, and the events about any other. */
import type { DomainEvent } from '../event/envelope.ts'
import { entityIdOf, prefixOf, type Stream, streamOf } from '../words/stream.ts'
import { distinct } from './distinct.ts'
import type { AnyMachine, Subject } from './machine.ts'
import type { ParkedReason } from './parked.ts'
import type { State } from './state.ts'

/** The reasons for which an event counts for nothing at all: it is about another subject. */
type NotOwn = Extract<ParkedReason, 'OtherSubject' | 'SubjectUnknown'>

const NOT_OWN: Readonly<Record<NotOwn, true>> = { OtherSubject: true, SubjectUnknown: true }

/** The id of a machine's kind of entity that an event names; null if it names none. */
export const subjectNamedIn = ({ field, id }: Subject, { data }: DomainEvent): string | null => {
  const value = (data as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' && id.is(value) ? value : null
}

/** The subject that a stream's name gives; null if it gives none of the machine's kind. */
const givenBy = ({ prefix }: Subject, stream: Stream | null): string | null =>
  stream !== null && prefixOf(stream) === prefix ? entityIdOf(stream) : null

const idsIn = (subject: Subject, events: readonly DomainEvent[]): ReadonlySet<string> => {
  const ids = new Set<string>()
  for (const event of events) {
    const named = subjectNamedIn(subject, event)
    if (named !== null) ids.add(named)
  }
  return ids
}

/** Whether an event names another subject than the given one. */
const namesAnother = (subject: Subject, own: string, event: DomainEvent): boolean => {
  const value = (event.data as Readonly<Record<string, unknown>>)[subject.field]
  return value !== own && typeof value === 'string' && subject.id.is(value)
}

/** The events of a stream: those that count for its subject, and those that count for nothing. */
interface Divided {
  readonly own: readonly DomainEvent[]
  readonly others: readonly DomainEvent[]
  readonly reason: NotOwn
}

/**
 * Divides events by their subject. The stream's name gives it. If no name is given, the events have
 * the one subject that they name; if they name several, none of them counts.
 * @spec decisions#47
 */
const divided = (
  subject: Subject,
  stream: Stream | null,
  events: readonly DomainEvent[],
): Divided => {
  const given = givenBy(subject, stream)
  if (given === null) {
    return idsIn(subject, events).size > 1
      ? { own: [], others: events, reason: 'SubjectUnknown' }
      : { own: events, others: [], reason: 'SubjectUnknown' }
  }
  const reason = 'OtherSubject'
  const isOther = (event: DomainEvent): boolean => namesAnother(subject, given, event)
  if (!events.some(isOther)) return { own: events, others: [], reason }
  return { own: events.filter((event) => !isOther(event)), others: events.filter(isOther), reason }
}

/** The events of a stream that are about its subject. */
export const ownEvents = (
  subject: Subject,
  stream: Stream | null,
  events: readonly DomainEvent[],
): readonly DomainEvent[] => divided(subject, stream, events).own

/**
 * The same, and each other event once, with a name for its occurrence. That name starts with the
 * subject which the event names, so that it is never the name of an occurrence that counts.
 */
export const bySubject = (
  subject: Subject,
  stream: Stream | null,
  events: readonly DomainEvent[],
) => {
  const { own, others, reason } = divided(subject, stream, events)
  if (others.length === 0) return { own, others: [], reason }
  const named = distinct(others).events.map((event) => {
    const { eventId } = event.metadata
    const named = subjectNamedIn(subject, event)
    return { event, entityId: named === null ? eventId : `${named}:${eventId}` }
  })
  return { own, others: named, reason }
}

/** Returns a state, or its parts, without the occurrences that are about another subject. */
export const withoutOthers = <A extends Pick<State, 'occurrences' | 'parked'>>(state: A): A => {
  const keys = new Set(
    state.parked.flatMap(({ key, reason }) => (Object.hasOwn(NOT_OWN, reason) ? key : [])),
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

/**
 * The id of the entity that a state is about. The name of its stream gives it, or else the events,
 * if they name exactly one; null if neither does.
 */
export const subjectOf = (subject: Subject, state: State): string | null => {
  const given = givenBy(subject, state.stream)
  if (given !== null) return given
  const ids = idsIn(
    subject,
    state.occurrences.flatMap(({ events }) => events),
  )
  const [only = null] = ids
  return ids.size === 1 ? only : null
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
