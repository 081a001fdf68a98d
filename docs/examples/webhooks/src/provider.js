/** The part of the provider's API that this service calls. */
import { endpoints } from 'payfold/provider'

/**
 * The response to the request of a command: its status and its body. Null if there was no response
 * (connection refused or reset), or if it was too slow. Then it is unknown whether the refund was
 * granted.
 *
 * @typedef {(request: import('payfold/machine').CommandRequest) => Promise<{ readonly status: number, readonly body: Uint8Array } | null>} Provider
 */

/**
 * The body of a response; rejects if it is too long.
 *
 * @param {Response} answer
 * @param {number} mostBytes
 */
const bodyOf = async (answer, mostBytes) => {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new Error('The response is longer than this service accepts.')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}

/**
 * @param {Pick<import('./config.js').Config, 'providerUrl' | 'providerKey' | 'patienceMs' | 'mostBytes'>} config
 * @param {(error: unknown) => void} onFailure
 * @returns {Provider | null} null if no address is configured
 */
export const providerAt = (config, onFailure) => {
  const { providerUrl, providerKey, patienceMs, mostBytes } = config
  if (providerUrl === null) return null
  const { method, path } = endpoints.requestRefund
  return async ({ params, headers, body }) => {
    const address = providerUrl + path.replace('{payment_id}', params['payment_id'] ?? '')
    try {
      const answer = await fetch(address, {
        method,
        headers: {
          authorization: providerKey,
          'content-type': 'application/json',
          ...headers,
        },
        body: JSON.stringify(body),
        // so it is over before a look-up is asked: see PATIENCE_MS
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      })
      return { status: answer.status, body: await bodyOf(answer, mostBytes) }
    } catch (error) {
      onFailure(error)
      return null
    }
  }
}
