/** A client that sends what no library would send. */
import { createConnection } from 'node:net'

/**
 * Returns the response to a client that sends these bytes and nothing else.
 *
 * @param {string} base
 * @param {string} bytes
 * @returns {Promise<string>}
 */
export const responseTo = (base, bytes) =>
  new Promise((resolve) => {
    let said = ''
    const socket = createConnection({ host: '127.0.0.1', port: Number(new URL(base).port) }, () => {
      socket.write(bytes)
    })
    socket.on('data', (chunk) => {
      said += chunk
    })
    socket.on('close', () => resolve(said))
    socket.on('error', () => resolve(said))
  })
