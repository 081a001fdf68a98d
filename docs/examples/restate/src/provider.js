/** The HTTP client of the service: it sends one request to the provider. */
import { kindOf } from './logging.js'

/**
 * The response to a request: the status, and the body in base64. Null if there was no response
 * (connection refused or reset), or if it was too long or too slow: then nobody knows whether the
 * request arrived.
 *
 * @typedef {(call: import('payfold/desk').Call) => Promise<{ readonly status: number, readonly body: string } | null>} Provider
 */

/** The longest response body that is read. */
const MOST_BYTES = 1_048_576

/** The body of a response; rejects if it is too long. @param {Response} answer */
const bodyOf = async (answer) => {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES)
      throw new RangeError('The response is longer than this service accepts.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Makes the caller of the provider. During a call, the stream's object accepts nothing else, so a
 * response may take no longer than `patienceMs`. That is no longer than a request may be on its way.
 *
 * @param {Pick<import('./config.js').Config, 'providerUrl' | 'providerKey' | 'patienceMs'>} config
 * @param {import('./logging.js').Say} say
 * @returns {Provider}
 */
export const providerAt = ({ providerUrl, providerKey, patienceMs }, say) => {
  if (providerUrl === null) return async () => null
  return async ({ method, path, headers, body, timeoutMs }) => {
    try {
      const answer = await fetch(`${providerUrl}${path}`, {
        method,
        headers: { ...headers, authorization: providerKey },
        body,
        signal: AbortSignal.timeout(Math.min(patienceMs, timeoutMs)),
        redirect: 'error',
      })
      const bytes = await bodyOf(answer)
      // 422 is the usual refusal; a person should know of any other status, such as that of a wrong
      // key
      if (answer.status >= 500) say('the provider failed', { status: answer.status })
      else if (!answer.ok && answer.status !== 422)
        say('the provider did not accept the request', { status: answer.status })
      return { status: answer.status, body: bytes.toString('base64') }
    } catch (error) {
      say('the provider did not respond', kindOf(error))
      return null
    }
  }
}
