/** When a SEPA mandate expires because nobody uses it. */
import { type CivilDate, civilDate, endOfDay } from '../../src/words/time/calendar.ts'
import type { Instant } from '../../src/words/time/instant.ts'
import {
  type Between,
  type Counted,
  type End,
  earliest,
  latest,
} from '../../src/words/time/last-day.ts'
import { type Length, plus } from '../../src/words/time/length.ts'
import type { SepaMandate } from './memory.ts'
import type { MandatePolicy } from './policy.ts'
import { lastUse } from './uses.ts'

/** A length that may differ by the type of the mandate. */
type ByType = Length & { readonly single?: Length; readonly recurring?: Length }

/** While no message names the type of the mandate, the shortest length counts. */
const endFor =
  ({ mandateType }: SepaMandate): End<ByType> =>
  (from, { single, recurring, ...usual }) => {
    const byType = {
      single: single ?? (usual as Length),
      recurring: recurring ?? (usual as Length),
    }
    const lengths = mandateType === null ? Object.values(byType) : [byType[mandateType]]
    return lengths.map((length) => plus(from, length)).reduce((a, b) => (b < a ? b : a))
  }

/**
 * The days from which the life of a mandate may be counted: from the last use that nobody doubts to
 * the last that may have been. Null while no time is known.
 */
const usedOn = (context: SepaMandate, { sepaZone }: MandatePolicy): Between | null => {
  const last = lastUse(context)
  if (last === null) return null
  const sure = lastUse(context, true) ?? last
  return { first: civilDate(sure, sepaZone), last: civilDate(last, sepaZone) }
}

/** The last day on which a mandate may be used for sure, and the day from which it is counted. */
export const lastDayOfUse = (context: SepaMandate, policy: MandatePolicy): Counted | null => {
  const days = usedOn(context, policy)
  return days === null ? null : earliest<ByType>(days, policy.mandateDormancy, endFor(context))
}

const endOf = (lastDay: CivilDate | undefined, { sepaZone }: MandatePolicy): Instant | null =>
  lastDay === undefined ? null : endOfDay(lastDay, sepaZone)

/** When a mandate may expire: at the end of the last day that is sure. */
export const mayExpireAt = (context: SepaMandate, policy: MandatePolicy): Instant | null =>
  endOf(lastDayOfUse(context, policy)?.lastDay, policy)

/**
 * When the mandate expires: at the end of the last day of its dormancy period, by every reading.
 * @spec decisions#40
 */
export const expiresAt = (context: SepaMandate, policy: MandatePolicy): Instant | null => {
  const days = usedOn(context, policy)
  if (days === null) return null
  return endOf(latest<ByType>(days, policy.mandateDormancy, endFor(context)).lastDay, policy)
}
