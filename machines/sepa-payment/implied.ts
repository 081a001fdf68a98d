/** Makes the events that messages about a payment imply on its mandate. */
import { madeId } from '../../src/event/content.ts'
import type { DomainEvent, Metadata } from '../../src/event/envelope.ts'
import type { Consequence } from '../../src/fold/machine.ts'
import { type Instant, later, type TimeText, toInstant } from '../../src/words/instant.ts'
import type { SourceId } from '../payment/names.ts'
import { mandateStream } from '../sepa-mandate/names.ts'

/**
 * The event on a mandate that a message implies. It happened when the message says, or else when it
 * was received; it became known with the message, and not before `since`.
 */
export const impliedBy = (
  { metadata: { source, occurredAt, recordedAt } }: DomainEvent,
  type: string,
  data: { readonly sourceId: SourceId },
  since: Instant | null,
): Consequence['event'] => {
  const received = toInstant(recordedAt)
  const at = occurredAt ?? recordedAt
  const metadata: Metadata = {
    eventId: madeId('consequence', type, { data, occurredAt: at, source }),
    occurredAt: at,
    // an instant is a time in its canonical form
    recordedAt: later(received, since ?? received) as string as TimeText,
    source,
    schema: 1,
  }
  return { type, data, metadata }
}

/** A consequence for a mandate. */
export const onMandate = (id: SourceId, key: string, event: Consequence['event']): Consequence => ({
  stream: mandateStream(id),
  event,
  key,
})

/** Of repetitions, the one that was recorded first. */
export const earliest = (all: readonly Consequence[]): readonly Consequence[] => {
  const found = new Map<string, Consequence>()
  for (const each of all) {
    // the mandate is a part of the content from which the id is made
    const { eventId, recordedAt } = each.event.metadata
    const known = found.get(eventId)
    if (known === undefined || recordedAt < known.event.metadata.recordedAt) {
      found.set(eventId, each)
    }
  }
  return [...found.values()]
}
