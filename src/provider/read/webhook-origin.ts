/** What the readers of all webhooks have in common: the message, and when it happened. */
import { shift, type TimeText, toInstant } from '../../words/time/instant.ts'
import { normalize } from '../wire/tolerant-values.ts'
import type { WebhookEnvelope } from '../wire/webhook-envelope.ts'
import type { Origin, ReadingPolicy } from './stream-event.ts'

/**
 * A webhook with all that reading it needs: its envelope, the time it arrived, the policy, and whether
 * its body was repaired.
 */
export interface WebhookToRead {
  readonly envelope: WebhookEnvelope
  readonly recordedAt: TimeText
  readonly policy: ReadingPolicy
  readonly isRepaired: boolean
}

/** Removes the name of a service, which the newer dialect may put in front of a type. */
export const bareType = (type: string): string =>
  normalize(type).replace(/^(gateway|dispute)\./, '')

/**
 * The origin of the events of a webhook. They happened at the time of processing. If that is later than
 * the time of the message itself by more than the clock tolerance, the message's own time counts, and
 * the time of processing is kept as `claimedAt`. @spec decisions#3
 */
export const originOf = (
  { envelope, policy, recordedAt, isRepaired }: WebhookToRead,
  processedOn: TimeText | undefined,
): Origin => {
  const { id: eventId, created_on: createdOn = envelope.timestamp } = envelope
  const origin = { from: 'webhook', source: 'report', recordedAt, eventId, isRepaired } as const
  if (processedOn === undefined || createdOn === undefined) {
    return { ...origin, occurredAt: processedOn ?? createdOn ?? null }
  }
  const latest = shift(toInstant(createdOn), policy.clockToleranceSeconds)
  return toInstant(processedOn) > latest
    ? { ...origin, occurredAt: createdOn, claimedAt: processedOn }
    : { ...origin, occurredAt: processedOn }
}
