/** The interface's table of endpoints as data, and the check of a request before it is sent. */
import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../../words/data/attempt.ts'
import { type Codec, type Schema, standard } from '../../words/data/codec.ts'
import { allProblems, unreadable } from '../../words/data/unreadable-input.ts'
import type { Unsendable } from '../../words/message-errors.ts'
import {
  MandateCancellation,
  PaymentActions,
  PaymentList,
  PaymentResponse,
  RefundResponse,
  SessionResponse,
  SourceResponse,
} from './bodies.ts'
import { FileRecord, FileUploadRequest, FileUploadResponse } from './file.ts'
import {
  ChannelData,
  CreatePaymentRequest,
  CreateSessionRequest,
  CreateSourceRequest,
  RefundRequest,
  SandboxPaymentRequest,
  SandboxSourceRequest,
} from './requests.ts'

/** A detail that the interface leaves open: the values that were seen, if any, and the evidence for them. */
export interface Unspecified<A = never> {
  readonly unspecified: readonly A[]
  readonly evidence: string
}

const unspecified = <A = never>(seen: readonly A[], evidence: string): Unspecified<A> => ({
  unspecified: seen,
  evidence,
})

/** Whether a value is a detail that the interface leaves open. */
export const isUnspecified = (value: unknown): value is Unspecified<unknown> =>
  typeof value === 'object' && value !== null && 'unspecified' in value

type HttpMethod = 'GET' | 'POST' | 'PUT'

/** What proves who calls. A browser never holds the secret key. */
export type KeyKind = 'secret key' | 'public key' | 'session secret'

/**
 * One row of the interface's table. `path` has its parameters in braces. `headers` are the headers
 * besides `Authorization`, which every endpoint takes: its value is the key itself. `request` is null if there is no body.
 * `requestInSandbox` is present if the sandbox accepts less. `succeeds` lists the HTTP statuses of
 * success. `errors` gives the meaning of an HTTP status, where the interface states one.
 */
export interface Endpoint<Name extends string = string, Request = unknown, Response = unknown> {
  readonly name: Name
  readonly method: HttpMethod | Unspecified<HttpMethod>
  readonly path: `/${string}`
  readonly credential: KeyKind | Unspecified<KeyKind>
  readonly headers: Readonly<Record<string, string>>
  /** The parameters that only say what an answer is for: they are not sent. */
  readonly kept?: readonly string[]
  /** Whether the provider honours an idempotency key. @spec interface#idempotency */
  readonly isKeyed?: true
  readonly request: Schema<Request> | Unspecified | null
  readonly requestInSandbox?: Schema<Request>
  readonly response: Schema<Response>
  readonly succeeds: readonly number[] | Unspecified<number>
  readonly errors: Readonly<Record<number, string>>
}

/** The names of a path's parameters, in order. */
export const parametersOf = ({ path }: Pick<Endpoint, 'path'>): readonly string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

/** The type of an endpoint's request body; `never` if there is none. */
export type RequestOf<E> = E extends { readonly request: t.Decoder<unknown, infer A> } ? A : never

/** The type of the body that an endpoint returns when it succeeds. */
export type ResponseOf<E> = E extends { readonly response: t.Decoder<unknown, infer A> } ? A : never

const NoContent: Codec<null> = standard(
  new t.Type<null, null, unknown>(
    'no content',
    (input): input is null => input === null,
    () => t.success(null),
    (output) => output,
  ),
)

const JSON_BODY = { 'Content-Type': 'application/json' } as const

const usual = <N extends string, M extends string, P extends Endpoint['path'], R extends t.Mixed>(
  name: N,
  method: M,
  path: P,
  response: R,
) =>
  ({
    name,
    method,
    path,
    credential: 'secret key',
    headers: {},
    request: null,
    errors: {},
    response: standard(response),
  }) as const

const NO_BODY = unspecified(
  [],
  "interface#calls-on-the-wire: the provider's own libraries send no body",
)

/** A browser or an app makes these calls, and so may a backend. */
const SESSION_KEY = unspecified<KeyKind>(['session secret', 'secret key'], 'interface#credentials')

const LIST = 'none: no row of the interface, but a page of the provider: get a list of payments'

/**
 * The thirteen endpoints of the interface by name, and the list of the payments with one reference,
 * which it does not have. The sandbox and the live system have the same paths. Details that the
 * interface leaves open are marked, with the values that have been seen.
 * @spec interface#endpoints; interface#credentials; interface#errors; interface#calls-on-the-wire
 */
export const endpoints = {
  uploadFile: {
    ...usual('uploadFile', 'POST', '/files', FileUploadResponse),
    headers: { 'Content-Type': 'multipart/form-data' },
    request: standard(FileUploadRequest),
    succeeds: unspecified([200, 201], 'interface#calls-on-the-wire: both have been seen'),
  },
  getFile: {
    ...usual('getFile', 'GET', '/files/{file_id}', FileRecord),
    succeeds: unspecified([200], 'interface#calls-on-the-wire: a recorded file record'),
  },
  getPaymentActions: {
    ...usual('getPaymentActions', 'GET', '/payments/{id}/actions', PaymentActions),
    headers: JSON_BODY,
    succeeds: unspecified([200], 'interface#calls-on-the-wire: a recorded list'),
    errors: { 404: 'payment not found' },
  },
  createSession: {
    ...usual('createSession', 'POST', '/sessions', SessionResponse),
    method: unspecified(
      ['POST'],
      'interface#endpoints; interface#calls-on-the-wire: documented twice, differently',
    ),
    headers: JSON_BODY,
    request: standard(CreateSessionRequest),
    // 201 if the request contains channel data and the outcome is known at once:
    // interface#calls-on-the-wire
    succeeds: [202, 201],
  },
  getSession: {
    ...usual('getSession', 'GET', '/sessions/{session_id}', SessionResponse),
    credential: 'public key',
    headers: { Channel: 'app or browser' },
    succeeds: unspecified([200, 201], 'interface#calls-on-the-wire: recorded with 201'),
  },
  submitChannelData: {
    ...usual('submitChannelData', 'PUT', '/sessions/{session_id}/channel-data', SessionResponse),
    credential: SESSION_KEY,
    request: standard(ChannelData),
    succeeds: unspecified(
      [200, 201],
      'interface#calls-on-the-wire: both statuses have been seen, and a path that ends in collect-data',
    ),
  },
  completeSession: {
    ...usual('completeSession', 'POST', '/sessions/{session_id}/complete', NoContent),
    method: unspecified(
      ['POST'],
      "interface#calls-on-the-wire: the provider's own libraries use POST",
    ),
    credential: SESSION_KEY,
    request: NO_BODY,
    succeeds: [204],
  },
  createSource: {
    ...usual('createSource', 'POST', '/sources', SourceResponse),
    request: standard(CreateSourceRequest),
    requestInSandbox: standard(SandboxSourceRequest),
    succeeds: unspecified([201], 'interface#calls-on-the-wire: recorded with 201'),
  },
  getSource: {
    ...usual('getSource', 'GET', '/sources/{id}', SourceResponse),
    succeeds: unspecified([200], 'none: no recorded response was found'),
    errors: { 404: 'payment source not found' },
  },
  cancelMandate: {
    ...usual('cancelMandate', 'POST', '/sepa/mandates/{source_id}/cancel', MandateCancellation),
    headers: JSON_BODY,
    request: NO_BODY,
    succeeds: unspecified(
      [200],
      'interface#calls-on-the-wire; interface#mandates-on-the-wire: recorded with links only',
    ),
  },
  createPayment: {
    ...usual('createPayment', 'POST', '/payments', PaymentResponse),
    isKeyed: true,
    request: standard(CreatePaymentRequest),
    requestInSandbox: standard(SandboxPaymentRequest),
    // 202 is shown for a ticket; SEPA is recorded with 201: interface#calls-on-the-wire
    succeeds: [202, 201],
  },
  getPayments: {
    ...usual('getPayments', 'GET', '/payments', PaymentList),
    method: unspecified(['GET'], LIST),
    kept: ['source_id'],
    succeeds: unspecified([200], LIST),
  },
  getPayment: {
    ...usual('getPayment', 'GET', '/payments/{payment_id}', PaymentResponse),
    headers: JSON_BODY,
    succeeds: unspecified([200], 'interface#calls-on-the-wire: recorded details'),
  },
  requestRefund: {
    ...usual('requestRefund', 'POST', '/payments/{payment_id}/refunds', RefundResponse),
    isKeyed: true,
    request: standard(RefundRequest),
    succeeds: unspecified([202], 'interface#calls-on-the-wire: recorded with 202'),
  },
} as const satisfies Readonly<Record<string, Endpoint>>

/** The endpoints by name, with all their types. */
export type Endpoints = typeof endpoints

/** The name of an endpoint. */
export type EndpointName = keyof Endpoints

/** Whether an endpoint has this name. */
export const isEndpointName = (name: unknown): name is EndpointName =>
  typeof name === 'string' && Object.hasOwn(endpoints, name)

/** Where the body will be sent. The sandbox accepts less. */
export interface Environment {
  readonly sandbox: boolean
}

/**
 * Checks a body against what an endpoint accepts: required and conditional fields, enums, amounts,
 * currencies and countries, the check digits of account numbers, the size and content of files.
 * Returns the body unchanged, now with its type. Fields that the interface does not show are
 * accepted. If an endpoint has no body, or the interface does not show it, any body is accepted.
 * @spec interface#creating-a-session; interface#sepa-sources; interface#payments; interface#limits
 */
export const checkRequest =
  <E extends Endpoint>(endpoint: E, { sandbox }: Environment = { sandbox: false }) =>
  (request: unknown): E.Either<Unsendable, RequestOf<E>> => {
    const { name, request: live, requestInSandbox = live } = endpoint
    const codec = sandbox ? requestInSandbox : live
    if (codec === null || isUnspecified(codec)) return E.right(request as RequestOf<E>)
    const unlookable = unreadable('', 'a request whose fields can be read', request)
    const checked = tryOr(E.left([unlookable]), () => E.mapLeft(allProblems)(codec.decode(request)))
    if (E.isRight(checked)) return E.right(request as RequestOf<E>)
    const problems = checked.left.map(({ error: _, ...problem }) => problem)
    return E.left({ error: 'Unsendable', endpoint: name, problems })
  }
