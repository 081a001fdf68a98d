/** What a message that shows totals or a status must, may and cannot show. */
import { type DomainEvent, timeOf } from '../../src/event/envelope.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { earlier, type Instant, later, shift, toInstant } from '../../src/words/instant.ts'
import type { PaymentPolicy } from './policy.ts'

/**
 * The time for which a message shows something: from `since` to `until`. A look-up may be as old as
 * the policy allows when we receive it; a webhook may be written when the step is processed, or as
 * late as we receive it.
 */
export interface ShownTime {
  readonly since: Instant
  readonly until: Instant
}

/** The time for which a message shows something. @spec decisions#48 */
export const shownTimeOf = (event: DomainEvent, { readLagSeconds }: PaymentPolicy): ShownTime => {
  const at = timeOf(event)
  if (event.type === 'state_observed') return { since: shift(at, -readLagSeconds), until: at }
  const received = toInstant(event.metadata.recordedAt)
  return { since: earlier(at, received), until: later(at, received) }
}

/** Whether a message surely shows an occurrence: it had been reported before the message's time. */
export const isSurelyShown = (
  { reportedAt }: Pick<Occurrence, 'reportedAt'>,
  { since }: ShownTime,
  toleranceSeconds: number,
): boolean => reportedAt <= shift(since, -toleranceSeconds)

/** Whether a message surely does not show an occurrence: it happened after the message's time. */
export const isSurelyLater = (
  { at, timed }: Pick<Occurrence, 'at' | 'timed'>,
  { until }: ShownTime,
  toleranceSeconds: number,
): boolean => timed && at > shift(until, toleranceSeconds)
