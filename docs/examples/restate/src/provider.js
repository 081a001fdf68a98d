/** The provider's API, as far as this service calls it. */
import { kindOf } from './logging.js'

/**
 * What came back of a request: when, its status and its body in base64; or null where nothing did: refused
 * connections, resets, and answers that were too long or took too long. Then nobody knows whether it was granted.
 *
 * @typedef {(call: {
 *   readonly method: string, readonly path: string, readonly commandId: string, readonly body: object
 * }) => Promise<{ readonly status: number, readonly receivedAt: string, readonly body: string } | null>} Provider
 */

/** The longest answer that is read. */
const MOST_BYTES = 1_048_576

/** The body of an answer; rejects where it is too long. @param {Response} answer */
const bodyOf = async (answer) => {
  const chunks = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) throw new RangeError('The answer is longer than is taken here.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Meanwhile the stream takes nothing else in, so an answer may take no longer than `patienceMs`.
 *
 * @param {Pick<import('./config.js').Config, 'providerUrl' | 'providerKey' | 'patienceMs'>} config
 * @param {import('./logging.js').Say} say
 * @returns {Provider | null} null where there is none to ask
 */
export const providerAt = ({ providerUrl, providerKey, patienceMs }, say) => {
  if (providerUrl === null) return null
  return async ({ method, path, commandId, body }) => {
    try {
      const answer = await fetch(`${providerUrl}${path}`, {
        method,
        headers: {
          authorization: providerKey,
          'content-type': 'application/json',
          'cko-idempotency-key': commandId,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patienceMs),
        redirect: 'error',
      })
      const bytes = await bodyOf(answer)
      // 422 is how it usually says no; of others somebody should know: a wrong key among them
      if (answer.status >= 500) say('the provider failed', { status: answer.status })
      else if (!answer.ok && answer.status !== 422)
        say('the provider did not take it', { status: answer.status })
      const receivedAt = new Date().toISOString()
      return { status: answer.status, receivedAt, body: bytes.toString('base64') }
    } catch (error) {
      say('the provider did not answer', kindOf(error))
      return null
    }
  }
}
