/** Requests to the provider: as HTTP, and as what is kept of them to read their responses. */
import * as E from '#fp-ts/Either'
import {
  checkRequest,
  type Endpoint,
  type EndpointName,
  endpoints,
  isEndpointName,
  isUnspecified,
  type KeyKind,
  parametersOf,
} from '../provider/wire/endpoints.ts'
import { asJson } from '../words/data/attempt.ts'
import { addAll } from '../words/data/lists.ts'
import { ownAt } from '../words/data/plain-data.ts'
import { explainUnsendable } from '../words/message-errors.ts'
import { holdsSecret } from '../words/text/personal-data.ts'
import { CommandId, IDEMPOTENCY_KEY } from '../words/text/plain-text.ts'
import type { Instant } from '../words/time/instant.ts'
import type { AnyPayfold } from './loaded-stream.ts'
import type { Outgoing, Sending } from './plan.ts'

/** The first value that was seen of a detail that the interface leaves open, or the value it states. */
const stated = <A>(value: A | { readonly unspecified: readonly A[] }, none: A): A =>
  isUnspecified(value) ? ((value.unspecified[0] as A | undefined) ?? none) : (value as A)

/** A path with its parameters; the others make the query of what is only read. */
const pathOf = (endpoint: Endpoint, method: string, params: Outgoing['params']): string => {
  const own = parametersOf(endpoint)
  const filled = own.reduce(
    (text, name) => text.replace(`{${name}}`, encodeURIComponent(params[name] ?? '')),
    endpoint.path as string,
  )
  const { kept = [] } = endpoint
  const others = Object.entries(params).filter(([name]) => ![...own, ...kept].includes(name))
  const query = others.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return method === 'GET' && query !== '' ? `${filled}?${query}` : filled
}

/** Makes a request as HTTP. */
export const sendingOf = (
  { policy }: AnyPayfold,
  { endpoint: name, params, body, commandId }: Outgoing,
  sendBy: Instant | null = null,
): Sending => {
  const endpoint: Endpoint = endpoints[name]
  const method = stated<string>(endpoint.method, 'GET')
  const headers = {
    ...(body === null ? {} : { 'Content-Type': 'application/json' }),
    ...(Object.hasOwn(endpoint.headers, 'Channel') ? { Channel: 'browser' } : {}),
    ...(commandId === undefined ? {} : { [IDEMPOTENCY_KEY]: commandId }),
  }
  const call = {
    method,
    path: pathOf(endpoint, method, params),
    headers,
    body: body === null ? null : JSON.stringify(body),
    credential: stated<KeyKind>(endpoint.credential, 'secret key'),
    timeoutMs: policy.sendSeconds * 1000,
  }
  const about = { endpoint: name, params, request: body ?? undefined }
  return { call, sendBy, about: commandId === undefined ? about : { ...about, commandId } }
}

/** The request of the look-up that settles a question. */
export const lookUpFor = (
  pf: AnyPayfold,
  { request: { endpoint, params } }: { readonly request: Pick<Outgoing, 'endpoint' | 'params'> },
): Sending => sendingOf(pf, { endpoint, params, body: null })

/** Everything that is wrong with the body of a request. */
export const problemsOf = (endpoint: EndpointName, body: unknown): readonly string[] => {
  const checked = checkRequest(endpoints[endpoint] as Endpoint)(body)
  return E.isLeft(checked) ? explainUnsendable(checked.left) : []
}

/** Why an endpoint is not asked here; null if it may be. */
const barred = ({ machines }: AnyPayfold, endpoint: EndpointName, body: unknown): string | null => {
  const { headers }: Endpoint = endpoints[endpoint]
  if (headers['Content-Type'] === 'multipart/form-data') {
    return `${endpoint} takes a form with a file: send it with your HTTP client.`
  }
  const { source } = (body ?? {}) as { readonly source?: { readonly id?: unknown } | null }
  for (const { subject, commands } of machines) {
    const [name, command] =
      Object.entries(commands).find(([, { request }]) => request.endpoint === endpoint) ?? []
    // a request whose path names nothing may also make something that no machine commands
    const isNamed = command?.request.param != null || subject.id.is(source?.id)
    if (command !== undefined && isNamed) return `${name} is a command: use run.`
  }
  return null
}

/** Whether a name may be one of a parameter: no other may be sent, or be part of a sentence. */
const isParameter = (name: string): boolean => /^[a-z_]{1,40}$/.test(name) && !holdsSecret(name)

/** Everything that is wrong with the parameters of a request. */
export const paramProblems = (
  name: EndpointName,
  params: Outgoing['params'],
): readonly string[] => {
  const inPath = parametersOf(endpoints[name])
  // in a path, dots would name another one
  return [...new Set([...inPath, ...Object.keys(params)])].flatMap((param) => {
    if (!isParameter(param))
      return ['params.another parameter should have a name in small letters.']
    const [value, isId] = [ownAt<unknown>(params, param), inPath.includes(param)]
    const isText = typeof value === 'string' && /^[\x20-\x7e]{1,200}$/.test(value)
    if (isId ? CommandId.is(value) : isText) return []
    return [`params.${param} should be ${isId ? 'an id' : 'a text'}.`]
  })
}

const problemsIn = (
  name: EndpointName,
  params: Outgoing['params'],
  body: object | null,
  key: unknown,
): readonly string[] => {
  const { request, isKeyed }: Endpoint = endpoints[name]
  const wrong = [...paramProblems(name, params)]
  if (request !== null) addAll(wrong, problemsOf(name, body))
  else if (body !== null) wrong.push(`${name} takes no body.`)
  if (key !== undefined && !(isKeyed === true && CommandId.is(key))) {
    wrong.push(isKeyed === true ? 'key should be an id.' : `${name} takes no key.`)
  }
  return wrong
}

/** The request that somebody asks for; or everything that is wrong with it. */
export const askedFor = (
  pf: AnyPayfold,
  endpoint: unknown,
  given: { readonly params: unknown; readonly body: unknown; readonly key: unknown },
): E.Either<readonly string[], Sending> => {
  if (!isEndpointName(endpoint)) {
    return E.left([`There is no such endpoint; there are ${Object.keys(endpoints).join(', ')}.`])
  }
  // what is checked is what is sent, and a parameter without a value is not left out
  const params = (asJson(given.params, null) ?? {}) as Outgoing['params']
  const body = given.body === undefined ? null : (asJson(given.body) as object | null)
  const why = barred(pf, endpoint, body)
  if (why !== null) return E.left([why])
  const { key } = given
  const problems = problemsIn(endpoint, params, body, key)
  const commandId = key as string | undefined
  return problems.length > 0
    ? E.left(problems)
    : E.right(sendingOf(pf, { endpoint, params, body, commandId }))
}
