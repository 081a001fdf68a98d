/** Infers from a mandate's snapshots that the mandate was created. */
import type { Infer } from '../../src/fold/machine.ts'
import type { StateObserved } from '../observed/events.ts'

/**
 * A source is created together with its mandate, so a snapshot that shows a source shows a mandate.
 */
export const infer: Infer = (snapshots) =>
  (snapshots as readonly StateObserved[]).flatMap((snapshot) => {
    const { sourceId, customerId } = snapshot.data
    if (sourceId === undefined) return []
    const data = { sourceId, ...(customerId === undefined ? {} : { customerId }) }
    return [{ snapshot, type: 'mandate_created', data, occurredAt: null }]
  })
