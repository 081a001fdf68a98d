/** Reads the responses to our own requests: the bodies, and the events that they report. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type { MessageBinding } from '../../event/message-digest.ts'
import { type Unreadable, unreadable } from '../../words/data/unreadable-input.ts'
import type { OtherSubject, Stream } from '../../words/stream.ts'
import type { CommandId } from '../../words/text/plain-text.ts'
import { TimeText } from '../../words/time/instant.ts'
import type { ResponseOf } from '../wire/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints, isEndpointName } from '../wire/endpoints.ts'
import { NO_PROBLEM, Problem } from '../wire/problem.ts'
import { named, ofAsked, streamAsked, streamShown } from './asked-subject.ts'
import { decode, decodeOr, parse, readable } from './body.ts'
import { opened } from './message-binding.ts'
import { getPaymentActions, getPayments } from './payment-lists.ts'
import { createPayment, getPayment, requestRefund } from './payment-response.ts'
import { failure, isRefusal, isSuccess, refusal } from './refused-request.ts'
import type { ReadExchange, ResponseReader } from './response-reader.ts'
import { cancelMandate, createSource, getSource } from './sepa-response.ts'
import {
  completeSession,
  createSession,
  getSession,
  submitChannelData,
} from './session-response.ts'
import { type StreamEvent, unsigned } from './stream-event.ts'
import { unreadResponse } from './unread-message.ts'

/** Files belong to no lifecycle, so responses about them report no events. */
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

/** Endpoints for commands: if they refuse, a step of a lifecycle did not happen. */
const COMMANDS: ReadonlySet<EndpointName> = new Set([
  'createSession',
  'submitChannelData',
  'completeSession',
  'createSource',
  'cancelMandate',
  'createPayment',
  'requestRefund',
])

/** A response as it arrived, with what the backend knows about the request. */
export interface ReceivedResponse {
  /** The values of the path's parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The request body that was sent: some facts are only there. */
  readonly request?: unknown
  /** The idempotency key that was sent: it is the id of the command. */
  readonly commandId?: CommandId | undefined
  /** When the request was sent: without it, a look-up settles no question and proves nothing. */
  readonly askedAt?: TimeText | undefined
  /**
   * Whether somebody else, such as a browser, handed the response on: then its events are `unsigned`,
   * and count for nothing. Absent or false: it came over our own connection to the provider.
   */
  readonly isRelayed?: boolean | undefined
  /** The HTTP status. */
  readonly status: number
  /** The response body: bytes, text or parsed. Only bytes bind the events to the message. */
  readonly body?: unknown
  readonly receivedAt: TimeText
}

/**
 * What came back. `done`: the request succeeded, and `body` is the endpoint's own. `refused`: the
 * provider did nothing; `because` is what the interface says about the HTTP status, or null. `open`:
 * nobody knows (408, 5xx, no usable status, or a body of which one field cannot be read), and a command is
 * never sent again.
 */
export type ResponseOutcome<Body> =
  | { readonly outcome: 'done'; readonly body: Body; readonly events: readonly StreamEvent[] }
  | {
      readonly outcome: 'refused'
      readonly problem: Problem
      readonly because: string | null
      readonly events: readonly StreamEvent[]
    }
  | {
      readonly outcome: 'open'
      readonly problem: Problem
      readonly events: readonly StreamEvent[]
    }

const AN_ENDPOINT = 'an endpoint of the interface'

/** Reads the response to a request that did not succeed. An unreadable body counts as empty. */
const refusedOrOpen = (answer: ReadExchange, body: unknown): ResponseOutcome<never> => {
  const problem = decodeOr(Problem, NO_PROBLEM)(body)
  const { endpoint, status } = answer
  if (!isRefusal(status)) {
    const hasFailed = COMMANDS.has(endpoint) && status >= 500 && status <= 599
    const events = hasFailed ? failure({ ...answer, body: problem }) : []
    return { outcome: 'open', problem, events }
  }
  const errors: Readonly<Record<number, string>> = endpoints[endpoint].errors
  const events = COMMANDS.has(endpoint) ? refusal({ ...answer, body: problem }) : []
  return { outcome: 'refused', problem, because: errors[status] ?? null, events }
}

/** Whether a response came over our own connection. */
const isOurs = ({ isRelayed }: ReceivedResponse): boolean => (isRelayed ?? false) === false

/** Reads the body of a request that succeeded. Of a relayed one, what cannot be read adds nothing. */
const done = <Body>(
  name: EndpointName,
  answer: ReadExchange,
  isOurs: boolean,
  asked: Stream | undefined,
): E.Either<Unreadable, ResponseOutcome<Body>> => {
  const reader = READERS[name] as ResponseReader<Body>
  const read = decode(endpoints[name].response as unknown as t.Decoder<unknown, Body>)(answer.body)
  return E.isRight(read)
    ? pipe(
        reader({ ...answer, body: read.right }, isOurs ? answer.body : undefined),
        E.map((events) => ({ outcome: 'done', body: read.right, events })),
      )
    : pipe(
        read.left,
        unreadResponse(answer, isOurs ? (asked ?? streamShown(answer.body)) : undefined),
        E.map((events) => ({ outcome: 'open', problem: NO_PROBLEM, events })),
      )
}

/**
 * Reads the response to a request: its body, typed by the endpoint, and the events that it reports.
 * The HTTP status says only whether the request succeeded. The body says what the result is,
 * because one result can come with several statuses. A refused command reports `request_refused`. A
 * command at which the provider failed reports `request_failed`. A refused query reports no event, and
 * neither does any other `open` response.
 * @spec interface#endpoints; interface#calls-on-the-wire; decisions#13
 */
export const readResponse = <Row extends Endpoints[EndpointName]>(
  endpoint: Row,
  received: ReceivedResponse,
  binding: MessageBinding = {},
): E.Either<Unreadable | OtherSubject, ResponseOutcome<ResponseOf<Row>>> =>
  readable('a response', received, () =>
    pipe(
      opened(received.body, binding),
      E.chain(({ body, bind }) =>
        pipe(
          outcomeOf(endpoint, { ...received, body }),
          E.map((outcome) => {
            const events = isOurs(received) ? outcome.events : unsigned(outcome.events)
            return { ...outcome, events: bind(events) }
          }),
        ),
      ),
    ),
  )

const outcomeOf = <Row extends Endpoints[EndpointName]>(
  endpoint: Row,
  received: ReceivedResponse,
): E.Either<Unreadable | OtherSubject, ResponseOutcome<ResponseOf<Row>>> => {
  const { name } = endpoint
  if (!isEndpointName(name)) return E.left(unreadable('endpoint', AN_ENDPOINT, name))
  const { params = {}, status, commandId, receivedAt: recordedAt } = received
  const askedAt = TimeText.is(received.askedAt) ? received.askedAt : undefined
  const request = E.getOrElseW(() => undefined)(parse(received.request))
  const asked = { endpoint: name, params, request, commandId, askedAt }
  const answer = { ...asked, status, recordedAt }
  if (!isSuccess(status)) {
    return E.right(refusedOrOpen({ ...answer, body: undefined }, received.body))
  }
  const stream = streamAsked(endpoint, params)
  return pipe(
    parse(received.body === '' ? undefined : received.body),
    E.chainW(ofAsked(stream)),
    E.map((body) => named(endpoint, params, body)),
    E.chainW((body) => done<ResponseOf<Row>>(name, { ...answer, body }, isOurs(received), stream)),
  )
}
