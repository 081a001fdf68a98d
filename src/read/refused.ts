/** Answers that refuse a request: what the request alone told did not happen. */
import * as E from 'fp-ts/lib/Either.js'
import type { RequestRefused } from '../event/beside.ts'
import { KeptPayment } from '../wire/kept.ts'
import type { Problem } from '../wire/problem.ts'
import { mandateStream, paymentStream, sessionStream } from '../words/stream.ts'
import { PaymentId, SessionId, SourceId } from '../words/text.ts'
import { type Answer, originOf, ownStream, param, requestOf } from './answer.ts'
import { type Told, tell } from './told.ts'

/** Statuses that say nothing of the request itself: it may be sent again, or is still being worked on. */
const UNDECIDED: ReadonlySet<number> = new Set([401, 408, 409, 425, 429])

/** Whether a status means that the request was granted. What is no whole number is no status. */
export const isSuccess = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 299

/** Whether a status means that the request was turned down for good. @spec design, 9 Judging */
export const isRefusal = (status: number): boolean =>
  Number.isInteger(status) && status >= 400 && status < 500 && !UNDECIDED.has(status)

/** What a refused request was about: its path's id, or the source it wanted to be paid from. */
const subjectOf = (answer: Answer) => {
  const source = requestOf(answer, KeptPayment)?.source
  const given = E.getOrElseW(() => undefined)
  const sourceId = given(param(answer, SourceId, 'source_id')) ?? source?.id
  const paymentId = given(param(answer, PaymentId, 'payment_id', 'id'))
  return { paymentId, sessionId: given(param(answer, SessionId, 'session_id')), sourceId }
}

/** The event of a refused request, on the stream that the request names. */
export const refusal = (answer: Answer<Problem>): readonly Told[] => {
  const { endpoint, status: httpStatus, commandId } = answer
  const { error_type: errorType, error_codes: errorCodes } = answer.body
  const subject = subjectOf(answer)
  const data = { ...subject, endpoint, commandId, httpStatus, errorType, errorCodes }
  const stream =
    (subject.paymentId && paymentStream(subject.paymentId)) ??
    (subject.sessionId && sessionStream(subject.sessionId)) ??
    (subject.sourceId && mandateStream(subject.sourceId)) ??
    ownStream(answer, { endpoint, httpStatus, recordedAt: answer.recordedAt })
  const origin = originOf(answer, 'response', undefined)
  return [
    tell<RequestRefused>(origin, stream, 'request_refused', {
      ...data,
      endpoint: endpoint as RequestRefused['data']['endpoint'],
    }),
  ]
}
