/**
 * The window of a SEPA mandate: payments may be made on it until it expires, which happens if
 * nobody uses it for a long time.
 */
import type { WindowDefinition } from '../../src/fold/machine.ts'
import { spanOfDays } from '../../src/fold/window.ts'
import { civilDate } from '../../src/words/calendar.ts'
import { lastDayOfUse, sureUse } from './dormancy.ts'
import type { SepaMandate, SepaMandateStatus } from './memory.ts'
import type { Policy } from './policy.ts'

/** The statuses of a mandate on which no payment may be made, however long it is valid. */
const UNUSABLE: ReadonlySet<SepaMandateStatus> = new Set(['reserved', 'cancelled', 'consumed'])

/** The window of a mandate. */
const mandate: WindowDefinition<SepaMandate, SepaMandateStatus, Policy> = {
  of: ({ status, context }, policy) => {
    const used = sureUse(context)
    const lastDay = lastDayOfUse(context, policy)
    if (used === null || lastDay === null) return []
    if (UNUSABLE.has(status)) return []
    const { sepaZone: zone } = policy
    return [spanOfDays(context.createdAt ?? used, civilDate(used, zone), lastDay, zone)]
  },
  kind: 'right',
  allows: 'You may collect payments on the mandate.',
  countedFrom: 'its creation or its last use, whichever came later',
  lengths: ['mandateDormancy'],
  source: 'interface#mandate-expiry; sources#sdd-core-4-1; decisions#40',
  lookUp: 'entity',
}

/** The windows of a mandate. */
export const windows = { mandate }
