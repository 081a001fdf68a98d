/** A provider on this machine: it checks each call with payfold, and answers as its test wants. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isLeft } from 'fp-ts/lib/Either.js'
import { checkRequest, type EndpointName, endpoints } from 'payfold/provider'

/** What the provider answers to a call. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** A call as it arrived: which endpoint it is of, and what is wrong with it. */
export interface Call {
  readonly endpoint: EndpointName | null
  readonly line: string
  readonly key: string | undefined
  readonly params: Readonly<Record<string, string>>
  readonly wrong: readonly string[]
}

/** How far the 3DS Method came: the only body that payfold has no codec for. Its answer is known. */
const INDICATOR = '/sessions/{session_id}/issuer-fingerprint'

/** Paths that the library calls besides those of the interface. */
const ALSO: readonly (readonly [EndpointName, string])[] = [
  ['submitChannelData', '/sessions/{session_id}/collect-data'],
  ['submitChannelData', INDICATOR],
]

const PATHS: readonly (readonly [EndpointName, string])[] = [
  ...Object.values(endpoints).map(({ name, path }) => [name, path] as const),
  ...ALSO,
]

const methodOf = (name: EndpointName): string => {
  const { method } = endpoints[name]
  return typeof method === 'string' ? method : (method.unspecified[0] ?? 'POST')
}

/** The parameters of a path; null if it is another path. */
const paramsIn = (template: string, path: string): Record<string, string> | null => {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const found = new RegExp(`^${template.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path)
  return found === null
    ? null
    : Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? '']))
}

const find = (method: string, path: string) =>
  PATHS.flatMap(([name, template]) => {
    const params = methodOf(name) === method ? paramsIn(template, path) : null
    return params === null ? [] : [{ name, params, isChecked: template !== INDICATOR }]
  })[0]

const bytesOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The body of a call: the parts of a form, JSON, or nothing. */
const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const bytes = await bytesOf(request)
  const type = request.headers['content-type'] ?? ''
  if (!type.startsWith('multipart/')) {
    return bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8'))
  }
  const form = await new Response(new Uint8Array(bytes), {
    headers: { 'content-type': type },
  }).formData()
  const parts = await Promise.all(
    [...form].map(async ([name, part]) => [
      name,
      typeof part === 'string' ? part : new Uint8Array(await part.arrayBuffer()),
    ]),
  )
  return Object.fromEntries(parts)
}

/** What is wrong with a call: its key, its header `Channel`, its body. */
const wrongWith = (
  { name, isChecked }: NonNullable<ReturnType<typeof find>>,
  request: IncomingMessage,
  body: unknown,
  key: string,
) => {
  const { headers, request: codec } = endpoints[name]
  const takesBody = isChecked && codec !== null && !('unspecified' in codec)
  const checked = takesBody ? checkRequest(endpoints[name] as never)(body) : null
  return [
    ...(request.headers.authorization === key ? [] : ['Authorization']),
    ...('Channel' in headers && !/^(app|browser)$/.test(String(request.headers['channel']))
      ? ['Channel']
      : []),
    ...(checked !== null && isLeft(checked) ? checked.left.problems.map(({ path }) => path) : []),
  ]
}

/** A provider that listens on this machine. */
export interface Provider {
  readonly host: string
  readonly calls: readonly Call[]
  /** Says what the next call is answered with. */
  readonly answer: (answer: Answer) => void
  readonly close: () => void
}

/** Starts a provider that takes one key. A call that payfold refuses is answered with 422. */
export const startProvider = async (key: string): Promise<Provider> => {
  const calls: Call[] = []
  const answers: Answer[] = []
  const server: Server = createServer((request, response) => {
    const reply = ({ status, body }: Answer): void => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(status === 204 ? undefined : JSON.stringify(body))
    }
    const take = async (): Promise<Answer> => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
      const { method = 'GET' } = request
      const line = `${method} ${pathname}`
      const found = find(method, pathname)
      const body = await bodyOf(request)
      if (found === undefined) {
        calls.push({ endpoint: null, line, key: undefined, params: {}, wrong: ['no endpoint'] })
        return { status: 404, body: {} }
      }
      const { name } = found
      const params = { ...found.params, ...Object.fromEntries(searchParams) }
      const wrong = wrongWith(found, request, body, key)
      const sent = request.headers['cko-idempotency-key']
      calls.push({
        endpoint: name,
        line,
        key: sent === undefined ? sent : String(sent),
        params,
        wrong,
      })
      const refusal = { error_type: 'request_invalid', error_codes: ['body_invalid'] }
      if (wrong.length > 0) return { status: 422, body: refusal }
      return answers.shift() ?? { status: 503, body: {} }
    }
    take().then(reply, () => reply({ status: 500, body: {} }))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    host: `http://127.0.0.1:${port}`,
    calls,
    answer: (answer) => answers.push(answer),
    close: () => server.close(),
  }
}

/** Signs a webhook as the provider does. */
export const signed = (bytes: Uint8Array, key: string): string =>
  createHmac('sha256', key).update(bytes).digest('hex')
