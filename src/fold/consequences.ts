/** What a SEPA payment means for its mandate. */
import { madeId } from '../event/content.ts'
import type { Event, Metadata } from '../event/envelope.ts'
import { impliedByPayment } from '../event/implied.ts'
import type { CollectionPresented } from '../event/sepa-mandate.ts'
import { mandateStream, type Stream } from '../words/stream.ts'
import { SourceId } from '../words/text.ts'
import { asEvent, type Occurrence } from './occurrence.ts'
import type { State } from './state.ts'

/** An event that one stream implies on another. */
export interface Consequence {
  readonly stream: Stream
  readonly event: Event
}

const MEANING: Readonly<Record<string, string>> = {
  payment_pending: 'collection_presented',
  payment_declined: 'collection_ended',
  payment_canceled: 'collection_ended',
  payment_captured: 'collection_captured',
}

const onChart = ({ place, type }: Occurrence): string | undefined =>
  place === 'chart' ? MEANING[type] : undefined

/** The end that a snapshot shows: it means one even where money, told since, contradicts it. */
const shownEnd = ({ type, data: { status } }: Occurrence): string | undefined => {
  if (type !== 'state_observed' || typeof status !== 'string') return undefined
  const shown = impliedByPayment(status).map((implied) => MEANING[implied])
  return shown.find((meaning) => meaning === 'collection_ended')
}

/** The names of an occurrence that its collection shares. */
const shared = (sourceId: SourceId, { data }: Occurrence): CollectionPresented['data'] => {
  const known: Record<string, unknown> = { sourceId }
  for (const field of ['paymentId', 'commandId', 'customerId', 'amount']) {
    if (data[field] !== undefined) known[field] = data[field]
  }
  return known as CollectionPresented['data']
}

/**
 * The collections that a SEPA payment's occurrences are on its mandate: one each, superseded ones
 * too, so that they only grow. None while the mandate is not known. @spec design, 6 Consequences
 */
export const consequences = (state: State): readonly Consequence[] => {
  const { context, machine, occurrences } = state
  if (!machine.startsWith('sepa-payment@')) return []
  const sourceId = 'sourceId' in context ? context.sourceId : null
  if (!SourceId.is(sourceId)) return []
  const stream = mandateStream(sourceId)
  const ended = occurrences.some((told) => onChart(told) === 'collection_ended')
  return occurrences.flatMap((told) => {
    const type = onChart(told) ?? (ended ? undefined : shownEnd(told))
    if (type === undefined) return []
    const data = shared(sourceId, told)
    const { occurredAt, recordedAt, source } = asEvent(told).metadata
    const eventId = madeId('consequence', type, { data, occurredAt, source })
    const metadata: Metadata = { eventId, occurredAt, recordedAt, source, schema: 1 }
    return [{ stream, event: { type, data, metadata } }]
  })
}
