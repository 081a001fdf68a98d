/** The doubts that hold new payments on a mandate back. */
import type { Hold } from '../../src/fold/definition.ts'
import { evidenceOf } from '../../src/fold/holds.ts'
import type { Doubtful } from '../../src/fold/machine.ts'
import type { SepaMandate } from './memory.ts'

/** A payment that may be on this mandate or on another holds every new payment back. */
export const mandateHolds = ({ findings, occurrences }: Doubtful<SepaMandate>): readonly Hold[] =>
  findings.flatMap((finding): readonly Hold[] => {
    const { code } = finding
    if (code !== 'SourceInDoubt') return []
    const events = evidenceOf(occurrences, finding)
    const binds = ['collection_presented']
    return [{ code, events, binds, amount: null, liftedBy: 'countsNot' }]
  })
