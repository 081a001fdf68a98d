/** Requests to the provider, as HTTP and as what is kept of them to read their responses. */
import * as E from 'fp-ts/lib/Either.js'
import type { Endpoint, KeyKind } from '../provider/wire/endpoint.ts'
import { isUnspecified } from '../provider/wire/endpoint.ts'
import { type EndpointName, endpoints } from '../provider/wire/endpoints.ts'
import { KEPT_REQUESTS } from '../provider/wire/kept-requests.ts'
import { record } from '../words/data/codec.ts'
import { IDEMPOTENCY_KEY } from '../words/idempotency-key.ts'
import type { Instant } from '../words/time/instant.ts'
import type { Call } from './ports.ts'
import type { Root } from './stream-end.ts'

/** A request of payfold or of its user. */
export interface Asked {
  readonly endpoint: EndpointName
  readonly params: Readonly<Record<string, string>>
  readonly body: object | null
  readonly commandId?: string
}

/** A request to send: once, and before `sendBy` if it has one. */
export interface Sending {
  readonly call: Call
  readonly sendBy: Instant | null
  readonly asked: Asked
}

/** The first value seen of a detail that the interface leaves open, or the value that it states. */
const known = <A>(value: A | { readonly unspecified: readonly A[] }, none: A): A =>
  isUnspecified(value) ? ((value.unspecified[0] as A | undefined) ?? none) : (value as A)

/** The path with its parameters filled in; the others make a query, if nothing is written. */
const pathOf = ({ path }: Endpoint, method: string, params: Asked['params']): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(Object.hasOwn(params, name) ? (params[name] ?? '') : ''),
  )
  const others = Object.entries(params).filter(([name]) => !path.includes(`{${name}}`))
  if (method !== 'GET' || others.length === 0) return filled
  const pairs = others.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `${filled}?${pairs.join('&')}`
}

/** Makes the HTTP request of what is asked. */
export const sendingOf = (
  pf: Root,
  { endpoint: name, params, body, commandId }: Asked,
  sendBy: Instant | null = null,
): Sending => {
  const endpoint: Endpoint = endpoints[name]
  const method = known<string>(endpoint.method, 'GET')
  const json = body === null ? {} : { 'Content-Type': 'application/json' }
  const channel = Object.hasOwn(endpoint.headers, 'Channel') ? { Channel: 'browser' } : {}
  const key = commandId === undefined ? {} : { [IDEMPOTENCY_KEY]: commandId }
  return {
    call: {
      method,
      path: pathOf(endpoint, method, params),
      headers: { ...json, ...channel, ...key },
      body: body === null ? null : JSON.stringify(body),
      credential: known<KeyKind>(endpoint.credential, 'secret key'),
      timeoutMs: pf.policy.sendSeconds * 1000,
    },
    sendBy,
    asked: { endpoint: name, params, body, ...(commandId === undefined ? {} : { commandId }) },
  }
}

/** What is kept of the body of a request: only the fields that its response is read with. */
export const keptOf = ({ endpoint, body }: Asked): object | undefined =>
  E.getOrElseW(() => undefined)((KEPT_REQUESTS[endpoint] ?? record({})).decode(body))
