/** Ends of a payment without money that came, or may have come, after its capture. */
import { earlier, type Instant, shift } from '../../src/words/instant.ts'
import { askList, type Doubt } from './doubt.ts'
import type { Report } from './reports.ts'
import type { Settling } from './statements.ts'

/** When the first of some messages happened; null if there is none. */
export const firstOf = (reports: readonly Pick<Report, 'happened'>[]): Instant | null =>
  reports.reduce<Instant | null>(
    (first, { happened }) => (first === null ? happened : earlier(first, happened)),
    null,
  )

/** The ends that did not happen before a capture by the clock tolerance. */
export const endsSince = ({ reports, policy }: Settling, capturedAt: Instant): readonly Report[] =>
  reports.ends.filter(({ happened }) => shift(happened, policy.clockToleranceSeconds) > capturedAt)

/** An end is in doubt if it came, or may have come, after the capture. */
export const superseded = (settling: Settling, done: readonly Report[]): readonly Doubt[] => {
  const at = firstOf(done)
  if (at === null) return []
  const late = endsSince(settling, at).filter(
    (end) => done.some(({ received }) => received <= end.received) && !settling.isCovered(end),
  )
  const key = late.at(-1)?.event.type
  return key === undefined ? [] : askList(key, [...late, ...done], { Superseded: true })
}
