/** What the readers of all webhooks have in common: the message, and when it happened. */
import type { TimeText } from '../../words/time/instant.ts'
import { normalize } from '../wire/tolerant-values.ts'
import type { WebhookEnvelope } from '../wire/webhook-envelope.ts'
import { type Origin, type ReadingPolicy, timesOf } from './stream-event.ts'

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

/** The origin of the events of a webhook. */
export const originOf = (webhook: WebhookToRead, processedOn: TimeText | undefined): Origin => {
  const { id, created_on: createdOn, timestamp } = webhook.envelope
  const times = timesOf(webhook.policy, processedOn, createdOn ?? timestamp)
  const { recordedAt, isRepaired } = webhook
  return { from: 'webhook', source: 'report', recordedAt, eventId: id, isRepaired, ...times }
}
