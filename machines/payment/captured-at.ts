/** When the money of a payment came in, as far as the reports of its capture say. */
import { occurredAt } from '../../src/event/envelope.ts'
import { type Occurred, reportsOf } from '../../src/fold/occurrence.ts'
import { earlier, type Instant, later, toInstant } from '../../src/words/instant.ts'
import type { PaymentCaptured } from './events.ts'
import type { Capture } from './memory.ts'

const first = (times: readonly Instant[]): Instant | undefined =>
  times.length === 0 ? undefined : times.reduce(earlier)

/** The bounds of a capture: what its reports say besides the time of the strongest. */
export const capturedAt = (
  event: Occurred<PaymentCaptured>,
): Pick<Capture, 'debitDates' | 'since' | 'receivedAt' | 'isOnlyShown'> => {
  const reports = reportsOf(event)
  const times = reports.flatMap(({ metadata }) => occurredAt(metadata) ?? [])
  const since = first(times)
  const receivedAt = first(
    reports.flatMap(({ metadata }) =>
      occurredAt(metadata) === null ? toInstant(metadata.recordedAt) : [],
    ),
  )
  const debitDates = [...new Set(reports.flatMap(({ data }) => data.debitDate ?? []))]
  return {
    debitDates,
    ...(since === undefined || since === times.reduce(later) ? {} : { since }),
    ...(receivedAt === undefined ? {} : { receivedAt }),
    ...(event.metadata.source === 'inferred' || times.length === 0 ? { isOnlyShown: true } : {}),
  }
}
