/** Responses to our own requests, endpoint by endpoint, to events. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { StateObserved, Unrecognised } from '../event/beside.ts'
import type { Event } from '../event/envelope.ts'
import { impliedByPayment } from '../event/implied.ts'
import type { RefundRequested } from '../event/payment.ts'
import type { MandateCancelled, MandateCreated } from '../event/sepa-mandate.ts'
import type { SessionCompleted } from '../event/session.ts'
import type { EndpointName } from '../wire/endpoints.ts'
import {
  CreatePaymentRequest,
  PaymentActions,
  PaymentResponse,
  RefundRequest,
  RefundResponse,
} from '../wire/payment.ts'
import { CreateSourceRequest, SourceResponse } from '../wire/sepa.ts'
import { ChannelDataRequest, CreateSessionRequest, SessionResponse } from '../wire/session.ts'
import type { TimeText } from '../words/instant.ts'
import { mandateStream, paymentStream, sessionStream } from '../words/stream.ts'
import { PaymentId, SessionId, SourceId, type Text } from '../words/text.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import { actionTold } from './action.ts'
import { type Answer, originOf, ownStream, param } from './answer.ts'
import { decode, decodeOr, parse } from './body.ts'
import { balancesOf, methodOf, ticketOf } from './payment.ts'
import { isRefusal, refusal } from './refused.ts'
import { sessionObserved, sessionTold } from './session.ts'
import { type Reading, tell } from './told.ts'

type Reader = (answer: Answer) => Reading

const response = (answer: Answer) => originOf(answer, 'response', undefined)

/** A body that may leave its subject to the path: the path's id stands in for a missing one. */
const named = (answer: Answer, ...names: readonly string[]): unknown => {
  const { body } = answer
  if (typeof body !== 'object' || body === null || 'id' in body) return body
  const id = names.map((name) => answer.params[name]).find((value) => value !== undefined)
  return { ...body, id }
}

const createSession: Reader = (answer) =>
  pipe(
    answer.body,
    decode(SessionResponse),
    E.map((body) => {
      const asked = E.getOrElseW(() => undefined)(decode(CreateSessionRequest)(answer.request))
      return sessionTold(response(answer), body, ['session_created'], {
        mode: asked?.completion?.type,
        channel: asked?.channel_data?.channel,
        amount: asked?.amount,
        currency: asked?.currency,
        reference: asked?.reference,
        commandId: answer.commandId,
      })
    }),
  )

const getSession: Reader = (answer) =>
  pipe(
    named(answer, 'session_id'),
    decode(SessionResponse),
    E.map((body) => sessionObserved(response(answer), body)),
  )

const submitChannelData: Reader = (answer) =>
  pipe(
    named(answer, 'session_id'),
    decode(SessionResponse),
    E.map((body) => {
      const { channel } = decodeOr(ChannelDataRequest, { channel: undefined })(answer.request)
      const known = body.status === 'expired' ? [] : (['channel_data_submitted'] as const)
      return sessionTold(response(answer), body, known, { channel, commandId: answer.commandId })
    }),
  )

const completeSession: Reader = (answer) =>
  pipe(
    param(answer, SessionId, 'session_id'),
    E.map((sessionId) => [
      tell<SessionCompleted>(response(answer), sessionStream(sessionId), 'session_completed', {
        sessionId,
        commandId: answer.commandId,
      }),
    ]),
  )

const createSource: Reader = (answer) =>
  pipe(
    answer.body,
    decode(SourceResponse),
    E.map((body) => {
      const asked = E.getOrElseW(() => undefined)(decode(CreateSourceRequest)(answer.request))
      if ((body.type ?? asked?.type ?? 'sepa') !== 'sepa') {
        const stream = ownStream(answer, { id: body.id })
        return [tell<Unrecognised>(response(answer), stream, 'unrecognised', { name: body.type })]
      }
      const told = tell<MandateCreated>(
        response(answer),
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

const getSource: Reader = (answer) =>
  pipe(
    named(answer, 'id'),
    decode(SourceResponse),
    E.map((body) => [
      tell<StateObserved>(response(answer), mandateStream(body.id), 'state_observed', {
        sourceId: body.id,
        customerId: body.customer?.id,
      }),
    ]),
  )

const cancelMandate: Reader = (answer) =>
  pipe(
    param(answer, SourceId, 'source_id'),
    E.map((sourceId) => [
      tell<MandateCancelled>(response(answer), mandateStream(sourceId), 'mandate_cancelled', {
        sourceId,
        commandId: answer.commandId,
      }),
    ]),
  )

const createPayment: Reader = (answer) =>
  pipe(
    answer.body,
    decode(PaymentResponse),
    E.map((body) => {
      const asked = E.getOrElseW(() => undefined)(decode(CreatePaymentRequest)(answer.request))
      const source = { ...ticketOf(asked?.source), ...defined(ticketOf(body.source)) }
      const data = {
        paymentId: body.id,
        amount: body.amount ?? asked?.amount,
        currency: body.currency ?? asked?.currency,
        method: methodOf(asked?.source) ?? methodOf(body.source),
        sourceId: asked?.source?.id ?? body.source?.id,
        customerId: body.customer?.id,
        reference: body.reference ?? asked?.reference,
        responseCode: body.response_code,
      }
      const once = { ...source, riskFlagged: body.risk?.flagged, commandId: answer.commandId }
      return impliedByPayment(body.status).map((type, index) =>
        tell<Event>(
          originOf(answer, 'response', index === 0 ? body.requested_on : undefined),
          paymentStream(body.id),
          type,
          index === 0 ? { ...data, ...once } : data,
        ),
      )
    }),
  )

const defined = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const getPayment: Reader = (answer) =>
  pipe(
    named(answer, 'payment_id', 'id'),
    decode(PaymentResponse),
    E.map((body) => [
      tell<StateObserved>(response(answer), paymentStream(body.id), 'state_observed', {
        paymentId: body.id,
        status: body.status,
        requestedAt: body.requested_on,
        amount: body.amount,
        currency: body.currency,
        customerId: body.customer?.id,
        sourceId: body.source?.id,
        reference: body.reference,
        method: methodOf(body.source),
        balances: balancesOf(body.balances),
        ...ticketOf(body.source),
        riskFlagged: body.risk?.flagged,
      }),
    ]),
  )

const requestRefund: Reader = (answer) =>
  pipe(
    E.Do,
    E.apS('paymentId', param(answer, PaymentId, 'payment_id', 'id')),
    E.apS('body', decode(RefundResponse)(answer.body)),
    E.map(({ paymentId, body }) => {
      const asked = E.getOrElseW(() => undefined)(decode(RefundRequest)(answer.request))
      const told = tell<RefundRequested>(
        response(answer),
        paymentStream(paymentId),
        'refund_requested',
        {
          paymentId,
          actionId: body.action_id,
          amount: asked?.amount,
          reference: body.reference ?? asked?.reference,
          commandId: answer.commandId,
        },
      )
      return [told]
    }),
  )

const getPaymentActions: Reader = (answer) =>
  pipe(
    E.Do,
    E.apS('paymentId', param(answer, PaymentId, 'id', 'payment_id')),
    E.apS('actions', decode(PaymentActions)(answer.body)),
    E.map(({ paymentId, actions }) =>
      actions.map((action) =>
        actionTold(originOf(answer, 'report', action.processed_on), paymentId, action),
      ),
    ),
  )

const READERS: Readonly<Record<EndpointName, Reader>> = {
  createSession,
  getSession,
  submitChannelData,
  completeSession,
  createSource,
  getSource,
  cancelMandate,
  createPayment,
  getPayment,
  requestRefund,
  getPaymentActions,
}

const COMMANDS: ReadonlySet<EndpointName> = new Set([
  'createSession',
  'submitChannelData',
  'completeSession',
  'createSource',
  'cancelMandate',
  'createPayment',
  'requestRefund',
])

/** A response as it arrived, with what the backend knows of the request it answers. */
export interface ReceivedResponse {
  readonly endpoint: EndpointName
  /** The values of the path's parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The body that was sent: some facts stand only there. */
  readonly request?: unknown
  /** The idempotency key that was sent: it names the command. */
  readonly commandId?: Text | undefined
  /** The HTTP status. */
  readonly status: number
  /** The body that came back, as text or parsed. */
  readonly body?: unknown
  readonly receivedAt: TimeText
}

const answerOf = (received: ReceivedResponse): E.Either<Unreadable, Answer> =>
  pipe(
    parse(received.body === '' ? undefined : received.body),
    E.map((body) => ({
      endpoint: received.endpoint,
      params: received.params ?? {},
      request: E.getOrElse<Unreadable, unknown>(() => undefined)(parse(received.request)),
      body,
      status: received.status,
      commandId: received.commandId,
      recordedAt: received.receivedAt,
    })),
  )

/**
 * Reads the response to a request. A refusal (4xx, those aside that leave the matter open) of a
 * command yields `request_refused`; an answer that leaves it open (401, 408, 409, 425, 429, 5xx)
 * and a refused query yield nothing. @spec interface, Endpoints; design, 4 and 9
 */
export const readResponse = (received: ReceivedResponse): Reading => {
  const { endpoint, status } = received
  const succeeded = status >= 200 && status < 300
  if (!Object.hasOwn(READERS, endpoint)) {
    return E.left(unreadable('endpoint', 'an endpoint of the interface', endpoint))
  }
  if (succeeded) return E.chain(READERS[endpoint])(answerOf(received))
  if (!isRefusal(status) || !COMMANDS.has(endpoint)) return E.right([])
  const bodiless = answerOf({ ...received, body: undefined })
  return E.map(refusal)(E.alt(() => bodiless)(answerOf(received)))
}
