/**
 * The window of a SEPA mandate: payments may be made on it until it expires, which happens if
 * nobody uses it for a long time.
 */
import type { WindowDefinition } from '../../src/fold/machine.ts'
import { civilDate, endOfDay, plusMonths } from '../../src/words/calendar.ts'
import { integer } from '../../src/words/codec.ts'
import { type PolicyOf, policyField } from '../../src/words/policy.ts'
import { sepaZone } from '../payment/policy.ts'
import { lastUse, type SepaMandate, type SepaMandateStatus } from './memory.ts'

/** The policy values for mandates. */
export const policy = {
  /** How long a SEPA mandate remains valid without a collection, in months. */
  mandateDormancyMonths: policyField(integer('whole months from 1 to 120', 1, 120), 36),
  sepaZone,
}

/** The values that a mandate is judged by. */
export type Policy = PolicyOf<typeof policy>

/**
 * The window of a mandate. A cancelled or consumed mandate has no window, because it cannot expire.
 */
const mandate: WindowDefinition<SepaMandate, SepaMandateStatus, Policy> = {
  of: ({ status, context }, { sepaZone: zone, mandateDormancyMonths }) => {
    const used = lastUse(context)
    if (used === null || status === 'cancelled' || status === 'consumed') return []
    const from = civilDate(used, zone)
    const lastDay = plusMonths(from, mandateDormancyMonths)
    const opensAt = context.createdAt ?? used
    return [{ entityId: '', opensAt, closesAt: endOfDay(lastDay, zone), from, lastDay, zone }]
  },
  kind: 'right',
  allows: 'Payments may be made on the mandate.',
  source: 'interface#mandate-expiry; sources#sdd-core-4-1; decisions#40',
  lookUp: 'entity',
}

/** The windows of a mandate. */
export const windows = { mandate }
