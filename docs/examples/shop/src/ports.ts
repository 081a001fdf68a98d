import { memoryStore, type Ports } from 'payfold/desk'

/** To try it: a store in memory, and the provider's sandbox. */
export const ports: Ports = {
  ...memoryStore(),
  now: () => new Date(),
  keys: [process.env['WEBHOOK_KEY'] ?? ''],
  send: async ({ method, path, headers, body, timeoutMs }) => {
    const response = await fetch(`${process.env['PROVIDER']}${path}`, {
      method,
      headers: { ...headers, Authorization: process.env['SECRET'] ?? '' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: new Uint8Array(await response.arrayBuffer()) }
  },
}
