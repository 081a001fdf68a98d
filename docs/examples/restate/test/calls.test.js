/**
 * Nodes that hang: a request does not wait for such a node again and again, and never waits for
 * long.
 */
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { callerOf } from '../src/calls.js'

/** A node that responds, or hangs. @param {() => boolean} hangs */
const node = async (hangs) => {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    if (!hangs()) response.end('{}')
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${port}`, asked: () => asked }
}

test('a node that hangs costs one wait, and is then tried last', async () => {
  const all = await Promise.all([true, false, false].map((hangs) => node(() => hangs)))
  const call = callerOf(
    all.map(({ url }) => url),
    1000,
  )
  const began = Date.now()
  for (let count = 0; count < 20; count += 1) expect((await call('/x'))?.status).toBe(200)
  expect(all[0]?.asked()).toBe(1)
  expect(Date.now() - began).toBeLessThan(5000)
})

test('if every node hangs, a request ends after three times a node’s limit', async () => {
  const all = await Promise.all([1, 2, 3].map(() => node(() => true)))
  const call = callerOf(
    all.map(({ url }) => url),
    600,
  )
  const began = Date.now()
  expect(await call('/x')).toBe(null)
  expect(Date.now() - began).toBeGreaterThan(1500)
  expect(Date.now() - began).toBeLessThan(3000)
})
