/** Responses to failures: a status, a name, and sentences that contain nothing of the request. */

/**
 * @param {import('fastify').FastifyReply} reply
 * @param {number} status
 * @param {string} is
 * @param {readonly string[]} because
 */
export const problem = (reply, status, is, ...because) => reply.code(status).send({ is, because })

/**
 * The framework's names for bodies that it cannot accept.
 * @type {Readonly<Record<string, readonly [number, string]>>}
 */
const KNOWN = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The body is longer than this service accepts.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [
    415,
    'The body should be JSON, and its content type should say so.',
  ],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'The body should be JSON, but is empty.'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body should be JSON.'],
  FST_ERR_BAD_URL: [400, 'The URL cannot be read.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [
    400,
    'The length of the body differs from the stated length.',
  ],
}

/** @param {unknown} error */
const codeOf = (error) => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** @param {unknown} error @returns {number} */
const statusOf = (error) =>
  error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 503

export const answerTo = {
  /**
   * Responds to a failure. If the client did not cause it, the database did. The client may repeat
   * its request: under its key, a refund is requested once.
   *
   * @param {unknown} error
   * @param {import('fastify').FastifyRequest} request
   * @param {import('fastify').FastifyReply} reply
   */
  error: (error, request, reply) => {
    const known = KNOWN[codeOf(error)]
    if (known !== undefined) return problem(reply, known[0], 'badRequest', known[1])
    const status = statusOf(error)
    if (status >= 400 && status < 500) {
      return problem(reply, status, 'badRequest', 'The request cannot be read.')
    }
    request.log.error({ err: error }, 'failed')
    reply.header('retry-after', '1')
    return problem(
      reply,
      503,
      'unavailable',
      'It is not known whether the request was stored. Deliver a webhook until it gets 2xx. Ask for a refund under the same key only.',
    )
  },

  /** @param {import('fastify').FastifyRequest} _ @param {import('fastify').FastifyReply} reply */
  nothingHere: (_, reply) => problem(reply, 404, 'notFound', 'Nothing is served at this address.'),

  /**
   * Responds on a connection whose request could not be read: it was too slow, or not HTTP.
   *
   * @param {Error & { code?: string }} error
   * @param {import('node:net').Socket} socket
   */
  brokenConnection: (error, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const [status, sentence] =
      error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'The request took too long to arrive.']
        : error.code === 'HPE_HEADER_OVERFLOW'
          ? [
              '431 Request Header Fields Too Large',
              'The headers are longer than this service accepts.',
            ]
          : ['400 Bad Request', 'The request cannot be read.']
    const body = JSON.stringify({ is: 'badRequest', because: [sentence] })
    socket.end(
      `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
    )
  },
}
