/** The events that a SEPA payment implies on its mandate. */
import { madeId } from '../../src/event/content.ts'
import type { Metadata } from '../../src/event/envelope.ts'
import type { Consequence, Consequences } from '../../src/fold/machine.ts'
import { asEvent, type Occurrence } from '../../src/fold/occurrence.ts'
import { SourceId } from '../payment/names.ts'
import { impliedByPayment } from '../payment/snapshot.ts'
import type { CollectionPresented } from '../sepa-mandate/events.ts'
import { mandateStream } from '../sepa-mandate/names.ts'
import type { SepaPayment } from './memory.ts'

const MEANING: Readonly<Record<string, string>> = {
  payment_pending: 'collection_presented',
  payment_declined: 'collection_ended',
  payment_canceled: 'collection_ended',
  payment_captured: 'collection_captured',
}

const onChart = ({ disposition, type }: Occurrence): string | undefined =>
  disposition === 'chart' ? MEANING[type] : undefined

/**
 * The end that a snapshot shows. It counts even if a capture that is reported later contradicts it.
 */
const shownEnd = ({ type, data: { status } }: Occurrence): string | undefined => {
  if (type !== 'state_observed' || typeof status !== 'string') return undefined
  const shown = impliedByPayment(status).map((implied) => MEANING[implied])
  return shown.find((meaning) => meaning === 'collection_ended')
}

/** The fields that a collection takes over from the payment's occurrence. */
const shared = (sourceId: SourceId, { data }: Occurrence): CollectionPresented['data'] => {
  const known: Record<string, unknown> = { sourceId }
  for (const field of ['paymentId', 'commandId', 'customerId', 'amount']) {
    if (data[field] !== undefined) known[field] = data[field]
  }
  return known as CollectionPresented['data']
}

/**
 * The collection events that a SEPA payment implies on its mandate: one for each occurrence.
 * Superseded occurrences count too, so the list only grows. None while the mandate is unknown.
 * @spec decisions#43
 */
export const consequences: Consequences<SepaPayment> = {
  prefix: 'mandate',
  of: ({ context: { sourceId }, occurrences }) => {
    if (!SourceId.is(sourceId)) return []
    const stream = mandateStream(sourceId)
    const ended = occurrences.some((occurrence) => onChart(occurrence) === 'collection_ended')
    return occurrences.flatMap((occurrence): readonly Consequence[] => {
      const type = onChart(occurrence) ?? (ended ? undefined : shownEnd(occurrence))
      if (type === undefined) return []
      const data = shared(sourceId, occurrence)
      const { occurredAt, recordedAt, source } = asEvent(occurrence).metadata
      const eventId = madeId('consequence', type, { data, occurredAt, source })
      const metadata: Metadata = { eventId, occurredAt, recordedAt, source, schema: 1 }
      return [{ stream, event: { type, data, metadata }, key: occurrence.key }]
    })
  },
}
