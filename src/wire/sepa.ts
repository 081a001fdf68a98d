/** SEPA sources and mandates as the provider sends them. */
import type * as t from 'io-ts'
import { shape } from '../words/own.ts'
import { CustomerId, SourceId } from '../words/text.ts'
import { lax, links, prose, text, word } from './tolerant.ts'

/** A source as POST /sources and GET /sources/{id} answer it. */
export const SourceResponse = shape(
  {
    id: SourceId,
    type: lax(word),
    response_code: lax(text),
    response_data: lax(shape({ mandate_reference: lax(text) })),
    customer: lax(shape({ id: lax(CustomerId), email: lax(prose) })),
    _links: links('self', 'sepa:mandate', 'sepa:mandate-cancel', 'sepa:mandate-get'),
  },
  'source',
)
export type SourceResponse = t.TypeOf<typeof SourceResponse>

/** What cancelling answers: no id and no state, at most links. @spec wire, 0 (Cancel) */
export const MandateCancelled = lax(
  shape({ _links: links('self', 'sepa:mandate-get') }, 'cancelled mandate'),
)
export type MandateCancelled = t.TypeOf<typeof MandateCancelled>
