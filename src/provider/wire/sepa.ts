/** SEPA sources and mandates as the provider sends them. */
import type * as t from 'io-ts'
import { CustomerId, SourceId } from '../../../machines/words/payment-names.ts'
import { record } from '../../words/data/codec.ts'
import { chosen, links, optional, prose, text, tolerant, word } from './tolerant-values.ts'

/** A source, as POST /sources and GET /sources/{id} return it. */
export const SourceResponse = record(
  {
    id: SourceId,
    type: tolerant(word),
    response_code: optional(text),
    response_data: tolerant(record({ mandate_reference: chosen })),
    customer: tolerant(record({ id: tolerant(CustomerId), email: tolerant(prose) })),
    _links: links('self', 'sepa:mandate', 'sepa:mandate-cancel', 'sepa:mandate-get'),
  },
  'a source',
)
export type SourceResponse = t.TypeOf<typeof SourceResponse>

/**
 * The response to a cancellation: it has no id and no state, at most links.
 * @spec interface#mandates-on-the-wire
 */
export const MandateCancellation = tolerant(
  record({ _links: links('self', 'sepa:mandate-get') }, 'a cancelled mandate'),
)
