/** Removes repeated events, and finds events that share an id but conflict. */
import { contentHash } from '../event/content.ts'
import { type DomainEvent, type Metadata, occurredAt } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { type Instant, instant, toInstant } from '../words/instant.ts'
import type { ConflictingDuplicate } from './finding.ts'
import { compare } from './occurrence.ts'

/** Events without repetitions, in an order that does not depend on the order of arrival. */
interface Distinct {
  readonly events: readonly DomainEvent[]
  readonly findings: readonly ConflictingDuplicate[]
}

/** Sorts after every digest. */
const LAST = 'none'

/**
 * Whether `one` of two repetitions counts: it was recorded earlier or, at the same time, its text
 * sorts first, or the digest of its message does. One without a digest sorts last.
 */
export const isFirst = (one: Metadata, other: Metadata): boolean => {
  const [at, otherAt] = [toInstant(one.recordedAt), toInstant(other.recordedAt)]
  if (at !== otherAt) return at < otherAt
  if (one.recordedAt !== other.recordedAt) return one.recordedAt < other.recordedAt
  return (one.message ?? LAST) < (other.message ?? LAST)
}

/**
 * Among events that share an id, keeps one event for each content: the event that was recorded
 * first.
 */
const withoutRepetitions = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
  const first = new Map<string, DomainEvent>()
  for (const event of events) {
    const content = contentHash(event)
    const known = first.get(content)
    if (known === undefined || isFirst(event.metadata, known.metadata)) first.set(content, event)
  }
  return [...first].sort(([a], [b]) => compare(a, b)).map(([, event]) => event)
}

const asJson = (value: unknown): Json => value as Json

/**
 * How many characters of a canonical instant a time determines: up to its day, minute, second or
 * fraction of a second.
 */
const statedLength = (text: string): number => {
  if (!/[Tt ]/.test(text)) return '2026-03-02'.length
  const [, second, fraction = ''] = /:\d{2}(:\d{2})?(?:[.,](\d+))?/.exec(text) ?? []
  if (second === undefined) return '2026-03-02T10:00'.length
  return '2026-03-02T10:00:00.'.length + Math.min(7, fraction.length)
}

/** Whether two times are equal, at the precision of the coarser time; a missing one may be any. */
const isSameTime = (a: string | null, b: string | null): boolean => {
  if (a === null || b === null) return true
  const length = Math.min(statedLength(a), statedLength(b))
  return instant(a)?.slice(0, length) === instant(b)?.slice(0, length)
}

/** Whether two events with the same id differ in their type, time or a field that both have. */
const conflict = (a: DomainEvent, b: DomainEvent): boolean => {
  if (a.type !== b.type) return true
  const [atA, atB] = [a.metadata.occurredAt, b.metadata.occurredAt]
  const sentAgain = a.metadata.source === 'request' && b.metadata.source === 'request'
  if (!sentAgain && !isSameTime(atA, atB)) return true
  const other = b.data as Readonly<Record<string, unknown>>
  return Object.entries(a.data).some(
    ([field, value]) =>
      Object.hasOwn(other, field) && canonical(asJson(value)) !== canonical(asJson(other[field])),
  )
}

const earliest = (events: readonly DomainEvent[]): Instant | null =>
  events.flatMap(({ metadata }) => occurredAt(metadata) ?? []).sort()[0] ?? null

/**
 * Drops the `unrecognised` form of a message that a later release could read. A message with the
 * same id and another time is another message.
 */
const readBetter = (sharing: readonly DomainEvent[]): readonly DomainEvent[] => {
  const isUnread = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.unrecognised
  const isReadLater = ({ metadata: { occurredAt: at } }: DomainEvent): boolean =>
    sharing.some((other) => !isUnread(other) && isSameTime(at, other.metadata.occurredAt))
  return sharing.filter((event) => !(isUnread(event) && isReadLater(event)))
}

/**
 * Removes repetitions. Events that share an id but conflict stay, as a finding.
 * @spec delivery#from-a-message-to-an-event
 */
export const distinct = (events: readonly DomainEvent[]): Distinct => {
  const byId = new Map<string, DomainEvent[]>()
  for (const event of events) {
    const { eventId } = event.metadata
    const sharing = byId.get(eventId)
    if (sharing === undefined) byId.set(eventId, [event])
    else sharing.push(event)
  }
  const kept: DomainEvent[] = []
  const findings: ConflictingDuplicate[] = []
  for (const eventId of [...byId.keys()].sort()) {
    const reports = byId.get(eventId) ?? []
    if (reports.length === 1) {
      kept.push(...reports)
      continue
    }
    const sharing = readBetter(withoutRepetitions(reports))
    kept.push(...sharing)
    if (sharing.some((a, index) => sharing.slice(index + 1).some((b) => conflict(a, b)))) {
      findings.push({ code: 'ConflictingDuplicate', key: eventId, at: earliest(sharing), eventId })
    }
  }
  return { events: kept, findings }
}
