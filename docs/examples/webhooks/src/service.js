/** The service over HTTP: its routes, and the status of each response. */
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import Fastify, { LogController } from 'fastify'
import { CommandId, instant, Stream, VERSION } from 'payfold'
import { answerTo, problem } from './answers.js'
import { loggerAt } from './logging.js'
import * as schemas from './schemas.js'
import { allowedView, questionsView, streamView } from './views.js'
import { webhooksWith } from './webhooks.js'

/** The HTTP status of each outcome of a refund, and the error name if the outcome is a failure. */
const STATUS = /** @type {const} */ ({
  unsendable: [400, 'Unsendable'],
  notFound: [404, 'NotFound'],
  unassigned: [409, 'Unassigned'],
  refused: [409, 'Refused'],
  refusedByProvider: [409, 'RefusedByProvider'],
  ended: [409, 'Ended'],
  keyUsed: [422, 'KeyUsed'],
  inDoubt: [202, null],
  accepted: [202, null],
  done: [200, null],
})

/** The longest body of a request for a refund: an amount, and a reference of 80 characters. */
const REFUND_BYTES = 1024

/**
 * Makes the service. `listen` starts it; `close` finishes the requests that have begun, and ends
 * it.
 *
 * @param {object} parts
 * @param {Pick<import('./config.js').Config, 'keys' | 'mostBytes' | 'unsignedBytes' | 'patienceMs' | 'logLevel'>} parts.config
 * @param {import('./database.js').Database['kind']} parts.database
 * @param {import('./store.js').Store} parts.store
 * @param {import('./intake.js').Intake} parts.intake
 * @param {import('./refunds.js').Refunds} parts.refunds
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {() => string} parts.now
 * @param {{ readonly write: (line: string) => void }} [parts.output] receives the log of the service
 */
export const serviceOf = async (parts) => {
  const { config, store, refunds, metrics, now } = parts
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
  // the library's codecs report what is wrong with a request, so that all messages are alike
  app.setValidatorCompiler(() => () => true)
  app.setErrorHandler(answerTo.error)
  app.setNotFoundHandler(answerTo.nothingHere)
  app.decorateRequest('outcome', null)
  app.decorateRequest('isSigned', false)
  app.decorateRequest('admitted', null)
  // runs before the body is read, which would else be parsed for an address that serves nothing
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return answerTo.nothingHere(request, reply.header('connection', 'close'))
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    const [status, ms] = [reply.statusCode, reply.elapsedTime]
    metrics.request({ method: request.method, route, status }, ms / 1000)
    request.log.info({ route, status, ms: Math.round(ms), ...request.outcome }, 'answered')
  })

  await app.register(swagger, {
    openapi: {
      info: {
        title: 'Webhooks',
        version: VERSION,
        description: 'Receives webhooks, and shows the states that follow from them.',
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    uiConfig: { defaultModelsExpandDepth: -1 },
    theme: {
      title: 'Webhooks',
      css: [{ filename: 'theme.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })

  await app.register(webhooksWith(parts))

  /**
   * Serves a view of a stream.
   *
   * @param {string} path
   * @param {object} schema
   * @param {(asked: import('./views.js').Asked) => object} view
   */
  const ask = (path, schema, view) =>
    app.get(path, { schema }, async (request, reply) => {
      const { id } = /** @type {{ readonly id: string }} */ (request.params)
      const { at = now() } = /** @type {{ readonly at?: unknown }} */ (request.query)
      const moment = typeof at === 'string' ? instant(at) : null
      if (!Stream.is(id)) return problem(reply, 400, 'NoStream', answerTo.NO_STREAM)
      if (moment === null) return problem(reply, 400, 'NoTime', '"at" should be a time.')
      const entries = await store.entriesOf([id])
      if (entries.length === 0)
        return problem(reply, 404, 'NotFound', 'No message has reported this stream.')
      return view({ stream: id, entries, now: moment })
    })
  ask('/streams/:id', schemas.streamState, streamView)
  ask('/streams/:id/allowed', schemas.streamAllowed, allowedView)
  ask('/streams/:id/questions', schemas.streamQuestions, questionsView)

  const refund = { schema: schemas.refund, bodyLimit: REFUND_BYTES }
  app.post('/streams/:id/refunds', refund, async (request, reply) => {
    const { id } = /** @type {{ readonly id: string }} */ (request.params)
    const key = request.headers['idempotency-key']
    if (!Stream.is(id)) return problem(reply, 400, 'NoStream', answerTo.NO_STREAM)
    if (!CommandId.is(key)) return problem(reply, 400, 'NoKey', answerTo.NO_KEY)
    const { outcome, sentences, rules } = await refunds(id, key, request.body)
    request.outcome = { stream: id, outcome }
    const [status, error] = STATUS[outcome]
    if (error === null)
      return reply.code(status).send({ stream: id, commandId: key, outcome, sentences })
    return reply.code(status).send({ error, sentences, ...(rules && { rules }) })
  })

  app.get('/health', { schema: schemas.health }, async () => ({
    status: 'ok',
    database: parts.database,
    unread: await store.countUnread(),
  }))
  app.get('/metrics', { schema: { hide: true } }, async (_, reply) => {
    const text = await metrics.text()
    return reply.type(metrics.contentType).send(text)
  })
  return app
}
