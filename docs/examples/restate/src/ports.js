/** Finds free ports on this machine. */
import { createServer } from 'node:net'

/**
 * The range of ports, below those that systems use for outgoing connections: such a connection
 * could take a port while a node is away.
 */
const [LEAST, MOST] = [10_000, 32_000]

/** Whether a port is free. @param {number} port @returns {Promise<boolean>} */
export const isFree = (port) =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Returns `count` different free ports.
 * @param {number} count @returns {Promise<readonly number[]>}
 */
export const freePorts = async (count) => {
  /** @type {Set<number>} */
  const ports = new Set()
  for (let tries = 0; ports.size < count; tries += 1) {
    const port = LEAST + Math.floor(Math.random() * (MOST - LEAST))
    if (!ports.has(port) && (await isFree(port))) ports.add(port)
    if (tries > 1000) throw new Error('No ports are free.')
  }
  return [...ports]
}
