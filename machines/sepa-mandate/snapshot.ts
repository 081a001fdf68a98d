/** Infers from a mandate's snapshots that the mandate was created. */
import type { Infer } from '../../src/fold/machine.ts'
import type { StateObserved } from '../observed/events.ts'

/** A source that a snapshot shows has a mandate. @spec decisions#4 */
export const infer: Infer = (snapshots) =>
  (snapshots as readonly StateObserved[]).flatMap((snapshot) => {
    const { sourceId, customerId } = snapshot.data
    if (sourceId === undefined) return []
    const data = { sourceId, ...(customerId === undefined ? {} : { customerId }) }
    return [{ snapshot, type: 'mandate_created', data, occurredAt: null }]
  })
