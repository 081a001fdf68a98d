/** Reads responses about SEPA sources and mandates. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved, Unrecognised } from '../../../machines/observed/events.ts'
import type { MandateCancelled, MandateCreated } from '../../../machines/sepa-mandate/events.ts'
import { REFUSED } from '../../../machines/sepa-mandate/snapshot.ts'
import { mandateStream } from '../../../machines/words/mandate-names.ts'
import { SourceId } from '../../../machines/words/payment-names.ts'
import type { PlainText } from '../../words/text/plain-text.ts'
import { KeptSource } from '../wire/kept-requests.ts'
import type { SourceResponse } from '../wire/sepa.ts'
import {
  isDecline,
  ownStream,
  param,
  type ReadExchange,
  type ResponseReader,
  requestOf,
  responded,
} from './response-reader.ts'
import { type StreamEvent, streamEvent } from './stream-event.ts'

/** The event of a source that is not a SEPA mandate: no lifecycle includes it. */
const otherSource = (
  answer: ReadExchange,
  { id, type: name }: SourceResponse,
): readonly StreamEvent[] => {
  const stream = ownStream(answer, { id })
  return [streamEvent<Unrecognised>(responded(answer), stream, 'unrecognised', { name })]
}

/** A source that the provider refused, for example because it has no active mandate. */
const refused = (answer: ReadExchange, { id, response_code: responseCode }: SourceResponse) => {
  const data = { sourceId: id, askedAt: answer.askedAt, status: REFUSED as PlainText, responseCode }
  return [streamEvent<StateObserved>(responded(answer), mandateStream(id), 'state_observed', data)]
}

const isSepa = (type: string | undefined): boolean => type === undefined || type === 'sepa'

/** A source and its mandate were created, unless its code says that it was refused. Only the request gives the type of the mandate. */
export const createSource: ResponseReader<SourceResponse> = (answer) => {
  const { body } = answer
  const asked = requestOf(answer, KeptSource)
  if (!isSepa(body.type ?? asked?.type)) return E.right(otherSource(answer, body))
  if (isDecline(body.response_code)) return E.right(refused(answer, body))
  const data = {
    sourceId: body.id,
    mandateType: asked?.source_data?.mandate_type,
    mandateReference: body.response_data?.mandate_reference,
    customerId: body.customer?.id ?? asked?.customer?.id,
    responseCode: body.response_code,
    commandId: answer.commandId,
  }
  const stream = mandateStream(body.id)
  return E.right([streamEvent<MandateCreated>(responded(answer), stream, 'mandate_created', data)])
}

/** A snapshot of a source. */
export const getSource: ResponseReader<SourceResponse> = (answer) => {
  const { body } = answer
  if (!isSepa(body.type)) return E.right(otherSource(answer, body))
  if (isDecline(body.response_code)) return E.right(refused(answer, body))
  const data = { sourceId: body.id, askedAt: answer.askedAt, customerId: body.customer?.id }
  const stream = mandateStream(body.id)
  return E.right([streamEvent<StateObserved>(responded(answer), stream, 'state_observed', data)])
}

/** A mandate was cancelled. The response has no id, so the id comes from the path. */
export const cancelMandate: ResponseReader<unknown> = (answer) =>
  pipe(
    param(answer, SourceId, 'source_id'),
    E.map((sourceId) => [
      streamEvent<MandateCancelled>(
        responded(answer),
        mandateStream(sourceId),
        'mandate_cancelled',
        {
          sourceId,
          commandId: answer.commandId,
        },
      ),
    ]),
  )
