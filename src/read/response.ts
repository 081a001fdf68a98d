/** Responses to our own requests, endpoint by endpoint, to events. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type EndpointName, isEndpointName } from '../wire/endpoints.ts'
import type { TimeText } from '../words/instant.ts'
import type { CommandId } from '../words/text.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import type { Answer, Reader } from './answer.ts'
import { parse } from './body.ts'
import { createPayment, getPayment, getPaymentActions, requestRefund } from './payment-response.ts'
import { isRefusal, refusal } from './refused.ts'
import { cancelMandate, createSource, getSource } from './sepa-response.ts'
import {
  completeSession,
  createSession,
  getSession,
  submitChannelData,
} from './session-response.ts'
import type { Reading } from './told.ts'

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
  readonly commandId?: CommandId | undefined
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
  if (!isEndpointName(endpoint)) {
    return E.left(unreadable('endpoint', 'an endpoint of the interface', endpoint))
  }
  if (succeeded) return E.chain(READERS[endpoint])(answerOf(received))
  if (!isRefusal(status) || !COMMANDS.has(endpoint)) return E.right([])
  const bodiless = answerOf({ ...received, body: undefined })
  return E.map(refusal)(E.alt(() => bodiless)(answerOf(received)))
}
