/** A mandate, looked at the plain way: which payments stand on it, no chart. Written from the interface and the field's facts. */
import { Temporal } from 'temporal-polyfill'
import type { Fact, MandateHistory } from '../../src/testing/history.ts'
import type { Instant } from '../../src/words/instant.ts'

/** What a mandate comes to. */
export interface MandateEnd {
  readonly status: string
  /** Whether a payment may be made on it. */
  readonly isUsable: boolean
}

const dayOf = (at: Instant): Temporal.PlainDate =>
  Temporal.Instant.from(at).toZonedDateTimeISO('Europe/Brussels').toPlainDate()

/** Whether thirty-six months have gone by since a day, that day of the last month included. */
const isLapsed = (anchor: Instant, now: Instant): boolean =>
  Temporal.PlainDate.compare(dayOf(now), dayOf(anchor).add({ months: 36 })) > 0

const statusAt = ({ facts, setting }: MandateHistory, now: Instant): string => {
  const of = (type: string): readonly Fact[] => facts.filter((each) => each.type === type)
  const captured = of('collection_captured')
  const isOver = ({ entityId }: Fact): boolean =>
    [...captured, ...of('collection_ended')].some((each) => each.entityId === entityId)
  if (of('mandate_cancelled').length > 0) return 'cancelled'
  if (setting.mandateType === 'single') {
    if (captured.length > 0) return 'consumed'
    if (!of('collection_presented').every(isOver)) return 'reserved'
  }
  const uses = of('collection_presented').map(({ at }) => at)
  const last = [setting.startsAt, ...uses].toSorted().at(-1) ?? now
  return isLapsed(last, now) ? 'expired' : 'active'
}

/** What is true of a mandate at a moment after all of these have happened. */
export const mandateEnd = (history: MandateHistory, now: Instant): MandateEnd => {
  const status = statusAt(history, now)
  return { status, isUsable: status === 'active' }
}
