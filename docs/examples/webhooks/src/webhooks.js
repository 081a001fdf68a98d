/** The route that takes webhooks in: whatever comes is bounded before it is verified. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { fromWebhook } from 'payfold/provider'
import { problem } from './answers.js'
import { boundsOf } from './bounds.js'
import { pf } from './payfold.js'
import * as schemas from './schemas.js'

const TOO_MANY =
  'Too much came from this address that is not signed. Deliver the webhook again later.'

const NOTHING = new Uint8Array()

/** How long a body is, as its header says; if that says nothing, it may be as long as any. @param {import('fastify').FastifyRequest} request @param {number} most */
const statedBytes = ({ headers }, most) => {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return length >= 0 && length <= most ? length : most
}

/**
 * Adds the route to a service.
 *
 * @param {object} parts
 * @param {Pick<import('./config.js').Config, 'keys' | 'mostBytes' | 'unsignedBytes' | 'patienceMs'>} parts.config
 * @param {import('./intake.js').Intake} parts.intake
 * @param {import('./metrics.js').Metrics} parts.metrics
 * @param {() => string} parts.now
 */
export const webhooksWith =
  ({ config, intake, metrics, now }) =>
  /** @param {import('fastify').FastifyInstance} app */
  async (app) => {
    const { keys, mostBytes, unsignedBytes, patienceMs } = config
    const bounds = boundsOf({
      bytesPerSecond: unsignedBytes,
      mostBytes,
      patienceMs: patienceMs / 2,
    })
    /** The connections whose last webhook was signed. @type {WeakSet<object>} */
    const proven = new WeakSet()

    /**
     * Refuses a webhook. The connection ends: what is left of its body is not read.
     *
     * @param {import('fastify').FastifyReply} reply
     * @param {import('payfold/provider').BadSignature} bad
     */
    const refuse = (reply, bad) => {
      metrics.signatureRefused(bad.because)
      reply.header('www-authenticate', 'Cko-Signature').header('connection', 'close')
      return problem(reply, 401, 'BadSignature', pf.explain(bad))
    }

    // runs before the body is read, which waits in the network meanwhile
    app.addHook('onRequest', async (request, reply) => {
      // accept any content type, even an invalid one, because the signature is over the bytes
      request.headers['content-type'] = 'application/octet-stream'
      const signature = request.headers['cko-signature']
      const wellFormed = fromWebhook(NOTHING, signature, keys, now())
      const isReadable = !isLeft(wellFormed) || wellFormed.left.because === 'wrong'
      // even what is not read costs: some of it is on its way already
      const bytes = statedBytes(request, mostBytes)
      const { socket } = request.raw
      reply.raw.once('close', () => {
        if (!request.isSigned) proven.delete(socket)
        request.admitted?.end(request.isSigned)
      })
      request.admitted = await bounds.admit(request.ip, bytes, proven.has(socket))
      // it may have given up while it waited, and then nothing of it is read
      if (reply.raw.closed) request.admitted?.end(true)
      if (request.admitted === null) {
        metrics.signatureRefused('tooMany')
        reply.header('retry-after', bounds.retryAfter(request.ip)).header('connection', 'close')
        return problem(reply, 429, 'TooMany', TOO_MANY)
      }
      if (!isReadable) return refuse(reply, wellFormed.left)
    })

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    app.post('/webhooks', { schema: schemas.webhook }, async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const believed = fromWebhook(body, request.headers['cko-signature'], keys, now())
      if (isLeft(believed)) return refuse(reply, believed.left)
      request.isSigned = true
      request.admitted?.end(true)
      proven.add(request.raw.socket)
      const { id, ...taken } = await intake.take({
        receivedAt: now(),
        kind: 'webhook',
        about: { isVerified: true },
        body,
      })
      request.outcome = { message: id, outcome: taken.outcome, added: taken.added }
      return { kept: id, ...taken }
    })
  }
