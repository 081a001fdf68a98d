/** A step of ours, before it is taken: an event that only our own request tells. */
import type { Event, Metadata } from '../event/envelope.ts'
import type { Instant } from '../words/instant.ts'
import type { Text } from '../words/text.ts'

/**
 * Makes the event that a command would cause, to be judged and, once allowed, recorded. Its id is the
 * command's: the idempotency key that goes to the provider with the request.
 */
export const wish = <E extends Event<string, { readonly commandId?: Text }>>(
  type: E['type'],
  data: Omit<E['data'], 'commandId'>,
  { commandId, now }: { readonly commandId: Text; readonly now: Instant },
): Event<E['type'], E['data']> => {
  const time = now as string as Metadata['recordedAt']
  const metadata: Metadata = {
    eventId: `${type}:${commandId}`.slice(0, 80) as Text,
    occurredAt: time,
    recordedAt: time,
    source: 'request',
    schema: 1,
  }
  return { type, data: { ...data, commandId } as unknown as E['data'], metadata }
}
