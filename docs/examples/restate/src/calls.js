/** Calls the cluster through any node that responds. */

/**
 * How many times to try all nodes, and the total time for all tries, as a multiple of the limit for
 * one node.
 */
const [ROUNDS, BUDGET] = [3, 3]

/** For how long a node that did not respond in time is tried after all others. */
const SHUNNED_MS = 10_000

/**
 * Whether another node may respond successfully. A node responds 404 if it does not know the
 * handlers yet. Any other 4xx is the caller's mistake, and 500 comes from a handler itself.
 *
 * @param {number} status
 */
const isAway = (status) => status > 500 || status === 429 || status === 404

/**
 * Returns the order in which to try the nodes. Each call begins with the next node; nodes that did
 * not respond in time come last.
 * @param {readonly string[]} urls
 */
const turnsOf = (urls) => {
  let turn = 0
  /** Until when a node is tried after all others. @type {Map<string, number>} */
  const shunned = new Map()
  return {
    next: () => {
      turn += 1
      const all = urls.map((_, index) => String(urls[(turn + index) % urls.length]))
      const isShunned = (/** @type {string} */ url) => (shunned.get(url) ?? 0) > Date.now()
      return [...all.filter((url) => !isShunned(url)), ...all.filter(isShunned)]
    },
    // one request tests whether the node is back; the others do not wait for it
    asked: (/** @type {string} */ url) =>
      shunned.has(url) && shunned.set(url, Date.now() + SHUNNED_MS),
    answered: (/** @type {string} */ url) => shunned.delete(url),
    late: (/** @type {string} */ url) => shunned.set(url, Date.now() + SHUNNED_MS),
  }
}

/**
 * Makes a caller of the cluster. A call may arrive more than once, because a node that did not
 * respond may have received it. Either the handlers tolerate that, or the call has a key under
 * which it counts once.
 *
 * @param {readonly string[]} urls
 * @param {number} patienceMs how long a node may take to respond
 */
export const callerOf = (urls, patienceMs) => {
  const turns = turnsOf(urls)

  /**
   * Sends a request to a node; returns null if this node did not respond, or if another node may
   * respond successfully.
   *
   * @param {string} url
   * @param {string} path
   * @param {RequestInit} request
   * @param {number} mostMs
   *
   */
  const ask = async (url, path, request, mostMs) => {
    turns.asked(url)
    try {
      const signal = AbortSignal.timeout(mostMs)
      const answer = await fetch(`${url}${path}`, { ...request, signal })
      const text = await answer.text()
      turns.answered(url)
      if (isAway(answer.status)) return null
      return { status: answer.status, body: text === '' ? null : JSON.parse(text) }
    } catch (error) {
      // the node is away, or it stopped while it was responding
      if (/** @type {Error} */ (error).name === 'TimeoutError') turns.late(url)
      return null
    }
  }

  /**
   * Calls a handler; returns null if no node responds, so that it is unknown whether the handler
   * ran.
   *
   * @param {string} path
   * @param {object} [body]
   * @param {Record<string, string>} [headers]
   * @param {number} [rounds]
   * @returns {Promise<{ readonly status: number, readonly body: any } | null>}
   */
  return async (path, body = {}, headers = {}, rounds = ROUNDS) => {
    const until = Date.now() + BUDGET * patienceMs
    const request = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const url of turns.next()) {
        const left = until - Date.now()
        if (left <= 0) return null
        const answer = await ask(url, path, request, Math.min(patienceMs, left))
        if (answer !== null) return answer
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    return null
  }
}

/** @typedef {ReturnType<typeof callerOf>} Call */
