// @ts-check
/**
 * Ends a server: it responds to requests that have begun, and does not wait for idle connections.
 */

/**
 * Follows the connections of a server, from before it listens. The returned function ends the
 * server, and resolves after the last response or when the time is over.
 *
 * @param {import('node:http').Server} server
 * @param {number} mostMs how long requests that have begun may take
 * @param {() => Promise<unknown>} [close] closes the server, and waits for its connections
 */
export const endingOf = (
  server,
  mostMs,
  close = () => new Promise((resolve) => server.close(resolve)),
) => {
  /**
   * For each connection, how many of its requests have begun without a response.
   *
   * @type {Map<import('node:net').Socket, number>}
   */
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
    const late = setTimeout(() => server.closeAllConnections(), mostMs)
    for (const [socket, requests] of begun) if (requests === 0) socket.destroy()
    await close()
    clearTimeout(late)
  }
}
