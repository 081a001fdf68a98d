/** Responses to our own requests, endpoint by endpoint: what came back, and the events it tells. */
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type { QuestionAnswered } from '../event/beside.ts'
import type { ResponseOf } from '../wire/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints, isEndpointName } from '../wire/endpoints.ts'
import { parametersOf } from '../wire/paths.ts'
import { NO_PROBLEM, Problem } from '../wire/problem.ts'
import { saysNothing } from '../wire/tolerant.ts'
import type { TimeText } from '../words/instant.ts'
import { type CommandId, QuestionId } from '../words/text.ts'
import { type Unreadable, unreadable } from '../words/unreadable.ts'
import { type Answer, type Reader, responded } from './answer.ts'
import { decode, decodeOr, parse } from './body.ts'
import { createPayment, getPayment, getPaymentActions, requestRefund } from './payment-response.ts'
import { isRefusal, isSuccess, refusal } from './refused.ts'
import { cancelMandate, createSource, getSource } from './sepa-response.ts'
import {
  completeSession,
  createSession,
  getSession,
  submitChannelData,
} from './session-response.ts'
import { streamNamedIn } from './subject.ts'
import { type Told, tell } from './told.ts'

/** A file belongs to no lifecycle here: its answers tell no event. */
const nothingTold: Reader<unknown> = () => E.right([])

const READERS: { readonly [N in EndpointName]: Reader<ResponseOf<Endpoints[N]>> } = {
  uploadFile: nothingTold,
  getFile: nothingTold,
  getPaymentActions,
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
}

/** Requests whose refusal means that a step of a lifecycle was not taken. */
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
  /** The values of the path's parameters, by name. */
  readonly params?: Readonly<Record<string, unknown>>
  /** The body that was sent: some facts stand only there. */
  readonly request?: unknown
  /** The idempotency key that was sent: it names the command. */
  readonly commandId?: CommandId | undefined
  /** The id of the question that was asked by it, where one was: its answer settles it. */
  readonly question?: string | undefined
  /** The HTTP status. */
  readonly status: number
  /** The body that came back, as text or parsed. */
  readonly body?: unknown
  readonly receivedAt: TimeText
}

/**
 * What came back. `done`: the endpoint's own body. `refused`: the request was turned down for good,
 * `because` of what the interface says of the status, where it says anything. `open`: neither is known
 * (401, 408, 409, 425, 429, 5xx and what is no answer at all); it may be sent again.
 */
export type Answered<Body> =
  | { readonly outcome: 'done'; readonly body: Body; readonly told: readonly Told[] }
  | {
      readonly outcome: 'refused'
      readonly problem: Problem
      readonly because: string | null
      readonly told: readonly Told[]
    }
  | { readonly outcome: 'open'; readonly problem: Problem; readonly told: readonly [] }

const AN_ENDPOINT = 'an endpoint of the interface'

const parsed = (body: unknown): E.Either<Unreadable, unknown> =>
  parse(body === '' ? undefined : body)

/** A body that may leave its subject to the path: the path's id stands in for a missing one. */
const named = (path: readonly string[], params: Answer['params'], body: unknown): unknown => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  if (path.length === 0 || ('id' in body && !saysNothing(body.id))) return body
  const given = [...path, 'id'].find(
    (name) => Object.hasOwn(params, name) && !saysNothing(params[name]),
  )
  return given === undefined ? body : { ...body, id: params[given] }
}

/** Reads the answer to a request that was not granted. What its body does not say, it does not say. */
const refusedOrOpen = (answer: Answer, body: unknown): Answered<never> => {
  const problem = decodeOr(Problem, NO_PROBLEM)(body)
  const { endpoint, status } = answer
  if (!isRefusal(status)) return { outcome: 'open', problem, told: [] }
  const errors: Readonly<Record<number, string>> = endpoints[endpoint].errors
  const told = COMMANDS.has(endpoint) ? refusal({ ...answer, body: problem }) : []
  return { outcome: 'refused', problem, because: errors[status] ?? null, told }
}

/** That a question was answered, on the stream that the path names. */
const settled = (answer: Answer): readonly Told[] => {
  const { question, params } = answer
  const stream = streamNamedIn(params)
  if (question === undefined || stream === undefined) return []
  return [tell<QuestionAnswered>(responded(answer), stream, 'question_answered', { question })]
}

/**
 * Reads the response to a request: what came back, typed by its endpoint, and the events it tells.
 * Whether it succeeded the status says, what became of the matter only the body: several are seen for
 * one thing. A refused command tells `request_refused`, a refused query and what is open tell nothing.
 * @spec interface, Endpoints; wire, 7 pitfall 25; design, 4 and 9
 */
export const readResponse = <Row extends Endpoints[EndpointName]>(
  endpoint: Row,
  received: ReceivedResponse,
): E.Either<Unreadable, Answered<ResponseOf<Row>>> => {
  const { name } = endpoint
  if (!isEndpointName(name)) return E.left(unreadable('endpoint', AN_ENDPOINT, name))
  const { params = {}, status, commandId, receivedAt: recordedAt } = received
  const request = E.getOrElseW(() => undefined)(parse(received.request))
  const question = QuestionId.is(received.question) ? received.question : undefined
  const answer = { endpoint: name, params, request, status, commandId, question, recordedAt }
  if (!isSuccess(status)) {
    return E.right(refusedOrOpen({ ...answer, body: undefined }, received.body))
  }
  type Body = ResponseOf<Row>
  const reader = READERS[name] as Reader<Body>
  return pipe(
    parsed(received.body),
    E.map((body) => named(parametersOf(endpoint), params, body)),
    E.chain(decode(endpoints[name].response as unknown as t.Decoder<unknown, Body>)),
    E.chain((body) =>
      pipe(
        reader({ ...answer, body }),
        E.map((told) => [...told, ...settled({ ...answer, body })]),
        E.map((told) => ({ outcome: 'done', body, told }) as const),
      ),
    ),
  )
}
