/** The payment method of a stream, as its events give it. */
import type { DomainEvent } from '../event/envelope.ts'
import { INFORMATIONAL } from '../event/informational.ts'
import { compare } from '../words/lists.ts'
import type { Stream } from '../words/stream.ts'
import { distinct } from './distinct.ts'
import type { Subject } from './machine.ts'
import { strength } from './occurrence.ts'
import { isOwn, ownEvents } from './subject.ts'

/** The name for every payment method that no machine covers. */
export const NO_METHOD = 'other'

/** An event that gives a payment method. */
interface MethodEvent {
  readonly event: DomainEvent
  readonly method: string
}

const naming = (events: readonly DomainEvent[]): MethodEvent[] => {
  const named: MethodEvent[] = []
  for (const event of events) {
    if ('method' in event.data) named.push({ event, method: event.data.method as string })
  }
  return named
}

/** The events that give a payment method, without messages that a later release read better. */
const namingIn = (events: readonly DomainEvent[]): MethodEvent[] => {
  const named = naming(events)
  const isUnread = named.some(({ event }) => event.type === INFORMATIONAL.unrecognised)
  return isUnread ? naming(distinct(events).events) : named
}

/**
 * The payment method of the strongest event that gives one; `other` only if no event gives a
 * different method.
 */
export const methodIn = (events: readonly DomainEvent[]): string | null => {
  const named = namingIn(events)
  if (named.length > 1) {
    named.sort(
      (a, b) =>
        strength(b.event.metadata) - strength(a.event.metadata) ||
        compare(a.event.metadata.eventId, b.event.metadata.eventId) ||
        compare(a.method, b.method),
    )
  }
  return named.find(({ method }) => method !== NO_METHOD)?.method ?? named[0]?.method ?? null
}

/** The payment method that the events about the stream's own subject give. */
export const ownMethodIn = (
  subject: Subject,
  stream: Stream | null,
  events: readonly DomainEvent[],
): string | null => {
  let [only, count]: [DomainEvent | null, number] = [null, 0]
  for (const event of events) {
    if (!('method' in event.data)) continue
    only = event
    count += 1
  }
  if (only === null) return null
  // one event that gives a method, and is about the subject, decides by itself
  return count === 1 && only.type !== INFORMATIONAL.unrecognised
    ? isOwn(subject, stream, only)
      ? (only.data as { readonly method: string }).method
      : null
    : methodIn(ownEvents(subject, stream, events))
}
