/** Reads responses that refuse a request: the step that it asked for did not happen. */
import * as E from '#fp-ts/Either'
import type { RequestFailed, RequestRefused } from '../../../machines/observed/events.ts'
import { PaymentId, SourceId } from '../../../machines/words/payment-names.ts'
import { SessionId } from '../../../machines/words/session-names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { KeptPayment } from '../wire/kept-requests.ts'
import type { Problem } from '../wire/problem.ts'
import { streamAbout } from './message-subject.ts'
import { ownStream, param, type ReadExchange, requestOf, responded } from './response-reader.ts'
import { type StreamEvent, streamEvent } from './stream-event.ts'

/** Whether an HTTP status means success. A number that is not an integer is no HTTP status. */
export const isSuccess = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 299

/**
 * Whether an HTTP status means that the provider did nothing: any 4xx but 408, the time-out. It is true
 * of the one attempt that a command has. @spec decisions#13
 */
export const isRefusal = (status: number): boolean =>
  Number.isInteger(status) && status >= 400 && status < 500 && status !== 408

/** The ids of a refused request: from its path, or the source of the payment that it requested. */
const subjectOf = (answer: ReadExchange) => {
  const source = requestOf(answer, KeptPayment)?.source
  const given = E.getOrElseW(() => undefined)
  const sourceId = given(param(answer, SourceId, 'source_id')) ?? source?.id
  const paymentId = given(param(answer, PaymentId, 'payment_id', 'id'))
  return { paymentId, sessionId: given(param(answer, SessionId, 'session_id')), sourceId }
}

const documented = (
  answer: ReadExchange,
  type: (RequestFailed | RequestRefused)['type'],
  more: object = {},
): readonly StreamEvent[] => {
  const { endpoint, status: httpStatus, commandId, recordedAt } = answer
  const subject = subjectOf(answer)
  const { paymentId, sessionId, sourceId } = subject
  const [named] = [paymentId, sessionId, sourceId].flatMap((id) => streamAbout(id) ?? [])
  const stream = named ?? ownStream(answer, { endpoint, httpStatus, recordedAt })
  const data = { ...subject, endpoint, commandId, httpStatus, ...more }
  return [streamEvent<DomainEvent>(responded(answer), stream, type, data)]
}

/** The event of a failure of the provider: none if the request had no key. */
export const failure = (answer: ReadExchange): readonly StreamEvent[] =>
  answer.commandId === undefined ? [] : documented(answer, 'request_failed')

/** The event of a refused request, on the stream that the request names. */
export const refusal = (answer: ReadExchange<Partial<Problem>>): readonly StreamEvent[] => {
  const { error_type: errorType, error_codes: errorCodes } = answer.body
  return documented(answer, 'request_refused', { errorType, errorCodes })
}
