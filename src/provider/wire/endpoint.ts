/** Describes an endpoint: how it is called, what it accepts, what it returns. Checks a request before it is sent. */

import * as t from 'io-ts'
import * as E from '#fp-ts/Either'
import { tryOr } from '../../words/data/attempt.ts'
import { type Codec, type Schema, standard } from '../../words/data/codec.ts'
import { allProblems, unreadable } from '../../words/data/unreadable-input.ts'
import type { Unsendable } from '../../words/message-errors.ts'

/**
 * A detail that the interface leaves open: the values that were seen, if any, and the evidence for
 * them.
 */
export interface Unspecified<A = never> {
  readonly unspecified: readonly A[]
  readonly evidence: string
}

/** Marks a detail that the interface leaves open. */
export const unspecified = <A = never>(seen: readonly A[], evidence: string): Unspecified<A> => ({
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

/** The codec of a response that has no body, or a body that payfold does not read. */
export const NoContent: Codec<null> = standard(
  new t.Type<null, null, unknown>(
    'no content',
    (input): input is null => input === null,
    () => t.success(null),
    (output) => output,
  ),
)

/** Where the body will be sent. The sandbox accepts less. */
export interface Environment {
  readonly sandbox: boolean
}

const LIVE: Environment = { sandbox: false }

/**
 * Checks a body against what an endpoint accepts: required and conditional fields, enums, amounts,
 * currencies and countries, the check digits of account numbers, the size and content of files.
 * Returns the body unchanged, now with its type. Fields that the interface does not show are
 * accepted. If an endpoint has no body, or the interface does not show it, any body is accepted.
 * @spec interface#creating-a-session; interface#sepa-sources; interface#payments; interface#limits
 */
export const checkRequest =
  <E extends Endpoint>(endpoint: E, { sandbox }: Environment = LIVE) =>
  (request: unknown): E.Either<Unsendable, RequestOf<E>> => {
    const { name, request: live, requestInSandbox = live } = endpoint
    const codec = sandbox ? requestInSandbox : live
    if (codec === null || isUnspecified(codec)) return E.right(request as RequestOf<E>)
    const unlookable = unreadable('', 'a request whose fields can be read', request)
    const checked = tryOr(E.left([unlookable]), () => E.mapLeft(allProblems)(codec.decode(request)))
    if (E.isRight(checked)) return E.right(request as RequestOf<E>)
    const problems = checked.left.map(({ path, expected, found }) => ({
      path,
      expected,
      found,
    }))
    return E.left({ error: 'Unsendable', endpoint: name, problems })
  }
