/** When a SEPA mandate expires because nobody uses it. */
import { type CivilDate, civilDate, endOfDay } from '../../src/words/calendar.ts'
import { inForce } from '../../src/words/dated.ts'
import type { Instant } from '../../src/words/instant.ts'
import { plus } from '../../src/words/length.ts'
import { lastUse, type SepaMandate } from './memory.ts'
import type { Policy } from './policy.ts'

/**
 * The last day on which a mandate may be used; null while no time is known from which to count.
 * While no message names the type of the mandate, the shortest length counts. @spec decisions#40
 */
export const lastDayUnused = (
  context: SepaMandate,
  { sepaZone, mandateDormancy }: Policy,
): CivilDate | null => {
  const used = lastUse(context)
  if (used === null) return null
  const from = civilDate(used, sepaZone)
  const { single, recurring, ...usual } = inForce(mandateDormancy, from)
  const byType = { single: single ?? usual, recurring: recurring ?? usual }
  const { mandateType } = context
  const lengths = mandateType === null ? Object.values(byType) : [byType[mandateType]]
  const [first] = lengths.map((length) => plus(from, length)).sort()
  return first ?? null
}

/**
 * When the mandate expires: at the end of the last day of its dormancy period. @spec decisions#40
 */
export const expiresAt = (context: SepaMandate, policy: Policy): Instant | null => {
  const lastDay = lastDayUnused(context, policy)
  return lastDay === null ? null : endOfDay(lastDay, policy.sepaZone)
}
