/** Which of the times that a message states can be true. */
import { type Instant, isAfter, type TimeText, toInstant } from '../../words/time/instant.ts'
import type { Origin, ReadingPolicy } from './stream-event.ts'

/**
 * The provider reports nothing from before this year: it did not exist, and neither did direct debits
 * in SEPA. An earlier time is an empty date: .NET has it in the year 1, Unix in 1970.
 */
export const FIRST_YEAR = '2000'

/**
 * The first of some times that can be true, and as `claimedAt` the first that cannot: one before the
 * first year, or later than `latest` by more than the clock tolerance. @spec decisions#3
 */
export const claimedTimes = (
  stated: readonly (TimeText | null | undefined)[],
  latest: Instant,
  { clockToleranceSeconds }: ReadingPolicy,
): Pick<Origin, 'occurredAt' | 'claimedAt'> => {
  const times = stated.flatMap((time) => time ?? [])
  const canBe = (time: TimeText): boolean => {
    const at = toInstant(time)
    return at >= FIRST_YEAR && !isAfter(at, latest, clockToleranceSeconds)
  }
  const claimedAt = times.find((time) => !canBe(time))
  const occurredAt = times.find(canBe) ?? null
  return claimedAt === undefined ? { occurredAt } : { occurredAt, claimedAt }
}
