/** The part of the provider's API that this service calls. */
import { endpoints } from 'payfold/provider'
import { kindOf } from './logging.js'

/**
 * The response to a request: the time, the status, and the body in base64. Null if there was no
 * response (connection refused or reset), or if it was too long or too slow. Then it is unknown
 * whether the refund was granted.
 *
 * @typedef {(request: import('payfold/machine').CommandRequest) => Promise<{ readonly status: number,
 *   readonly receivedAt: string, readonly body: string } | null>} Provider
 */

/** The longest response body that is read. */
const MOST_BYTES = 1_048_576

const { method, path } = endpoints.requestRefund

/** @param {Readonly<Record<string, string>>} params */
const pathTo = (params) => path.replace(/{(\w+)}/, (_, name) => params[name] ?? '')

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
 * @returns {Provider | null} null if no address is configured
 */
export const providerAt = ({ providerUrl, providerKey, patienceMs }, say) => {
  if (providerUrl === null) return null
  return async ({ params, headers, body }) => {
    try {
      const answer = await fetch(`${providerUrl}${pathTo(params)}`, {
        method,
        headers: { ...headers, authorization: providerKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      })
      const bytes = await bodyOf(answer)
      // 422 is the usual refusal; a person should know of any other status, such as that of a wrong
      // key
      if (answer.status >= 500) say('the provider failed', { status: answer.status })
      else if (!answer.ok && answer.status !== 422)
        say('the provider did not accept the request', { status: answer.status })
      const receivedAt = new Date().toISOString()
      return { status: answer.status, receivedAt, body: bytes.toString('base64') }
    } catch (error) {
      say('the provider did not respond', kindOf(error))
      return null
    }
  }
}
