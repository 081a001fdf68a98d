/** What the readers of all webhooks have in common: the message, and when it happened. */
import { earlier, type TimeText, toInstant } from '../../words/time/instant.ts'
import { normalize } from '../wire/tolerant-values.ts'
import type { WebhookEnvelope } from '../wire/webhook-envelope.ts'
import { claimedTimes, type Origin, type ReadingPolicy } from './stream-event.ts'

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
 * The origin of the events of a webhook. They happened at the time of processing. If that cannot be
 * true, the message's own time counts, unless it cannot be true either. The time of processing is not
 * later than the message, and neither is later than the receipt. @spec decisions#3
 */
export const originOf = (
  { envelope, policy, recordedAt, isRepaired }: WebhookToRead,
  processedOn: TimeText | undefined,
): Origin => {
  const { id: eventId, created_on: createdOn, timestamp } = envelope
  const receipt = toInstant(recordedAt)
  const sent = claimedTimes([createdOn, timestamp], receipt, policy.clockToleranceSeconds)
  const latest = earlier(toInstant(sent.occurredAt ?? recordedAt), receipt)
  const times = {
    ...sent,
    ...claimedTimes([processedOn, sent.occurredAt], latest, policy.clockToleranceSeconds),
  }
  return { from: 'webhook', source: 'report', recordedAt, eventId, isRepaired, ...times }
}
