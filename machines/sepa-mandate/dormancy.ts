/** When a SEPA mandate expires because nobody uses it. */
import { type CivilDate, civilDate, endOfDay } from '../../src/words/calendar.ts'
import { inForce } from '../../src/words/dated.ts'
import type { Instant } from '../../src/words/instant.ts'
import { plus } from '../../src/words/length.ts'
import { lastUse, type SepaMandate } from './memory.ts'
import type { Policy } from './policy.ts'

/**
 * The last day on which a mandate may be used, counted from a use; null while no time is known. While
 * no message names the type of the mandate, the shortest length counts. @spec decisions#40
 */
const lastDayAfter = (
  used: Instant | null,
  { mandateType }: SepaMandate,
  { sepaZone, mandateDormancy }: Policy,
): CivilDate | null => {
  if (used === null) return null
  const from = civilDate(used, sepaZone)
  const { single, recurring, ...usual } = inForce(mandateDormancy, from)
  const byType = { single: single ?? usual, recurring: recurring ?? usual }
  const lengths = mandateType === null ? Object.values(byType) : [byType[mandateType]]
  const [first] = lengths.map((length) => plus(from, length)).sort()
  return first ?? null
}

/** The use from which the life of a mandate is counted for sure: else, the one that nobody doubts. */
export const sureUse = (context: SepaMandate): Instant | null =>
  lastUse(context, true) ?? lastUse(context)

/** The last day on which a mandate may be used for sure. */
export const lastDayOfUse = (context: SepaMandate, policy: Policy): CivilDate | null =>
  lastDayAfter(sureUse(context), context, policy)

/** When a mandate may expire: at the end of the last day that is sure. */
export const mayExpireAt = (context: SepaMandate, policy: Policy): Instant | null => {
  const lastDay = lastDayOfUse(context, policy)
  return lastDay === null ? null : endOfDay(lastDay, policy.sepaZone)
}

/**
 * When the mandate expires: at the end of the last day of its dormancy period. @spec decisions#40
 */
export const expiresAt = (context: SepaMandate, policy: Policy): Instant | null => {
  const lastDay = lastDayAfter(lastUse(context), context, policy)
  return lastDay === null ? null : endOfDay(lastDay, policy.sepaZone)
}
