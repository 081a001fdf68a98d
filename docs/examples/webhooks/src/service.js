/** The service over HTTP: its routes, the status of each response, and what it logs. */
import Fastify, { LogController } from 'fastify'
import { answerTo, problem } from './answers.js'
import { webhooksWith } from './webhooks.js'

/** The longest body of a request for a refund: an amount, and a reference of 80 characters. */
const REFUND_BYTES = 1024

const ONLY = 'A refund has an amount in minor units, may have a reference, and has no other fields.'

/**
 * Describes an error by its kind and where it occurred, without its message, because the messages
 * of databases and parsers contain data.
 *
 * @param {unknown} error
 */
const shown = (error) => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const at = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error instanceof Error ? error.name : typeof error,
    code: error instanceof Error && 'code' in error ? String(error.code) : '',
    message: 'left out',
    stack: at
      .slice(0, 6)
      .map((line) => line.trim())
      .join(', '),
  }
}

/**
 * The log of the service itself: one JSON object per line, with names, numbers and ids, never with
 * data from requests.
 *
 * @param {string} level
 * @param {{ readonly write: (line: string) => void }} [stream]
 */
const loggerAt = (level, stream) => ({
  level,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (/** @type {string} */ label) => ({ level: label }) },
  serializers: {
    req: (/** @type {{ readonly method: string }} */ { method }) => ({ method }),
    res: (/** @type {{ readonly statusCode: number }} */ { statusCode }) => ({ statusCode }),
    err: shown,
  },
  ...(stream === undefined ? {} : { stream }),
})

/**
 * Makes the service. `listen` starts it; `close` finishes the requests that have begun, and ends
 * it.
 *
 * @param {object} parts
 * @param {Pick<import('./config.js').Config, 'keys' | 'mostBytes' | 'unsignedBytes' | 'patienceMs' | 'logLevel'>} parts.config
 * @param {import('./database.js').Database['kind']} parts.database
 * @param {import('./store.js').Store} parts.store
 * @param {import('./shop.js').Shop} parts.shop
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {{ readonly write: (line: string) => void }} [parts.output] receives the log of the service
 */
export const serviceOf = async (parts) => {
  const { config, store, shop, metrics } = parts
  const app = Fastify({
    logger: loggerAt(config.logLevel, parts.output),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.mostBytes,
    routerOptions: { maxParamLength: 500 },
    requestTimeout: config.patienceMs,
    keepAliveTimeout: 5000,
    forceCloseConnections: 'idle',
    // how often to look for clients that are too slow
    http: {
      headersTimeout: config.patienceMs,
      connectionsCheckingInterval: Math.min(1000, config.patienceMs),
    },
    clientErrorHandler: answerTo.brokenConnection,
    frameworkErrors: answerTo.error,
  })
  app.setErrorHandler(answerTo.error)
  app.setNotFoundHandler(answerTo.nothingHere)
  // runs before the body is read, which would else be parsed for an address that serves nothing
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerTo.nothingHere(request, reply.header('connection', 'close'))
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const [status, ms] = [reply.statusCode, reply.elapsedTime]
    metrics.request({ method: request.method, route, status }, ms / 1000)
    request.log.info({ route, status, ms: Math.round(ms) }, 'answered')
  })

  await app.register(webhooksWith(parts))

  app.get('/streams/:id', async (request, reply) => {
    const { id } = /** @type {{ readonly id: string }} */ (request.params)
    const view = await shop.view(id)
    if (view === null) return problem(reply, 404, 'notFound', 'Nothing is known of this stream.')
    return view
  })

  app.post('/streams/:id/refunds', { bodyLimit: REFUND_BYTES }, async (request, reply) => {
    const { id } = /** @type {{ readonly id: string }} */ (request.params)
    const key = String(request.headers['idempotency-key'] ?? '')
    const { amount, reference, ...others } = /** @type {Record<string, any>} */ (request.body)
    // without an amount, or with "all", a refund is for everything that is left: here, nobody means that
    if (typeof amount !== 'number' || Object.keys(others).length > 0) {
      return problem(reply, 400, 'invalid', ONLY)
    }
    const paymentId = id.replace(/^payment-/, '')
    const data = { paymentId, amount, ...(reference === undefined ? {} : { reference }) }
    const outcome = await shop.run('requestRefund', data, key)
    metrics.command(outcome.is)
    request.log.info({ stream: id, is: outcome.is }, 'refund')
    return reply.code(outcome.status).send(outcome)
  })

  app.get('/health', async () => ({
    status: 'ok',
    database: parts.database,
    unread: await store.countUnread(),
  }))
  app.get('/metrics', async (_, reply) => {
    const text = await metrics.text()
    return reply.type(metrics.contentType).send(text)
  })
  return app
}
