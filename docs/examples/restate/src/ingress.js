/**
 * The service over HTTP: it verifies the signatures of webhooks and passes them to the cluster,
 * like all other requests. Its own responses contain nothing of the request.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { isLeft } from 'fp-ts/lib/Either.js'
import { CommandId, Stream } from 'payfold'
import { fromWebhook } from 'payfold/provider'
import { pf } from './steps.js'

/** @typedef {{ readonly status: number, readonly body: object }} Answer */

/** @param {number} status @param {string} is @param {readonly string[]} because @returns {Answer} */
const problem = (status, is, ...because) => ({ status, body: { is, because } })

const ANSWERS = {
  unavailable: problem(
    503,
    'unavailable',
    'It is not known whether the message was stored. Send it again until the status is 200.',
  ),
  undecided: problem(
    503,
    'unavailable',
    'It is not known whether the refund was recorded. Repeat this request under the same key until the status is another one.',
  ),
  nothing: problem(404, 'notFound', 'Nothing is served at this address.'),
  unknown: problem(404, 'notFound', 'Nothing is known of this stream.'),
  tooLong: problem(413, 'tooLong', 'The body is longer than this service accepts.'),
  noAddress: problem(400, 'badRequest', 'The URL cannot be read.'),
  noStream: problem(
    400,
    'invalid',
    'The stream should be named payment-pay_…, mandate-src_… or session-sid_….',
  ),
  noKey: problem(
    400,
    'invalid',
    'The header Idempotency-Key should name the refund: 1 to 80 characters, which are letters, digits and any of . _ : / # + - (the first one a letter or digit).',
  ),
  noRefund: problem(
    400,
    'invalid',
    'A refund is JSON: it has an amount in minor units, may have a reference, and has no other fields.',
  ),
}

const MOST_BYTES = 1_048_576

/**
 * The bytes of a request; null as soon as there are too many.
 *
 * @param {import('node:http').IncomingMessage} request
 * @returns {Promise<Buffer | null>}
 */
const bytesOf = (request) =>
  new Promise((resolve, reject) => {
    /** @type {Buffer[]} */
    const chunks = []
    let length = 0
    if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) return resolve(null)
    request.on('data', (chunk) => {
      length += chunk.length
      if (length <= MOST_BYTES) chunks.push(chunk)
      else resolve(null)
    })
    request.on('end', () => resolve(Buffer.concat(chunks)))
    request.on('error', reject)
  })

/** @param {Buffer} bytes @returns {unknown} */
const jsonIn = (bytes) => {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}

/**
 * Receives a webhook. It responds once the cluster has stored the webhook on two nodes, before the
 * webhook is read. The same bytes are the same message, so the hash of the bytes is the name of the
 * message. It is also the idempotency key, under which a copy counts as the same call.
 *
 * @param {import('./calls.js').Call} call
 * @param {readonly string[]} keys
 */
const webhook =
  (call, keys) =>
  /** @param {Buffer} bytes @param {import('node:http').IncomingHttpHeaders} headers @returns {Promise<Answer>} */
  async (bytes, headers) => {
    const message = fromWebhook(bytes, headers['cko-signature'], keys, new Date())
    if (isLeft(message)) {
      return problem(401, 'badSignature', pf.explain(/** @type {never} */ (message.left)))
    }
    const hash = createHash('sha256').update(bytes).digest('hex')
    const one = { 'idempotency-key': hash }
    const sent = await call(`/inbox/${hash}/take/send`, message.right, one)
    if (sent === null || sent.status >= 300) return ANSWERS.unavailable
    return { status: 200, body: { message: hash } }
  }

/** @param {import('./calls.js').Call} call */
const refund =
  (call) =>
  /** @param {string} stream @param {any} body @param {unknown} key @returns {Promise<Answer>} */
  async (stream, body, key) => {
    if (!CommandId.is(key)) return ANSWERS.noKey
    const { amount, reference, ...others } = body ?? {}
    // without an amount, or with "all", a refund is for everything that is left: here, nobody means that
    if (typeof amount !== 'number' || Object.keys(others).length > 0) return ANSWERS.noRefund
    const paymentId = stream.replace(/^payment-/, '')
    const asked = { paymentId, amount, ...(reference === undefined ? {} : { reference }) }
    // one request is one call, no matter how many nodes it is sent to. A client's next request under
    // the same key is another call: that call may find a newer state, but a repeated call would
    // return the stored outcome, `inDoubt`
    const one = { 'idempotency-key': randomUUID() }
    const answer = await call(`/command/${encodeURIComponent(key)}/refund`, asked, one)
    if (answer?.status !== 200) return ANSWERS.undecided
    return { status: answer.body.status, body: answer.body }
  }

/** @param {import('./calls.js').Call} call @param {string} path @returns {Promise<Answer>} */
const shown = async (call, path) => {
  const answer = await call(path)
  if (answer === null || answer.status !== 200) return ANSWERS.unavailable
  return answer.body === null ? ANSWERS.unknown : { status: 200, body: answer.body }
}

/**
 * Whether calls reach the handlers and return; it requests a stream without messages.
 * @param {import('./calls.js').Call} call
 */
const health = async (call) => {
  const answer = await call('/stream/payment-pay_health/view', {}, {}, 1)
  return answer?.status === 200 ? { status: 200, body: { status: 'ok' } } : ANSWERS.unavailable
}

/**
 * The responses to requests that could not be read, by error code.
 * @type {Readonly<Record<string, readonly [string, string]>>}
 */
const BROKEN = {
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'The request took too long to arrive.'],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'The headers are longer than this service accepts.',
  ],
}

/**
 * Responds on a connection whose request could not be read: it was too slow, or not HTTP.
 *
 * @param {Error & { code?: string }} error
 * @param {import('node:stream').Duplex} socket
 */
const brokenConnection = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, sentence] = BROKEN[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request cannot be read.',
  ]
  const body = JSON.stringify({ is: 'badRequest', because: [sentence] })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/**
 * Makes the server; it does not listen yet.
 *
 * @param {object} parts
 * @param {Pick<import('./config.js').Config, 'keys' | 'patienceMs'>} parts.config
 * @param {import('./calls.js').Call} parts.call
 */
export const ingressWith = ({ config: { keys, patienceMs }, call }) => {
  const [take, payBack] = [webhook(call, keys), refund(call)]

  /** @param {import('node:http').IncomingMessage} request @returns {Promise<Answer>} */
  const answer = async (request) => {
    const { url = '/', method, headers } = request
    if (!URL.canParse(url, 'http://service')) return ANSWERS.noAddress
    const { pathname } = new URL(url, 'http://service')
    const bytes = await bytesOf(request)
    if (bytes === null) return ANSWERS.tooLong
    if (method === 'POST' && pathname === '/webhooks') return take(bytes, headers)
    if (method === 'GET' && pathname === '/health') return health(call)
    const [, stream = '', view = 'view'] =
      /^\/streams\/([^/]+)(?:\/(log|refunds))?$/.exec(pathname) ?? []
    if (stream === '' || (view === 'refunds') !== (method === 'POST')) return ANSWERS.nothing
    if (!Stream.is(stream)) return ANSWERS.noStream
    if (method === 'POST') return payBack(stream, jsonIn(bytes), headers['idempotency-key'])
    return method === 'GET' ? shown(call, `/stream/${stream}/${view}`) : ANSWERS.nothing
  }

  const server = createServer(
    {
      requestTimeout: patienceMs,
      headersTimeout: patienceMs,
      // how often to look for clients that are too slow
      connectionsCheckingInterval: Math.min(1000, patienceMs),
    },
    async (request, response) => {
      const { status, body } = await answer(request).catch(() => ANSWERS.unavailable)
      // a client that was too slow has already received its response
      if (request.socket.writable === false) return
      const ends = request.complete ? {} : { connection: 'close' }
      response.writeHead(status, { 'content-type': 'application/json', ...ends })
      response.end(JSON.stringify(body))
    },
  )
  server.on('clientError', brokenConnection)
  return server
}
