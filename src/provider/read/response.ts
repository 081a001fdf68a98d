/** Reads the responses to our own requests: the bodies, and the events that they report. */
import type * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { pipe } from '#fp-ts/function'
import type {
  RequestFailed,
  RequestRefused,
  StateObserved,
  Unrecognised,
} from '../../../machines/observed/events.ts'
import type { MandateCancelled, MandateCreated } from '../../../machines/sepa-mandate/events.ts'
import { REFUSED } from '../../../machines/sepa-mandate/snapshot.ts'
import type { SessionCompleted } from '../../../machines/session/events.ts'
import { mandateStream } from '../../../machines/words/mandate-names.ts'
import { PaymentId, SourceId } from '../../../machines/words/payment-names.ts'
import {
  SESSION_STATUSES,
  SessionId,
  sessionStream,
} from '../../../machines/words/session-names.ts'
import type { DomainEvent } from '../../event/envelope.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import type { Stream } from '../../words/stream.ts'
import type { CommandId, PlainText } from '../../words/text/plain-text.ts'
import type { TimeText } from '../../words/time/instant.ts'
import {
  isBlank,
  isProblem,
  Problem,
  ReadChannelData,
  type SessionResponse,
  type SourceResponse,
} from '../wire/bodies.ts'
import { type EndpointName, type Endpoints, endpoints, type ResponseOf } from '../wire/endpoints.ts'
import { KeptPayment, KeptSession, KeptSource } from '../wire/kept-requests.ts'
import { decode, decodeOr, parse } from './body.ts'
import {
  idsAsked,
  ofAsked,
  streamAbout,
  streamAsked,
  streamShown,
  unreadResponse,
} from './message-subject.ts'
import { methodNamed } from './payment-fields.ts'
import {
  createdUnread,
  createPayment,
  getPayment,
  getPaymentActions,
  getPayments,
  requestRefund,
} from './payment-response.ts'
import {
  isDecline,
  ownStream,
  param,
  type ReadExchange,
  type ReceivedResponse,
  type ResponseReader,
  requestOf,
  responded,
  said,
  unknownStatus,
} from './response-reader.ts'
import { sessionEvents, sessionObserved } from './session-events.ts'
import {
  type Reading,
  type ReadingPolicy,
  readingPolicy,
  type StreamEvent,
  unsigned,
} from './stream-event.ts'

const strangeStatus = (answer: ReadExchange<SessionResponse>): readonly StreamEvent[] => {
  const named = { stream: sessionStream(answer.body.id), name: 'session_status' } as const
  return unknownStatus(answer, named, answer.body.status, (each) => SESSION_STATUSES.includes(each))
}

/** A session was created. If the request had channel data, the session may be past `pending`. */
const createSession: ResponseReader<SessionResponse> = (answer) => {
  const asked = requestOf(answer, KeptSession)
  const events = sessionEvents(responded(answer), answer.body, ['session_created'], {
    mode: asked?.completion?.type,
    channel: asked?.channel_data?.channel,
    amount: asked?.amount,
    currency: asked?.currency,
    reference: asked?.reference,
    commandId: answer.commandId,
  })
  return E.right([...events, ...strangeStatus(answer)])
}

const getSession: ResponseReader<SessionResponse> = (answer) =>
  E.right(sessionObserved(responded(answer), answer.body, answer.askedAt))

const submitChannelData: ResponseReader<SessionResponse> = (answer) => {
  const { body, commandId } = answer
  const channel = requestOf(answer, ReadChannelData)?.channel
  const { status, next_actions: next = [] } = body
  if (status === 'pending' && next.includes('collect_channel_data')) {
    return E.right(sessionObserved(responded(answer), body))
  }
  const asked = { channel, commandId }
  const events = sessionEvents(responded(answer), body, ['channel_data_submitted'], asked)
  return E.right([...events, ...strangeStatus(answer)])
}

/** A session was completed. The response has no body, so the id comes from the path. */
const completeSession: ResponseReader<unknown> = (answer) =>
  E.map((sessionId: SessionId) => {
    const data = { sessionId, commandId: answer.commandId }
    return [said<SessionCompleted>(answer, sessionStream(sessionId), 'session_completed', data)]
  })(param(answer, SessionId, 'session_id'))

/** The event of a source that is not a SEPA mandate: no lifecycle includes it. */
const otherSource = (answer: ReadExchange, { id, type: name }: SourceResponse) => [
  said<Unrecognised>(answer, ownStream(answer, { id }), 'unrecognised', { name }),
]

/**
 * Whether a source is a SEPA mandate: its type says so, or if that is not known, the type that was asked
 * for. Of a source that was refused, the request says more.
 */
const isMandate = ({ type, response_code: code }: SourceResponse, asked: string | undefined) => {
  const types = (isDecline(code) ? [asked, type] : [type, asked]).flatMap((each) => each ?? [])
  const [method] = types.flatMap((each) => methodNamed(each) ?? [])
  return types.length === 0 || method === 'sepa'
}

/** What a source shows of its mandate. Its code says whether it is refused, for example without an active mandate. */
const sourceShown = (answer: ReadExchange<SourceResponse>) => {
  const { body, askedAt } = answer
  const { id: sourceId, response_code: responseCode } = body
  const shown = isDecline(responseCode)
    ? { status: REFUSED as PlainText, responseCode }
    : { customerId: body.customer?.id }
  const data = { sourceId, askedAt, ...shown }
  return [said<StateObserved>(answer, mandateStream(sourceId), 'state_observed', data)]
}

/** A snapshot of a source. What was asked for by its id is a mandate, unless it is known to be none. */
const getSource: ResponseReader<SourceResponse> = (answer) => {
  const { body } = answer
  const isAsked = E.isRight(param(answer, SourceId, 'id', 'source_id'))
  return E.right(
    isMandate(body, isAsked ? 'sepa' : undefined) ? sourceShown(answer) : otherSource(answer, body),
  )
}

/** A source and its mandate were created, unless its code says that it was refused. Only the request gives the type of the mandate. */
const createSource: ResponseReader<SourceResponse> = (answer) => {
  const { body } = answer
  const asked: Partial<t.TypeOf<typeof KeptSource>> = requestOf(answer, KeptSource) ?? {}
  if (!isMandate(body, asked.type)) return E.right(otherSource(answer, body))
  if (isDecline(body.response_code)) return E.right(sourceShown(answer))
  const data = {
    sourceId: body.id,
    mandateType: asked.source_data?.mandate_type,
    mandateReference: body.response_data?.mandate_reference,
    customerId: body.customer?.id ?? asked.customer?.id,
    responseCode: body.response_code,
    commandId: answer.commandId,
  }
  return E.right([said<MandateCreated>(answer, mandateStream(body.id), 'mandate_created', data)])
}

/** A mandate was cancelled. The response has no id, so the id comes from the path. */
const cancelMandate: ResponseReader<unknown> = (answer) =>
  E.map((sourceId: SourceId) => {
    const data = { sourceId, commandId: answer.commandId }
    return [said<MandateCancelled>(answer, mandateStream(sourceId), 'mandate_cancelled', data)]
  })(param(answer, SourceId, 'source_id'))

/** Files belong to no lifecycle. */
const noEvents: ResponseReader<unknown> = () => E.right([])

const READERS: { readonly [N in EndpointName]: ResponseReader<ResponseOf<Endpoints[N]>> } = {
  uploadFile: noEvents,
  getFile: noEvents,
  getPaymentActions,
  createSession,
  getSession,
  submitChannelData,
  completeSession,
  createSource,
  getSource,
  cancelMandate,
  createPayment,
  getPayments,
  getPayment,
  requestRefund,
}

/** Whether an endpoint is for commands: if it refuses, a step of a lifecycle did not happen. */
const isForCommands = (endpoint: EndpointName): boolean =>
  !endpoint.startsWith('get') && endpoint !== 'uploadFile'

/** Whether an HTTP status means success. A number that is not an integer is no HTTP status. */
export const isSuccess = (status: number): boolean =>
  Number.isInteger(status) && status >= 200 && status <= 299

/** Whether a body has no text: a proxy may end an empty one with a line break. */
const isBlankText = (body: unknown): boolean => typeof body === 'string' && body.trim() === ''

/** Any 4xx but 408, the time-out: the one attempt of a command did nothing. @spec decisions#13 */
const isRefusal = (status: number): boolean =>
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
  return [said<DomainEvent>(answer, stream, type, data)]
}

/** The events of a request that failed: only commands have any. A body may be unreadable. */
const unsuccessful = (answer: ReadExchange, body: unknown): readonly StreamEvent[] => {
  const { endpoint, status, commandId } = answer
  if (!isForCommands(endpoint)) return []
  if (isRefusal(status)) {
    const problem = decodeOr<Partial<Problem>>(Problem, {})(body)
    const { error_type: errorType, error_codes: errorCodes } = problem
    return documented(answer, 'request_refused', { errorType, errorCodes })
  }
  const isFailure = status >= 500 && status <= 599 && commandId !== undefined
  return isFailure ? documented(answer, 'request_failed') : []
}

/** The same body, unless it reports an error, or is that of a look-up and shows nothing: then it is no result. */
const ofResult =
  (endpoint: EndpointName, ids: readonly unknown[]) =>
  (body: unknown): E.Either<Unreadable, unknown> => {
    const isVain = ids.length > 0 && !isForCommands(endpoint) && isBlank(body)
    if (!isVain && !isProblem(body)) return E.right(body)
    const found = isProblem(body) ? 'an error' : 'an empty object'
    return E.left({ ...unreadable('', endpoints[endpoint].response.name, body), found })
  }

/** Reads the body of a request that succeeded. Of a relayed one, what cannot be read adds nothing. */
const successful = (
  answer: ReadExchange,
  isOurs: boolean,
  asked: Stream | undefined,
): Reading<Unreadable> => {
  const { endpoint, body } = answer
  const reader = READERS[endpoint] as ResponseReader<unknown>
  const read = decode(endpoints[endpoint].response as t.Decoder<unknown, unknown>)(body)
  if (E.isRight(read)) return reader({ ...answer, body: read.right }, isOurs ? body : undefined)
  const stream = isOurs ? (asked ?? streamShown(body)) : undefined
  const created = isOurs && endpoint === 'createPayment' ? createdUnread(answer) : []
  return E.map((events: readonly StreamEvent[]) => [...events, ...created])(
    unreadResponse(answer, stream)(read.left),
  )
}

/**
 * Reads the response to a request to the events that it reports. The HTTP status says only whether the
 * request succeeded. The body says what the result is, because one result can come with several
 * statuses. A refused command reports `request_refused`. A command at which the provider failed
 * reports `request_failed`. Nothing else that did not succeed reports anything.
 * @spec interface#endpoints; interface#calls-on-the-wire; decisions#13
 */
export const readResponse = (
  name: EndpointName,
  received: ReceivedResponse<TimeText> & { readonly commandId?: CommandId | undefined },
  policy: ReadingPolicy = readingPolicy,
): Reading => {
  const { params = {}, status, commandId, askedAt, receivedAt, isRelayed = false, body } = received
  const request = E.getOrElseW(() => undefined)(parse(received.request))
  const asked = { endpoint: name, params, request, status, commandId, askedAt }
  const answer: ReadExchange = { ...asked, recordedAt: receivedAt, policy, body: undefined }
  const ids = idsAsked(endpoints[name], params)
  const read = isSuccess(status)
    ? pipe(
        parse(isBlankText(body) ? undefined : body),
        E.chain(ofResult(name, ids)),
        E.chainW(ofAsked(ids)),
        E.chainW((whole) => successful({ ...answer, body: whole }, !isRelayed, streamAsked(ids))),
      )
    : E.right(unsuccessful(answer, body))
  return isRelayed ? E.map(unsigned)(read) : read
}
