/** Responses about SEPA sources and mandates. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved, Unrecognised } from '../event/beside.ts'
import type { MandateCancelled, MandateCreated } from '../event/sepa-mandate.ts'
import { CreateSourceRequest, SourceResponse } from '../wire/sepa.ts'
import { mandateStream } from '../words/stream.ts'
import { SourceId } from '../words/text.ts'
import { named, ownStream, param, type Reader, requestOf, responded } from './answer.ts'
import { decode } from './body.ts'
import { tell } from './told.ts'

/** A source was created, and with it a mandate. Its type stands only in the request. */
export const createSource: Reader = (answer) =>
  pipe(
    answer.body,
    decode(SourceResponse),
    E.map((body) => {
      const asked = requestOf(answer, CreateSourceRequest)
      if ((body.type ?? asked?.type ?? 'sepa') !== 'sepa') {
        const stream = ownStream(answer, { id: body.id })
        return [tell<Unrecognised>(responded(answer), stream, 'unrecognised', { name: body.type })]
      }
      const told = tell<MandateCreated>(
        responded(answer),
        mandateStream(body.id),
        'mandate_created',
        {
          sourceId: body.id,
          mandateType: asked?.source_data?.mandate_type,
          mandateReference: body.response_data?.mandate_reference,
          customerId: body.customer?.id ?? asked?.customer?.id,
          responseCode: body.response_code,
          commandId: answer.commandId,
        },
      )
      return [told]
    }),
  )

/** A snapshot of a source. */
export const getSource: Reader = (answer) =>
  pipe(
    named(answer, 'id'),
    decode(SourceResponse),
    E.map((body) => [
      tell<StateObserved>(responded(answer), mandateStream(body.id), 'state_observed', {
        sourceId: body.id,
        customerId: body.customer?.id,
      }),
    ]),
  )

/** A mandate was cancelled. The answer names no id: it is that of the path. */
export const cancelMandate: Reader = (answer) =>
  pipe(
    param(answer, SourceId, 'source_id'),
    E.map((sourceId) => [
      tell<MandateCancelled>(responded(answer), mandateStream(sourceId), 'mandate_cancelled', {
        sourceId,
        commandId: answer.commandId,
      }),
    ]),
  )
