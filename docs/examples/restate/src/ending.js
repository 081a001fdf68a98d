/** Ending a server: what was begun is answered, and nobody who has begun nothing is waited for. */

/**
 * Follows the connections of a server, from before it listens; what is returned ends it, and resolves when the last
 * answer is given, or has been waited for.
 *
 * @param {import('node:http').Server} server
 * @param {number} mostMs how long those may take whose request has begun
 */
export const endingOf = (server, mostMs) => {
  /** Connections, each with how many of its requests have begun and are not answered. @type {Map<import('node:net').Socket, number>} */
  const begun = new Map()
  let isEnding = false
  server.on('connection', (socket) => {
    begun.set(socket, 0)
    socket.once('close', () => begun.delete(socket))
  })
  /** @param {import('node:net').Socket} socket @param {number} more */
  const count = (socket, more) => {
    if (!begun.has(socket)) return
    begun.set(socket, (begun.get(socket) ?? 0) + more)
    if (isEnding && begun.get(socket) === 0) socket.end()
  }
  server.on('request', (request, response) => {
    count(request.socket, 1)
    response.once('close', () => count(request.socket, -1))
  })
  return async () => {
    isEnding = true
    const closed = new Promise((resolve) => server.close(() => resolve(null)))
    const late = setTimeout(() => server.closeAllConnections(), mostMs)
    for (const [socket, requests] of begun) if (requests === 0) socket.destroy()
    await closed
    clearTimeout(late)
  }
}
