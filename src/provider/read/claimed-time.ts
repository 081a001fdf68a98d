/** Which of the times that a message states can be true. */
import type { Metadata } from '../../event/envelope.ts'
import { type Instant, isAfter, type TimeText, toInstant } from '../../words/time/instant.ts'
import { FIRST_YEAR } from '../wire/tolerant-values.ts'

/**
 * The first of some times that can be true, and as `claimedAt` the first that cannot: one before the
 * first year, or later than `latest` by more than the clock tolerance. @spec decisions#3
 */
export const claimedTimes = (
  stated: readonly (TimeText | null | undefined)[],
  latest: Instant,
  clockToleranceSeconds: number,
): Pick<Metadata, 'occurredAt' | 'claimedAt'> => {
  const times = stated.flatMap((time) => time ?? [])
  const canBe = (time: TimeText): boolean => {
    const at = toInstant(time)
    return at >= FIRST_YEAR && !isAfter(at, latest, clockToleranceSeconds)
  }
  const claimedAt = times.find((time) => !canBe(time))
  const occurredAt = times.find(canBe) ?? null
  return claimedAt === undefined ? { occurredAt } : { occurredAt, claimedAt }
}
