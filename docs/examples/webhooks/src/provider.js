/** The provider's API, as far as this service calls it. */

/**
 * What came back of a request: its status and its body, or null where nothing did: refused connections, resets,
 * and answers that took too long. Then nobody knows whether it was granted.
 *
 * @typedef {(call: {
 *   readonly method: string, readonly path: string, readonly commandId: string, readonly body: object
 * }) => Promise<{ readonly status: number, readonly body: Uint8Array } | null>} Provider
 */

/**
 * @param {Pick<import('./config.js').Config, 'providerUrl' | 'providerKey' | 'patienceMs'>} config
 * @returns {Provider | null} null where there is none to ask
 */
export const providerAt = ({ providerUrl, providerKey, patienceMs }) => {
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
      return { status: answer.status, body: new Uint8Array(await answer.arrayBuffer()) }
    } catch {
      return null
    }
  }
}
