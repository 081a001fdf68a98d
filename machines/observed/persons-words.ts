/** For which time a person has spoken about a stream. */
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { contentHash } from '../../src/event/content-hash.ts'
import { type DomainEvent, dataIn, receivedAt } from '../../src/event/envelope.ts'
import { INFORMATIONAL } from '../../src/event/informational-events.ts'
import { sortedBy } from '../../src/words/data/lists.ts'
import { earlier, type Instant, type TimeText, toInstant } from '../../src/words/time/instant.ts'

/** What a person's word states, with the time as of which it is true. */
export interface Spoken {
  readonly event: DomainEvent
  readonly asOf: Instant
  readonly data: Readonly<Record<string, unknown>>
}

/** The words of one or two persons each, which state something that is wanted. */
const spokenIn = (
  events: readonly DomainEvent[],
  isWanted: (data: Spoken['data']) => boolean,
): readonly Spoken[] => {
  const spoken: Spoken[] = []
  for (const event of events) {
    if (event.type !== INFORMATIONAL.review) continue
    const data = dataIn(event)
    const { asOf, by } = data
    const isWord = Array.isArray(by) && (by.length === 1 || by.length === 2)
    if (!isWord || typeof asOf !== 'string' || !isWanted(data)) continue
    // nobody has seen more than what was received by then
    spoken.push({ event, asOf: earlier(toInstant(asOf as TimeText), receivedAt(event)), data })
  }
  return spoken
}

/** The word that counts: the one as of the latest time, and of several of these the last received. */
export const lastSpoken = (
  events: readonly DomainEvent[],
  isWanted: (data: Spoken['data']) => boolean,
): Spoken | undefined =>
  sortedBy(
    spokenIn(events, isWanted),
    ({ asOf, event }) =>
      `${asOf} ${receivedAt(event)} ${event.metadata.eventId} ${contentHash(event)}`,
  ).at(-1)

/** Whether all reports of an occurrence were received by a time. */
export const isReceivedBy = ({ events }: Pick<Occurrence, 'events'>, time: Instant): boolean =>
  events.every((event) => receivedAt(event) <= time)
