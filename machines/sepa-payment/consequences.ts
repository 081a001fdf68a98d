/** The events that a SEPA payment implies on its mandate. */
import { madeId } from '../../src/event/content.ts'
import type { Metadata } from '../../src/event/envelope.ts'
import type { Consequence, Consequences } from '../../src/fold/machine.ts'
import { asEvent, type Occurrence } from '../../src/fold/occurrence.ts'
import { earlier, type Instant, later, type TimeText, toInstant } from '../../src/words/instant.ts'
import { SourceId } from '../payment/names.ts'
import { impliedByPayment } from '../payment/snapshot.ts'
import type { CollectionPresented } from '../sepa-mandate/events.ts'
import { mandateStream } from '../sepa-mandate/names.ts'
import { bankRefusals } from './bank-refusals.ts'
import type { SepaPayment } from './memory.ts'
import { sourceReports } from './source-reports.ts'

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

/** A field as the strongest of the occurrence's own events names it. */
const namedIn = ({ events }: Occurrence, field: string): unknown =>
  events
    .map(({ data }) => (data as Readonly<Record<string, unknown>>)[field])
    .find((value) => value !== undefined)

/**
 * The fields that a collection takes over from the events of the payment's occurrence: ids, the
 * reference if no command is named, and no money. What other occurrences say of the payment does not change them, nor the id that is made from them.
 */
const shared = (sourceId: SourceId, occurrence: Occurrence): CollectionPresented['data'] => {
  const known: Record<string, unknown> = { sourceId }
  for (const field of ['paymentId', 'commandId', 'customerId']) {
    const value = namedIn(occurrence, field)
    if (value !== undefined) known[field] = value
  }
  // it may be the id of the command whose response was lost
  const reference = namedIn(occurrence, 'reference')
  if (known['commandId'] === undefined && reference !== undefined) known['reference'] = reference
  return known as CollectionPresented['data']
}

/** When a message first named the mandate; null if none did. */
const namedAt = (sourceId: SourceId, occurrences: readonly Occurrence[]): Instant | null => {
  let first: Instant | null = null
  for (const { events } of occurrences) {
    for (const { data, metadata } of events) {
      if (!('sourceId' in data) || data.sourceId !== sourceId) continue
      const at = toInstant(metadata.recordedAt)
      first = earlier(at, first ?? at)
    }
  }
  return first
}

/**
 * The events that a SEPA payment implies on its mandate: a collection event for each occurrence,
 * reasons of the payer's bank that end the mandate, and what messages name if they do not agree whose it is, on every mandate that they name. Each is
 * recorded when it became known: once the occurrence was reported, and the mandate named. Superseded
 * occurrences count too, so the list only grows. No collection while the mandate is unknown.
 * @spec decisions#43
 */
export const consequences: Consequences<SepaPayment> = {
  prefix: 'mandate',
  of: ({ context: { sourceId }, occurrences }) => {
    const reports = sourceReports(occurrences)
    if (!SourceId.is(sourceId)) return reports
    const stream = mandateStream(sourceId)
    const named = namedAt(sourceId, occurrences)
    const ended = occurrences.some((occurrence) => onChart(occurrence) === 'collection_ended')
    const collections = occurrences.flatMap((occurrence): readonly Consequence[] => {
      const type = onChart(occurrence) ?? (ended ? undefined : shownEnd(occurrence))
      if (type === undefined) return []
      const data = shared(sourceId, occurrence)
      const { occurredAt, source } = asEvent(occurrence).metadata
      const { reportedAt } = occurrence
      // an instant is a time in its canonical form
      const recordedAt = later(reportedAt, named ?? reportedAt) as string as TimeText
      const eventId = madeId('consequence', type, { data, occurredAt, source })
      const metadata: Metadata = { eventId, occurredAt, recordedAt, source, schema: 1 }
      return [{ stream, event: { type, data, metadata }, key: occurrence.key }]
    })
    return [...collections, ...bankRefusals(sourceId, occurrences, named), ...reports]
  },
}
