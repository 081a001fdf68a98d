/**
 * The service over HTTP: it verifies the signatures of webhooks and passes them to the cluster,
 * like all other requests.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { isLeft } from 'fp-ts/lib/Either.js'
import { CommandId, instant, Stream } from 'payfold'
import { fromWebhook } from 'payfold/provider'
import { ANSWERS, brokenConnection, problem, refundedAnswer } from './answers.js'
import { pf } from './payfold.js'

/** @typedef {import('./answers.js').Answer} Answer */

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
    const receivedAt = new Date().toISOString()
    const verified = fromWebhook(bytes, headers['cko-signature'], keys, receivedAt)
    if (isLeft(verified)) return problem(401, 'BadSignature', pf.explain(verified.left))
    const hash = createHash('sha256').update(bytes).digest('hex')
    const message = { receivedAt, body: bytes.toString('base64') }
    const sent = await call(`/inbox/${hash}/take/send`, message, { 'idempotency-key': hash })
    if (sent === null || sent.status >= 300) return ANSWERS.unavailable
    return { status: 200, body: { message: hash } }
  }

/** @param {import('./calls.js').Call} call */
const refund =
  (call) =>
  /** @param {string} stream @param {unknown} body @param {unknown} key @returns {Promise<Answer>} */
  async (stream, body, key) => {
    if (!CommandId.is(key)) return ANSWERS.noKey
    if (body === undefined) return ANSWERS.noJson
    // one request is one call, no matter how many nodes it is sent to. A client's next request under
    // the same key is another call: that call may find a newer state, but a repeated call would
    // return the stored outcome, `inDoubt`
    const one = { 'idempotency-key': randomUUID() }
    const answer = await call(`/command/${encodeURIComponent(key)}/refund`, { stream, body }, one)
    return answer?.status === 200 ? refundedAnswer(answer.body) : ANSWERS.undecided
  }

/** @param {import('./calls.js').Call} call */
const question =
  (call) =>
  /** @param {string} stream @param {string} view @param {readonly string[]} at @returns {Promise<Answer>} */
  async (stream, view, at) => {
    const moment = instant(at[0] ?? '')
    if (at.length > 1 || (at.length === 1 && moment === null)) return ANSWERS.noTime
    const answer = await call(`/stream/${stream}/${view}`, moment === null ? {} : { at: moment })
    if (answer === null || answer.status !== 200) return ANSWERS.unavailable
    return answer.body === null ? ANSWERS.unknown : { status: 200, body: answer.body }
  }

/**
 * Whether calls reach the handlers and return; it requests the state of a stream without messages.
 * @param {import('./calls.js').Call} call
 */
const health = async (call) => {
  const answer = await call('/stream/payment-pay_health/state', {}, {}, 1)
  return answer?.status === 200 ? { status: 200, body: { status: 'ok' } } : ANSWERS.unavailable
}

/**
 * Makes the server; it does not listen yet.
 *
 * @param {object} parts
 * @param {Pick<import('./config.js').Config, 'keys' | 'patienceMs'>} parts.config
 * @param {import('./calls.js').Call} parts.call
 */
export const ingressWith = ({ config: { keys, patienceMs }, call }) => {
  const [take, payBack, ask] = [webhook(call, keys), refund(call), question(call)]

  /** @param {import('node:http').IncomingMessage} request @returns {Promise<Answer>} */
  const answer = async (request) => {
    const { url = '/', method, headers } = request
    if (!URL.canParse(url, 'http://service')) return ANSWERS.noAddress
    const { pathname, searchParams } = new URL(url, 'http://service')
    const bytes = await bytesOf(request)
    if (bytes === null) return ANSWERS.tooLong
    if (method === 'POST' && pathname === '/webhooks') return take(bytes, headers)
    if (method === 'GET' && pathname === '/health') return health(call)
    const [, stream = '', view = 'state'] =
      /^\/streams\/([^/]+)(?:\/(allowed|questions|log|due|refunds))?$/.exec(pathname) ?? []
    if (stream === '' || (view === 'refunds') !== (method === 'POST')) return ANSWERS.nothing
    if (!Stream.is(stream)) return ANSWERS.noStream
    if (method === 'POST') return payBack(stream, jsonIn(bytes), headers['idempotency-key'])
    return method === 'GET' ? ask(stream, view, searchParams.getAll('at')) : ANSWERS.nothing
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
