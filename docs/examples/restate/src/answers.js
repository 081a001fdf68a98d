/**
 * HTTP responses: a status and, for a failure, a name and sentences that contain nothing of the
 * request.
 */

/** @typedef {{ readonly status: number, readonly body: object }} Answer */

/** @param {number} status @param {string} error @param {readonly string[]} sentences @returns {Answer} */
export const problem = (status, error, ...sentences) => ({ status, body: { error, sentences } })

export const ANSWERS = {
  unavailable: problem(
    503,
    'Unavailable',
    'It is not known whether the message was stored. Send it again until the status is 200.',
  ),
  undecided: problem(
    503,
    'Unavailable',
    'It is not known whether the refund was recorded. Repeat this request under the same key until the status is another one: its outcome says whether the provider may be asked again, and until when.',
  ),
  nothing: problem(404, 'NotFound', 'Nothing is served at this address.'),
  unknown: problem(404, 'NotFound', 'No message has reported this stream.'),
  tooLong: problem(413, 'TooLong', 'The body is longer than this service accepts.'),
  noAddress: problem(400, 'BadRequest', 'The URL cannot be read.'),
  noJson: problem(400, 'BadRequest', 'The body should be JSON.'),
  noTime: problem(400, 'NoTime', '"at" should be a time.'),
  noStream: problem(
    400,
    'NoStream',
    'The stream should be named payment-pay_…, mandate-src_… or session-sid_….',
  ),
  noKey: problem(
    400,
    'NoKey',
    'The header Idempotency-Key should name the refund: 1 to 80 characters, which are letters, digits and any of . _ : / # + - (the first one a letter or digit).',
  ),
}

/**
 * The HTTP status of each outcome of a refund, and the error name if the outcome is a failure.
 *
 * @type {Readonly<Record<import('./refund-request.js').Refunded['outcome'], readonly [number,
 *   string | null]>>}
 */
const REFUNDED = {
  unsendable: [400, 'Unsendable'],
  notFound: [404, 'NotFound'],
  unassigned: [409, 'Unassigned'],
  refused: [409, 'Refused'],
  refusedByProvider: [409, 'RefusedByProvider'],
  over: [409, 'Over'],
  keyUsed: [422, 'KeyUsed'],
  inDoubt: [202, null],
  accepted: [202, null],
  done: [200, null],
}

/** @param {import('./refund-request.js').Refunded} refunded @returns {Answer} */
export const refundedAnswer = ({ outcome, sentences }) => {
  const [status, error] = REFUNDED[outcome]
  return error === null
    ? { status, body: { outcome, sentences } }
    : problem(status, error, ...sentences)
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
export const brokenConnection = (error, socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, sentence] = BROKEN[error.code ?? ''] ?? [
    '400 Bad Request',
    'The request cannot be read.',
  ]
  const body = JSON.stringify({ error: 'BadRequest', sentences: [sentence] })
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
  )
}
