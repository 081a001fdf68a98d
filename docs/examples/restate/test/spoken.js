/** A client that says what no library would say. */
import { createConnection } from 'node:net'

/**
 * What is said to a client that sends these bytes, and nothing more.
 *
 * @param {string} base
 * @param {string} bytes
 * @returns {Promise<string>}
 */
export const spoken = (base, bytes) =>
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
