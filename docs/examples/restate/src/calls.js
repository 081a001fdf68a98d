/** Calls to the cluster: through any node that answers. */

/** How often the nodes are gone through. */
const ROUNDS = 3

/**
 * Whether another node may know better: 404 says one that has not heard yet of the handlers. Other 4xx are the
 * caller's; 500 is a handler's own word.
 *
 * @param {number} status
 */
const isAway = (status) => status > 500 || status === 429 || status === 404

/**
 * A caller of the cluster. Every call may arrive more than once, for a node that did not answer may have taken it:
 * the handlers are made so that it does no harm, or it carries a key under which it is one call.
 *
 * @param {readonly string[]} urls
 * @param {number} patienceMs how long a node may take over an answer
 */
export const callerOf = (urls, patienceMs) => {
  let turn = 0

  /**
   * Calls a handler; null where nobody answers, and nobody knows whether it was called.
   *
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   * @param {number} [rounds]
   * @returns {Promise<{ readonly status: number, readonly body: any } | null>}
   */
  return async (path, body = {}, headers = {}, rounds = ROUNDS) => {
    for (let tries = 0; tries < urls.length * rounds; tries += 1) {
      turn += 1
      try {
        const answer = await fetch(`${urls[turn % urls.length]}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(patienceMs),
        })
        const text = await answer.text()
        if (!isAway(answer.status)) {
          return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
        }
      } catch {
        // this node is away, or was stopped while it answered: ask the next
      }
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    return null
  }
}

/** @typedef {ReturnType<typeof callerOf>} Call */
