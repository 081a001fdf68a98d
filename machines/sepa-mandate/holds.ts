/** The doubts that hold new payments on a mandate back. */
import type { Hold } from '../../src/fold/definition.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import type { Doubtful } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import type { SepaMandate } from './memory.ts'

const binds = ['collection_presented']

/** A payment that we requested, and of which nobody knows whether the provider took it. */
const inDoubt = (occurrences: readonly Occurrence[]) => {
  const isReported = ({ events }: Occurrence): boolean =>
    events.some(({ metadata }) => metadata.source !== 'request')
  const reported = new Set(occurrences.filter(isReported).map(({ entityId }) => entityId))
  return occurrences.flatMap(({ type, disposition, entityId, events }): readonly Hold[] => {
    const isOpen = disposition === 'chart' && !reported.has(entityId)
    if (type !== 'collection_presented' || !isOpen) return []
    const ids = events.map(({ metadata }) => metadata.eventId)
    return [{ code: 'InDoubt', events: ids, binds, amount: null, liftedBy: 'givenUp' }]
  })
}

/** The findings that hold every new payment back. */
const HOLDING: ReadonlySet<string> = new Set(['SourceInDoubt', 'RefusedByBank'])

/**
 * A payment that may be on this mandate or on another holds every new payment back. So does one that
 * the payer's bank refused for a reason that ends the mandate, and one of which nobody knows whether
 * it was taken: no look-up shows it.
 */
export const mandateHolds = ({ findings, occurrences }: Doubtful<SepaMandate>): readonly Hold[] => [
  ...inDoubt(occurrences),
  ...findings.flatMap((finding): readonly Hold[] => {
    const { code } = finding
    if (!HOLDING.has(code)) return []
    const events = evidenceOf(occurrences, finding)
    return [{ code, events, binds, amount: null, liftedBy: 'countsNot' }]
  }),
]
