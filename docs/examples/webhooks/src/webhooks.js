/** The route that takes webhooks in: whatever comes is bounded before it is verified. */
import { isLeft } from 'fp-ts/lib/Either.js'
import { fromWebhook } from 'payfold/provider'
import { problem } from './answers.js'
import { boundsOf } from './bounds.js'
import { pf } from './shop.js'

const TOO_MANY =
  'Too much came from this address that is not signed. Deliver the webhook again later.'

const NO_BYTES = new Uint8Array()

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
 * @param {import('./shop.js').Shop} parts.shop
 * @param {import('./metrics.js').Metrics} parts.metrics
 */
export const webhooksWith =
  ({ config, shop, metrics }) =>
  /** @param {import('fastify').FastifyInstance} app */
  async (app) => {
    const { keys, mostBytes, unsignedBytes, patienceMs } = config
    const bounds = boundsOf({
      bytesPerSecond: unsignedBytes,
      mostBytes,
      patienceMs: patienceMs / 2,
    })
    /** The requests that are signed. @type {WeakSet<object>} */
    const signed = new WeakSet()
    /** The connections whose last webhook was signed. @type {WeakSet<object>} */
    const proven = new WeakSet()

    /**
     * Refuses a webhook. The connection ends: what is left of its body is not read.
     *
     * @param {import('fastify').FastifyReply} reply
     * @param {string} because
     * @param {string} sentence
     */
    const refuse = (reply, because, sentence) => {
      metrics.signatureRefused(because)
      reply.header('www-authenticate', 'Cko-Signature').header('connection', 'close')
      return problem(reply, 401, 'badSignature', sentence)
    }

    // runs before the body is read, which waits in the network meanwhile
    app.addHook('onRequest', async (request, reply) => {
      // accept any content type, even an invalid one, because the signature is over the bytes
      request.headers['content-type'] = 'application/octet-stream'
      const { socket } = request.raw
      /** @type {import('./bounds.js').Admitted | null} */
      let admitted = null
      reply.raw.once('close', () => {
        const isSigned = signed.has(request)
        if (!isSigned) proven.delete(socket)
        admitted?.end(isSigned)
      })
      // even what is not read costs: some of it is on its way already
      const bytes = statedBytes(request, mostBytes)
      admitted = await bounds.admit(request.ip, bytes, proven.has(socket))
      // it may have given up while it waited, and then nothing of it is read
      if (reply.raw.closed) admitted?.end(true)
      if (admitted === null) {
        metrics.signatureRefused('tooMany')
        reply.header('retry-after', bounds.retryAfter(request.ip)).header('connection', 'close')
        return problem(reply, 429, 'tooMany', TOO_MANY)
      }
      // a signature that is well-formed is at most wrong
      const none = fromWebhook(NO_BYTES, request.headers['cko-signature'], keys, new Date())
      if (isLeft(none) && 'because' in none.left && none.left.because !== 'wrong') {
        return refuse(reply, none.left.because, pf.explain(/** @type {never} */ (none.left)))
      }
    })

    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
    app.post('/webhooks', async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : NO_BYTES
      const { status, because } = await shop.webhook(body, request.headers['cko-signature'])
      if (status === 401) return refuse(reply, 'wrong', because ?? '')
      signed.add(request)
      proven.add(request.raw.socket)
      if (status === 503) return problem(reply, 503, 'unavailable', because ?? '')
      return {
        is: because === null ? 'read' : 'unread',
        because: because === null ? [] : [because],
      }
    })
  }
