/** Removes repeated events, and finds events that share an id but conflict. */
import type { ConflictingDuplicate } from '../contract/finding.ts'
import { contentHash } from '../event/content-hash.ts'
import { type DomainEvent, occurredAt, receivedAt, recordedAt } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational-events.ts'
import { canonicalText, type Json } from '../words/data/canonical.ts'
import { addTo, compare, NONE } from '../words/data/lists.ts'
import { type Instant, instant } from '../words/time/instant.ts'

/** Events without repetitions, in an order that does not depend on the order of arrival. */
interface Distinct {
  readonly events: readonly DomainEvent[]
  readonly findings: readonly ConflictingDuplicate[]
}

/** Sorts after every digest. */
const LAST = 'none'

/**
 * Whether `one` of two repetitions counts: it was recorded earlier. At the same time, it was received
 * later, so that a copy without `after` settles nothing; else its text sorts first, or the digest of its
 * message does. One without a digest sorts last.
 */
export const isFirst = (one: DomainEvent, other: DomainEvent): boolean => {
  const order =
    compare(recordedAt(one), recordedAt(other)) || compare(receivedAt(other), receivedAt(one))
  if (order !== 0) return order < 0
  const [own, others] = [one.metadata, other.metadata]
  if (own.recordedAt !== others.recordedAt) return own.recordedAt < others.recordedAt
  if (own.after !== others.after) return (own.after ?? '') < (others.after ?? '')
  return (own.message ?? LAST) < (others.message ?? LAST)
}

/** Among events that share an id, keeps the first recorded one for each content. */
const withoutRepetitions = (events: readonly DomainEvent[]): readonly DomainEvent[] => {
  const first = new Map<string, DomainEvent>()
  for (const event of events) {
    const content = contentHash(event)
    const known = first.get(content)
    if (known === undefined || isFirst(event, known)) first.set(content, event)
  }
  return [...first].sort(([a], [b]) => compare(a, b)).map(([, event]) => event)
}

const asJson = (value: unknown): Json => value as Json

/** How much of an instant a time determines: up to its day, minute, second or fraction. */
const statedLength = (text: string): number => {
  if (!/[Tt ]/.test(text)) return '2026-03-02'.length
  const [, second, fraction = ''] = /:\d{2}(:\d{2})?(?:[.,](\d+))?/.exec(text) ?? []
  if (second === undefined) return '2026-03-02T10:00'.length
  return '2026-03-02T10:00:00.'.length + Math.min(7, fraction.length)
}

/** The part of a time that its text determines; equal times of two precisions begin alike. */
const statedTime = (text: string): string => instant(text)?.slice(0, statedLength(text)) ?? text

const different = <A>(all: Iterable<A>): readonly A[] => [...new Set(all)]

/** Of times of which any two are equal there are no more than this, because each begins the next. */
const MOST_EQUAL = 32

/** Whether two events name different times, by the coarser one. A repeated request has another. */
const timesConflict = (events: readonly DomainEvent[]): boolean => {
  const times = (isRequest: boolean): readonly string[] =>
    different(
      events.flatMap(({ metadata: { occurredAt: at, source } }) =>
        at === null || (source === 'request') !== isRequest ? [] : statedTime(at),
      ),
    )
  const [own, ofRequests] = [times(false), times(true)]
  const differ = (a: string, b: string): boolean => !a.startsWith(b) && !b.startsWith(a)
  if (own.length > MOST_EQUAL) return true
  return [...own, ...ofRequests].some((at) => own.some((other) => differ(at, other)))
}

/** Whether two of the events with one id differ in their type, time or a field that both have. */
const conflict = (events: readonly DomainEvent[]): boolean => {
  if (different(events.map(({ type }) => type)).length > 1 || timesConflict(events)) return true
  const values = new Map<string, string>()
  for (const { data } of events) {
    for (const [field, value] of Object.entries(data)) {
      const text = canonicalText(asJson(value))
      if ((values.get(field) ?? text) !== text) return true
      values.set(field, text)
    }
  }
  return false
}

const earliest = (events: readonly DomainEvent[]): Instant | null =>
  events.flatMap(({ metadata }) => occurredAt(metadata) ?? []).sort()[0] ?? null

/** Prepares to tell whether a time equals one of others, at the precision of the coarser one. */
export const amongTimes = (all: readonly (string | null)[]): ((at: string | null) => boolean) => {
  const times = new Set(all.map((at) => (at === null ? '' : statedTime(at))))
  const begun = new Set([...times].flatMap((time) => [...time].map((_, end) => time.slice(0, end))))
  return (at) => {
    const time = at === null ? '' : statedTime(at)
    const isBegun = [...time].some((_, end) => times.has(time.slice(0, end)))
    return times.size > 0 && (time === '' || times.has(time) || begun.has(time) || isBegun)
  }
}

/** Drops the `unrecognised` form of a message, of one time, that a later release could read. */
const readBetter = (sharing: readonly DomainEvent[]): readonly DomainEvent[] => {
  const isUnread = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.unrecognised
  const read = sharing.filter((event) => !isUnread(event))
  if (read.length === 0 || read.length === sharing.length) return sharing
  const isReadLater = amongTimes(read.map(({ metadata }) => metadata.occurredAt))
  return sharing.filter((event) => !(isUnread(event) && isReadLater(event.metadata.occurredAt)))
}

/** Lists that are no longer are sorted by insertion: that is faster. */
const FEW = 8

/** A short list in the order of the ids of its events; null if it is long, or two share an id. */
const sortedFew = (events: readonly DomainEvent[]): readonly DomainEvent[] | null => {
  if (events.length > FEW) return null
  const sorted = events.slice()
  for (let next = 0; next < sorted.length; next += 1) {
    const event = sorted[next] as DomainEvent
    const { eventId } = event.metadata
    let index = next
    for (; index > 0; index -= 1) {
      const before = sorted[index - 1] as DomainEvent
      const { eventId: other } = before.metadata
      if (other === eventId) return null
      if (other < eventId) break
      sorted[index] = before
    }
    sorted[index] = event
  }
  return sorted
}

/** Removes repetitions; conflicts stay, as findings. @spec delivery#from-a-message-to-an-event */
export const distinct = (events: readonly DomainEvent[]): Distinct => {
  const few = sortedFew(events)
  if (few !== null) return { events: few, findings: NONE }
  const byId = new Map<string, DomainEvent[]>()
  for (const event of events) addTo(byId, event.metadata.eventId, event)
  const kept: DomainEvent[] = []
  const findings: ConflictingDuplicate[] = []
  for (const eventId of [...byId.keys()].sort()) {
    const reports = byId.get(eventId) ?? []
    const sharing = reports.length === 1 ? reports : readBetter(withoutRepetitions(reports))
    for (const event of sharing) kept.push(event)
    if (sharing.length === 1) continue
    if (conflict(sharing)) {
      const [one = '', ...others] = sharing.map(contentHash).sort()
      const compared = { one, other: others.join(', ') }
      const at = earliest(sharing)
      findings.push({ code: 'ConflictingDuplicate', key: eventId, at, eventId, compared })
    }
  }
  return { events: kept, findings }
}
