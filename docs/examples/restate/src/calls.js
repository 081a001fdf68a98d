/** Calls to the cluster: through any node that answers. */

/** How often the nodes are gone through, and how long that may take in all: so many times what a node may. */
const [ROUNDS, BUDGET] = [3, 3]

/** For so long a node that did not answer in time is asked last. */
const SHUNNED_MS = 10_000

/**
 * Whether another node may know better: 404 says one that has not heard yet of the handlers. Other 4xx are the
 * caller's; 500 is a handler's own word.
 *
 * @param {number} status
 */
const isAway = (status) => status > 500 || status === 429 || status === 404

/** The nodes, each in its turn first; those that did not answer in time at the end. @param {readonly string[]} urls */
const turnsOf = (urls) => {
  let turn = 0
  /** Until when a node is asked last. @type {Map<string, number>} */
  const shunned = new Map()
  return {
    next: () => {
      turn += 1
      const all = urls.map((_, index) => String(urls[(turn + index) % urls.length]))
      const isShunned = (/** @type {string} */ url) => (shunned.get(url) ?? 0) > Date.now()
      return [...all.filter((url) => !isShunned(url)), ...all.filter(isShunned)]
    },
    // one request tries whether it is back, and the others do not wait with it
    asked: (/** @type {string} */ url) =>
      shunned.has(url) && shunned.set(url, Date.now() + SHUNNED_MS),
    answered: (/** @type {string} */ url) => shunned.delete(url),
    late: (/** @type {string} */ url) => shunned.set(url, Date.now() + SHUNNED_MS),
  }
}

/**
 * A caller of the cluster. Every call may arrive more than once, for a node that did not answer may have taken it:
 * the handlers are made so that it does no harm, or it carries a key under which it is one call.
 *
 * @param {readonly string[]} urls
 * @param {number} patienceMs how long a node may take over an answer
 */
export const callerOf = (urls, patienceMs) => {
  const turns = turnsOf(urls)

  /**
   * Asks a node; null where another may know better, or it did not answer.
   *
   * @param {string} url
   * @param {string} path
   * @param {RequestInit} request
   * @param {number} mostMs
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
      // it is away, or was stopped while it answered
      if (/** @type {Error} */ (error).name === 'TimeoutError') turns.late(url)
      return null
    }
  }

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
