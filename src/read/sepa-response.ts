/** Responses about SEPA sources and mandates. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved, Unrecognised } from '../event/beside.ts'
import type { MandateCancelled, MandateCreated } from '../event/sepa-mandate.ts'
import { KeptSource } from '../wire/kept.ts'
import type { SourceResponse } from '../wire/sepa.ts'
import { mandateStream } from '../words/stream.ts'
import { SourceId } from '../words/text.ts'
import { type Answer, ownStream, param, type Reader, requestOf, responded } from './answer.ts'
import { type Told, tell } from './told.ts'

/** A source that is no SEPA mandate belongs to no lifecycle here. */
const otherSource = (answer: Answer, { id, type: name }: SourceResponse): readonly Told[] => {
  const stream = ownStream(answer, { id })
  return [tell<Unrecognised>(responded(answer), stream, 'unrecognised', { name })]
}

const isSepa = (type: string | undefined): boolean => type === undefined || type === 'sepa'

/** A source was created, and with it a mandate. Its type stands only in the request. */
export const createSource: Reader<SourceResponse> = (answer) => {
  const { body } = answer
  const asked = requestOf(answer, KeptSource)
  if (!isSepa(body.type ?? asked?.type)) return E.right(otherSource(answer, body))
  const data = {
    sourceId: body.id,
    mandateType: asked?.source_data?.mandate_type,
    mandateReference: body.response_data?.mandate_reference,
    customerId: body.customer?.id ?? asked?.customer?.id,
    responseCode: body.response_code,
    commandId: answer.commandId,
  }
  const stream = mandateStream(body.id)
  return E.right([tell<MandateCreated>(responded(answer), stream, 'mandate_created', data)])
}

/** A snapshot of a source. */
export const getSource: Reader<SourceResponse> = (answer) => {
  const { body } = answer
  if (!isSepa(body.type)) return E.right(otherSource(answer, body))
  const data = { sourceId: body.id, customerId: body.customer?.id }
  const stream = mandateStream(body.id)
  return E.right([tell<StateObserved>(responded(answer), stream, 'state_observed', data)])
}

/** A mandate was cancelled. The answer names no id: it is that of the path. */
export const cancelMandate: Reader<unknown> = (answer) =>
  pipe(
    param(answer, SourceId, 'source_id'),
    E.map((sourceId) => [
      tell<MandateCancelled>(responded(answer), mandateStream(sourceId), 'mandate_cancelled', {
        sourceId,
        commandId: answer.commandId,
      }),
    ]),
  )
