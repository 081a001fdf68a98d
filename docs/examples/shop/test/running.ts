/** Runs the compiled shop as a process, asks it, and kills it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { signed } from './provider.ts'

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** What an answer is. */
export interface Reply {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Starts the shop in a folder, on a folder of data. */
export const running = async (folder: string, env: Readonly<Record<string, string>>) => {
  const PORT = String(await freePort())
  const child: ChildProcess = spawn(process.execPath, ['out/shop.js'], {
    cwd: folder,
    env: { ...process.env, ...env, PORT },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ask = async (path: string, init: RequestInit): Promise<Reply> => {
    const response = await fetch(`http://127.0.0.1:${PORT}${path}`, init)
    const text = await response.text()
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  for (let tries = 0; ; tries += 1) {
    const isUp = await ask('/streams/payment-none', {}).catch(() => null)
    if (isUp !== null) break
    if (tries > 600 || child.exitCode !== null) throw new Error('the shop does not start')
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    post: (path: string, body: object, key = '') => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      return ask(path, { method: 'POST', headers, body: JSON.stringify(body) })
    },
    hook: async (body: object, key?: string) => {
      const raw = JSON.stringify(body)
      const headers = { 'cko-signature': signed(raw, key) }
      return (await ask('/webhooks', { method: 'POST', headers, body: raw })).status
    },
    view: (stream: string) => ask(`/streams/${stream}`, {}),
    kill: async (): Promise<void> => {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
