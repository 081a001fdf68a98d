/** Infers from a mandate's snapshots that the mandate was created. */
import type { Infer } from '../../src/contract/machine-record.ts'
import type { StateObserved } from '../observed/events.ts'

/** The status of a source that the provider keeps, but refused: it has no mandate. */
export const REFUSED = 'declined'

/**
 * A source is created together with its mandate, so a snapshot that shows a source shows a mandate,
 * unless the provider refused it.
 */
export const infer: Infer = (snapshots) =>
  (snapshots as readonly StateObserved[]).flatMap((snapshot) => {
    const { sourceId, customerId, status } = snapshot.data
    if (sourceId === undefined || status === REFUSED) return []
    const data = { sourceId, ...(customerId === undefined ? {} : { customerId }) }
    return [{ snapshot, type: 'mandate_created', data, occurredAt: null }]
  })
