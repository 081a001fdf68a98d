/** Infers from a mandate's snapshots that it was created, and from a person's word of which type it is. */
import type { Infer } from '../../src/contract/machine-record.ts'
import { type DomainEvent, dataIn } from '../../src/event/envelope.ts'
import type { StateObserved } from '../observed/events.ts'
import { lastSpoken } from '../observed/value-statements.ts'
import { MandateType } from '../words/mandate-names.ts'
import { SourceId } from '../words/payment-names.ts'

/** The status of a source that the provider keeps, but refused: it has no mandate. */
export const REFUSED = 'declined'

/** The type that a person states, as a part of the creation: the provider shows no type. */
const typeIn = (events: readonly DomainEvent[]) => {
  const word = lastSpoken(
    events,
    ({ sourceId, mandateType }) => SourceId.is(sourceId) && MandateType.is(mandateType),
  )
  if (word === undefined) return []
  const { sourceId, mandateType } = dataIn(word.event)
  const data = { sourceId, mandateType }
  return [{ snapshot: word.event, type: 'mandate_created', data, occurredAt: null }]
}

/**
 * A source is created together with its mandate, so a snapshot that shows a source shows a mandate,
 * unless the provider refused it. A person's word alone shows none.
 */
export const infer: Infer = (snapshots, events) => {
  const shown = (snapshots as readonly StateObserved[]).flatMap((snapshot) => {
    const { sourceId, customerId, status } = snapshot.data
    if (sourceId === undefined || status === REFUSED) return []
    const data = { sourceId, ...(customerId === undefined ? {} : { customerId }) }
    return [{ snapshot, type: 'mandate_created', data, occurredAt: null }]
  })
  const isKnown = shown.length > 0 || events.some(({ type }) => type === 'mandate_created')
  return isKnown ? [...shown, ...typeIn(events)] : shown
}
