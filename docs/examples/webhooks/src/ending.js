/** Ending the service: what was begun is answered, and nobody who has begun nothing is waited for. */

/** How long those may take whose request has begun, and is not here yet. */
const MOST_MS = 5000

/**
 * Follows the connections of a service, from before it listens.
 *
 * @param {import('fastify').FastifyInstance} app
 * @param {number} patienceMs
 */
export const endingOf = (app, patienceMs) => {
  /**
   * Connections, each with how many of its requests have begun and are not answered.
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
    /** Ends it; resolves when the last answer is given, or has been waited for. */
    end: async () => {
      isEnding = true
      const late = setTimeout(() => app.server.closeAllConnections(), Math.min(patienceMs, MOST_MS))
      for (const [socket, requests] of begun) if (requests === 0) socket.destroy()
      await app.close()
      clearTimeout(late)
    },
  }
}
