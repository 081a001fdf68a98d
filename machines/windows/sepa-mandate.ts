/** The window of a SEPA mandate: payments may be made on it until it lapses for want of use. */
import type { Whole } from '../../src/fold/machine.ts'
import { civilDate, endOfDay, plusMonths } from '../../src/words/calendar.ts'
import type { Policy } from '../../src/words/policy.ts'
import type { Window } from '../../src/words/window.ts'
import { lastUse, type SepaMandate, type SepaMandateStatus } from '../memory/sepa-mandate.ts'

/** None once it is cancelled or consumed: then nothing is left to lapse. */
export const sepaMandateWindows = (
  { status, context }: Whole<SepaMandate, SepaMandateStatus>,
  policy: Policy,
): readonly Window[] => {
  const used = lastUse(context)
  if (used === null || status === 'cancelled' || status === 'consumed') return []
  const { sepaZone: zone } = policy
  const from = civilDate(used, zone)
  const lastDay = plusMonths(from, policy.mandateDormancyMonths)
  const opensAt = context.createdAt ?? used
  const closesAt = endOfDay(lastDay, zone)
  return [{ name: 'mandate', about: '', opensAt, closesAt, from, lastDay, zone }]
}
