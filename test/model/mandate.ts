/**
 * An independent model of a mandate: which payments are open on it, without a chart. Written from
 * the interface and the sources.
 */
import { Temporal } from 'temporal-polyfill'
import type { Fact, MandateHistory } from '../../src/testing/generators/history.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import { dayOf } from './payment.ts'

/** The state of a mandate. */
export interface MandateEnd {
  readonly status: string
  /** Whether a payment may be made on it. */
  readonly isUsable: boolean
}

/** Whether thirty-six months have passed since a day, including that day of the last month. */
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

/** The state of a mandate at a time after all of these facts. */
export const mandateEnd = (history: MandateHistory, now: Instant): MandateEnd => {
  const status = statusAt(history, now)
  return { status, isUsable: status === 'active' }
}
