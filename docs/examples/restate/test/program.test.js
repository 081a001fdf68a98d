/** The service as a program that starts a cluster: how it begins, how it ends, and what it leaves behind. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { payfold } from 'payfold'
import { audit } from 'payfold/audit'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sandbox, senderTo } from '../../services/sandbox.js'
import { freePorts } from '../src/folder.js'
import { everythingIn, quiet } from './held.js'
import { captured } from './payment.js'
import { clusterIn, isListening, isSilent, silenced, startProgram } from './program.js'
import { called, isAnswering, isThere, KEY } from './running.js'

const LOG = fileURLToPath(new URL('../src/log.js', import.meta.url))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restate-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** @param {Record<string, string>} environment */
const started = async (environment, isAwaited = true) => {
  const settings = { HANDLERS_PORT: '0', PATIENCE_MS: '1500', ...environment }
  const program = await startProgram(settings, isAwaited)
  onTestFinished(async () => {
    await program.stop('SIGKILL')
  })
  return program
}

/** Prints the log, and audits it. @param {Record<string, string>} env */
const audited = async (env) => {
  const { stdout } = await promisify(execFile)(process.execPath, [LOG], { env })
  const { counts, lines } = audit(payfold([session, sepaPayment, sepaMandate, ticketPayment]))([
    stdout,
  ])
  return { lines: stdout.trim().split('\n'), fatal: counts.fatal, count: lines }
}

describe('the program', () => {
  test('reports everything that is wrong, and ends', async () => {
    const program = await started({ PORT: 'x', WEBHOOK_KEYS: '' })
    expect(await program.ended).toEqual({ code: 78, signal: null })
    expect(program.complaints().trim().split('\n')).toHaveLength(2)
  })

  test('says what the log program lacks', async () => {
    for (const [env, words] of /** @type {const} */ ([
      [{ DATA: join(folder, 'none') }, 'the cluster is not known'],
      [{ RESTATE_URLS: 'http://127.0.0.1:1' }, 'the cluster is not known'],
      [{ RESTATE_ADMIN_URLS: 'http://127.0.0.1:1' }, 'the cluster is not known'],
    ])) {
      const failed = await promisify(execFile)(process.execPath, [LOG], { env }).catch((e) => e)
      expect([failed.code, failed.stderr]).toEqual([78, expect.stringContaining(words)])
    }
  })
})

describe.skipIf(!isThere)(called('the program, with the cluster that it starts,'), () => {
  test('on a signal finishes requests that have begun, does not wait for idle connections, and leaves nothing running', async () => {
    const DATA = join(folder, 'ended')
    const provider = await sandbox({ apiKey: 'sk', send: async () => {}, moodFor: () => 'hold' })
    const [PORT = '', HANDLERS_PORT = ''] = (await freePorts(2)).map(String)
    const own = { DATA, PORT, HANDLERS_PORT, PATIENCE_MS: '10000' }
    const settings = { ...own, PROVIDER_URL: provider.url, PROVIDER_KEY: 'sk' }
    const program = await started(settings)
    const { base } = program
    await senderTo(`${base}/webhooks`, KEY)(captured('end'))
    await quiet(await clusterIn(DATA))
    // a second program finds that the folder is in use
    const other = await started({ ...settings, PORT: '0', HANDLERS_PORT: '0' })
    expect((await other.ended).code).toBe(78)
    expect(other.complaints()).toContain('another process uses this folder')
    const before = await audited({ DATA })
    expect([before.fatal, before.count, before.lines.length]).toEqual([0, 2, 2])

    // idle connections: the first sends nothing, the second half a head, the third half a body
    const idle = [
      '',
      'POST /webhooks HTTP/1.1\r\nhost',
      'POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx',
    ].map((bytes) => {
      const socket = createConnection({ host: '127.0.0.1', port: Number(PORT) })
      socket.on('error', () => {})
      socket.write(bytes)
      return socket
    })
    const refund = fetch(`${base}/streams/payment-pay_end/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': 'r-end' },
      body: '{"amount":100}',
    })
    // the provider has the request, and has not responded
    while (provider.asked() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const closed = idle
      .slice(0, 2)
      .map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    const ending = program.stop('SIGTERM')
    await Promise.all(closed)
    provider.release()
    const answer = await refund
    const { is } = /** @type {any} */ (await answer.json())
    expect([answer.status, is]).toEqual([202, 'accepted'])
    expect(await ending).toEqual({ code: 0, signal: null })
    for (const socket of idle) socket.destroy()
    expect(await isSilent(DATA)).toBe(true)

    // after a restart, it has all its data, and does not repeat the request
    const again = await started(settings)
    await isAnswering(again.base)
    const { status } = await fetch(`${again.base}/streams/payment-pay_end/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': 'r-end' },
      body: '{"amount":100}',
    })
    expect([status, provider.asked()]).toEqual([202, 1])
    const { urls, admins, parts } = await clusterIn(DATA)
    const [RESTATE_URLS, RESTATE_ADMIN_URLS] = [urls.join(','), admins.join(',')]
    const after = await audited({ RESTATE_URLS, RESTATE_ADMIN_URLS })
    // the refund, and the response
    expect([after.fatal, after.count]).toEqual([0, 4])
    const { entries } = await everythingIn({ urls, admins, parts })
    expect(after.lines).toEqual(entries.map(({ line }) => line))
    expect((await again.stop('SIGTERM')).code).toBe(0)
    await provider.close()
  })

  test('ends at once on a second signal, and leaves nothing running', async () => {
    const DATA = join(folder, 'twice')
    const provider = await sandbox({ apiKey: 'sk', send: async () => {}, moodFor: () => 'hang' })
    const to = { PROVIDER_URL: provider.url, PROVIDER_KEY: 'sk', PATIENCE_MS: '20000' }
    const program = await started({ DATA, ...to })
    await isAnswering(program.base)
    await senderTo(`${program.base}/webhooks`, KEY)(captured('twice'))
    await quiet(await clusterIn(DATA))
    const path = `${program.base}/streams/payment-pay_twice/refunds`
    const asked = {
      method: 'POST',
      headers: { 'idempotency-key': 'r-twice' },
      body: '{"amount":1}',
    }
    const refund = fetch(path, asked).catch(() => null)
    while (provider.asked() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
    const began = Date.now()
    void program.stop('SIGTERM')
    while (!program.output().includes('ending')) await new Promise((go) => setTimeout(go, 5))
    expect(await program.stop('SIGINT')).toEqual({ code: 1, signal: null })
    expect(Date.now() - began).toBeLessThan(5000)
    expect(await refund).toBe(null)
    expect(await silenced(DATA)).toBe(true)
    await provider.close()
  })

  test('leaves nothing running if it is killed, and starts again with its data', async () => {
    const DATA = join(folder, 'killed')
    const killed = await started({ DATA })
    expect(await isSilent(DATA)).toBe(false)
    await killed.stop('SIGKILL')
    expect(await silenced(DATA)).toBe(true)
    expect((await (await started({ DATA })).stop('SIGINT')).code).toBe(0)
  })

  test('leaves nothing running if it is stopped while it starts', async () => {
    const DATA = join(folder, 'young')
    const young = await started({ DATA }, false)
    const hasNode = async () => {
      const [admin] = (await clusterIn(DATA))?.admins ?? []
      return admin !== undefined && isListening(Number(new URL(admin).port))
    }
    while (!young.hasEnded() && !(await hasNode())) await new Promise((go) => setTimeout(go, 5))
    expect(await young.stop('SIGTERM'), young.complaints()).toEqual({ code: 0, signal: null })
    expect(await silenced(DATA)).toBe(true)
  })

  test('says what prevents it from starting: a folder that is a file, a port in use', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    const blocked = await started({ DATA: join(file, 'data') })
    expect((await blocked.ended).code).toBe(78)
    expect(blocked.complaints()).toMatch(/^The service cannot start: /)

    const DATA = join(folder, 'late')
    const alone = await started({ RESTATE_URLS: 'http://127.0.0.1:1' })
    expect(alone.output()).toContain('no node of the cluster responds at RESTATE_URLS')
    const late = await started({ DATA, PORT: new URL(alone.base).port })
    expect((await late.ended).code).toBe(78)
    expect(late.complaints()).toContain('EADDRINUSE')
    expect(await silenced(DATA)).toBe(true)
  })
})
