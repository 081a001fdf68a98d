/**
 * Ends the service: it responds to requests that have begun, and does not wait for idle
 * connections.
 */

/** How long requests that have begun may take to arrive completely. */
const MOST_MS = 5000

/**
 * Follows the connections of a service, from before it listens.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {number} patienceMs
 */
export const endingOf = (app, patienceMs) => {
  /**
   * For each connection, how many of its requests have begun without a response.
   *
   * @type {Map<import('node:net').Socket, number>}
   */
  const begun = new Map()
  let isEnding = false
  app.server.on('connection', (socket) => {
    begun.set(socket, 0)
    socket.once('close', () => begun.delete(socket))
  })
  /** @param {import('node:net').Socket} socket @param {number} more */
  const count = (socket, more) => {
    if (!begun.has(socket)) return
    begun.set(socket, (begun.get(socket) ?? 0) + more)
    if (isEnding && begun.get(socket) === 0) socket.end()
  }
  app.server.on('request', (request, response) => {
    count(request.socket, 1)
    response.once('close', () => count(request.socket, -1))
  })
  return {
    /** Ends the service; resolves after the last response or when the time is over. */
    end: async () => {
      isEnding = true
      const late = setTimeout(() => app.server.closeAllConnections(), Math.min(patienceMs, MOST_MS))
      for (const [socket, requests] of begun) if (requests === 0) socket.destroy()
      await app.close()
      clearTimeout(late)
    },
  }
}
