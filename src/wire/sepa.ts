/** SEPA sources and mandates as the provider sends and takes them. */
import * as t from 'io-ts'
import { MandateType } from '../words/names.ts'
import { CustomerId, SourceId } from '../words/text.ts'
import { lax, oneOf, text, word } from './tolerant.ts'

const Customer = t.strict({ id: lax(CustomerId) })

/** The body of POST /sources, as far as its answer needs it: nothing of the account holder. */
export const CreateSourceRequest = t.strict(
  {
    type: lax(word),
    source_data: lax(t.strict({ mandate_type: lax(oneOf(MandateType)) })),
    customer: lax(Customer),
  },
  'create-source request',
)

/** A source as POST /sources and GET /sources/{id} answer it. */
export const SourceResponse = t.strict(
  {
    id: SourceId,
    type: lax(word),
    response_code: lax(text),
    response_data: lax(t.strict({ mandate_reference: lax(text) })),
    customer: lax(Customer),
  },
  'source',
)
