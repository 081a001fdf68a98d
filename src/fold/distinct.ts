/** Which events are repetitions, which conflict, and which were read better later. */
import { contentHash } from '../event/content.ts'
import { type Event, type Metadata, occurredAt } from '../event/envelope.ts'
import { canonical, type Json } from '../words/canonical.ts'
import { type Instant, instant, toInstant } from '../words/instant.ts'
import type { Finding } from './finding.ts'
import { compare } from './occurrence.ts'

/** Events without repetitions, in an order that does not hang on how they came. */
export interface Distinct {
  readonly events: readonly Event[]
  readonly findings: readonly Finding[]
}

/** Whether one of two repetitions counts: it was heard first, or is written smaller. */
const isFirst = (one: Metadata, other: Metadata): boolean => {
  const [at, otherAt] = [toInstant(one.recordedAt), toInstant(other.recordedAt)]
  return at === otherAt ? one.recordedAt < other.recordedAt : at < otherAt
}

/** Of events that share an id repetitions are one event, the one heard first. */
const withoutRepetitions = (events: readonly Event[]): readonly Event[] => {
  const first = new Map<string, Event>()
  for (const event of events) {
    const content = contentHash(event)
    const known = first.get(content)
    if (known === undefined || isFirst(event.metadata, known.metadata)) first.set(content, event)
  }
  return [...first].sort(([a], [b]) => compare(a, b)).map(([, event]) => event)
}

const asJson = (value: unknown): Json => value as Json

/** How much of a canonical instant a text tells: to the day, the minute, the second, or digits of it. */
const toldLength = (text: string): number => {
  if (!/[Tt ]/.test(text)) return '2026-03-02'.length
  const [, second, fraction = ''] = /:\d{2}(:\d{2})?(?:[.,](\d+))?/.exec(text) ?? []
  if (second === undefined) return '2026-03-02T10:00'.length
  return '2026-03-02T10:00:00.'.length + Math.min(7, fraction.length)
}

/** Equal as far as the coarser of the two tells. */
const sameMoment = (a: string, b: string): boolean => {
  const length = Math.min(toldLength(a), toldLength(b))
  return instant(a)?.slice(0, length) === instant(b)?.slice(0, length)
}

/** Whether two events of one id tell different things in what both tell. */
const conflict = (a: Event, b: Event): boolean => {
  if (a.type !== b.type) return true
  const [atA, atB] = [a.metadata.occurredAt, b.metadata.occurredAt]
  const sentAgain = a.metadata.source === 'request' && b.metadata.source === 'request'
  if (atA !== null && atB !== null && !sentAgain && !sameMoment(atA, atB)) return true
  const other = b.data as Readonly<Record<string, unknown>>
  return Object.entries(a.data).some(
    ([field, value]) =>
      Object.hasOwn(other, field) && canonical(asJson(value)) !== canonical(asJson(other[field])),
  )
}

const earliest = (events: readonly Event[]): Instant | null =>
  events.flatMap(({ metadata }) => occurredAt(metadata) ?? []).sort()[0] ?? null

/** A message that was once `unrecognised` and has been read since counts as read. */
const readBetter = (sharing: readonly Event[]): readonly Event[] => {
  if (sharing.length < 2) return sharing
  const read = sharing.filter(({ type }) => type !== 'unrecognised')
  return read.length > 0 ? read : sharing
}

/** Takes repetitions out; the same id with other content stays, and is a finding. @spec design, 3 */
export const distinct = (events: readonly Event[]): Distinct => {
  const byId = new Map<string, Event[]>()
  for (const event of events) {
    const { eventId } = event.metadata
    const sharing = byId.get(eventId)
    if (sharing === undefined) byId.set(eventId, [event])
    else sharing.push(event)
  }
  const kept: Event[] = []
  const findings: Finding[] = []
  for (const eventId of [...byId.keys()].sort()) {
    const told = byId.get(eventId) ?? []
    if (told.length === 1) {
      kept.push(...told)
      continue
    }
    const sharing = readBetter(withoutRepetitions(told))
    kept.push(...sharing)
    if (sharing.some((a, index) => sharing.slice(index + 1).some((b) => conflict(a, b)))) {
      findings.push({ code: 'ConflictingDuplicate', key: eventId, at: earliest(sharing), eventId })
    }
  }
  return { events: kept, findings }
}
