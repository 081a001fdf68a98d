/** Nudges: events that anyone may have sent. They count for nothing, and only say that a look may pay. */
import { contentHash } from '../event/content-hash.ts'
import type { DomainEvent } from '../event/envelope.ts'
import { compare } from '../words/data/lists.ts'
import { toInstant } from '../words/time/instant.ts'
import { isFirst } from './distinct-events.ts'

/** How many unsigned events of a stream a state keeps. */
const MOST_NUDGES = 16

interface Nudge {
  readonly event: DomainEvent
  readonly id: string
  readonly content: string
  readonly receivedAt: string
}

/** Each of some unsigned events once, as it was received last. */
const onceEach = (events: readonly DomainEvent[]): readonly Nudge[] => {
  const found = new Map<string, Nudge>()
  for (const event of events) {
    const content = contentHash(event)
    const known = found.get(content)
    if (known !== undefined && !isFirst(known.event.metadata, event.metadata)) continue
    const { eventId: id, recordedAt } = event.metadata
    found.set(content, { event, id, content, receivedAt: toInstant(recordedAt) })
  }
  return [...found.values()]
}

/**
 * The unsigned events that a state keeps, of all that a stream has: the last by receipt, then by content.
 * A look-up that answers these answers the older ones, too. Which ones they are depends on the set of
 * events alone, so that a state may add one event to those that it keeps. @spec decisions#67
 */
export const nudgesIn = (unsigned: readonly DomainEvent[]): readonly DomainEvent[] =>
  onceEach(unsigned)
    .toSorted((a, b) => compare(b.receivedAt, a.receivedAt) || compare(a.content, b.content))
    .slice(0, MOST_NUDGES)
    .sort((a, b) => compare(a.id, b.id) || compare(a.content, b.content))
    .map(({ event }) => event)
