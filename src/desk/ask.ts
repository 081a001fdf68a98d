/** Requests that are no commands: what may be sent as it is. */
import * as E from 'fp-ts/lib/Either.js'
import { checkRequest, explainUnsendable } from '../provider/wire/endpoint.ts'
import { type EndpointName, endpoints, isEndpointName } from '../provider/wire/endpoints.ts'
import { type Sending, sendingOf } from './sending.ts'
import type { Root } from './stream-end.ts'

type Why = E.Either<readonly string[], never>

const no = (...because: readonly string[]): Why => E.left(because)

/** Why an endpoint is not asked here; null if it may be. */
const barred = (pf: Root, endpoint: EndpointName, body: unknown): string | null => {
  const { headers } = endpoints[endpoint] as { readonly headers: Readonly<Record<string, string>> }
  if (headers['Content-Type'] === 'multipart/form-data') {
    return `${endpoint} takes a form with a file: send it with your HTTP client.`
  }
  const command = pf.machines
    .flatMap(({ subject, commands }) =>
      Object.entries(commands).map(([name, each]) => ({ name, subject, ...each.request })),
    )
    .find((each) => each.endpoint === endpoint)
  if (command === undefined) return null
  // a request whose path names nothing may also make something that no machine commands
  const source = (body as { readonly source?: { readonly id?: unknown } } | null)?.source
  const isCommand = command.param !== null || command.subject.id.is(source?.id)
  return isCommand ? `${command.name} is a command: use run.` : null
}

/** The request to send, or everything that is wrong with it. */
export const askedBy = (
  pf: Root,
  endpoint: string,
  params: Readonly<Record<string, string>>,
  body: object | undefined,
): E.Either<readonly string[], Sending> => {
  if (!isEndpointName(endpoint)) {
    return no(`There is no such endpoint; there are ${Object.keys(endpoints).join(', ')}.`)
  }
  const why = barred(pf, endpoint, body ?? null)
  if (why !== null) return no(why)
  const { path, request } = endpoints[endpoint]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const absent = names.filter((name) => !Object.hasOwn(params, name) || params[name] === '')
  const missing = absent.map((name) => `params.${name}: it should be an id.`)
  const checked = request === null ? E.right(null) : checkRequest(endpoints[endpoint])(body)
  const problems = [...missing, ...(E.isLeft(checked) ? explainUnsendable(checked.left) : [])]
  if (problems.length > 0) return no(...problems)
  return E.right(sendingOf(pf, { endpoint, params, body: body ?? null }))
}

/** A body as JSON; null if it is none. */
export const jsonIn = (body: Uint8Array): unknown => {
  const parsed = E.tryCatch(
    () => JSON.parse(new TextDecoder().decode(body)) as unknown,
    () => null,
  )
  return E.getOrElse<unknown, unknown>(() => null)(parsed)
}
