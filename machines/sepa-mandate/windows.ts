/** The window of a SEPA mandate: payments may be made on it until it expires unused. */
import type { WindowDefinition } from '../../src/contract/machine-record.ts'
import { spanOfDays } from '../../src/contract/window.ts'
import { unusableIn } from './findings.ts'
import type { SepaMandate, SepaMandateStatus } from './memory.ts'
import type { MandatePolicy } from './policy.ts'
import { lastDayOfUse, lastUse } from './uses.ts'

const UNUSABLE: ReadonlySet<SepaMandateStatus> = new Set(['reserved', 'cancelled', 'consumed'])

const mandate: WindowDefinition<SepaMandate, SepaMandateStatus, MandatePolicy> = {
  of: ({ status, context, occurrences }, policy) => {
    const counted = lastDayOfUse(context, policy)
    const opensAt = context.createdAt ?? lastUse(context)
    if (counted === null || opensAt === null || UNUSABLE.has(status)) return []
    if (unusableIn({ status, occurrences }) !== null) return []
    return [spanOfDays(opensAt, counted.from, counted.lastDay, policy.sepaZone)]
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
