/** What one endpoint is: how it is called, what it takes, what comes back. */
import * as t from 'io-ts'
import { type Codec, type Schema, standard } from '../words/codec.ts'

/** What the interface does not show: what is seen of it instead, if anything is, and where. */
export interface Unspecified<A = never> {
  readonly unspecified: readonly A[]
  readonly evidence: string
}

/** What the interface does not show. */
export const unspecified = <A = never>(seen: readonly A[], evidence: string): Unspecified<A> => ({
  unspecified: seen,
  evidence,
})

/** Whether the interface leaves something open. */
export const isUnspecified = (value: unknown): value is Unspecified<unknown> =>
  typeof value === 'object' && value !== null && 'unspecified' in value

/** An HTTP method, as far as this interface uses them. */
export type HttpMethod = 'GET' | 'POST' | 'PUT'

/**
 * One row of the interface's table. `path` has its parameters in braces; `headers` are those beside
 * `Authorization`, which every endpoint takes; `request` is null where there is no body;
 * `requestInSandbox` stands where the sandbox takes less; `succeeds` are the statuses of success;
 * `errors` says what a status means, where the interface does.
 */
export interface Endpoint<Name extends string = string, Request = unknown, Response = unknown> {
  readonly name: Name
  readonly method: HttpMethod | Unspecified<HttpMethod>
  readonly path: `/${string}`
  readonly credential: 'secret key' | 'public key'
  readonly headers: Readonly<Record<string, string>>
  readonly request: Schema<Request> | Unspecified | null
  readonly requestInSandbox?: Schema<Request>
  readonly response: Schema<Response>
  readonly succeeds: readonly number[] | Unspecified<number>
  readonly errors: Readonly<Record<number, string>>
}

/** What may be sent to an endpoint; `never` where there is no body. */
export type RequestOf<E> = E extends { readonly request: t.Decoder<unknown, infer A> } ? A : never

/** What comes back from an endpoint when it succeeds. */
export type ResponseOf<E> = E extends { readonly response: t.Decoder<unknown, infer A> } ? A : never

/** The answer that has no body, or none that anybody reads. */
export const NoContent: Codec<null> = standard(
  new t.Type<null, null, unknown>(
    'no content',
    (input): input is null => input === null,
    () => t.success(null),
    (output) => output,
  ),
)
