/** The service as a program: how it begins, how it ends, and what it reports if it cannot begin. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { audit } from 'payfold/audit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandbox, signatureOf, webhookOf } from '../../services/sandbox.js'
import { readConfig } from '../src/config.js'
import { pf } from '../src/shop.js'
import { everythingIn } from './model.js'
import { startProgram } from './program.js'

/** The shortest key that there may be. */
const KEY = '0123456789abcdef'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('a wrong environment', () => {
  test.each([
    [{ WEBHOOK_KEYS: '' }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: `${KEY},,${KEY}` }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: `${KEY},${KEY.slice(1)}` }, 'WEBHOOK_KEYS should be'],
    [{ PORT: '65536' }, 'PORT should be'],
    [{ PORT: '-1' }, 'PORT should be'],
    [{ UNSIGNED_BYTES: '65535' }, 'UNSIGNED_BYTES should be'],
    [{ MOST_CONNECTIONS: '7' }, 'MOST_CONNECTIONS should be'],
    [{ DATABASE_URL: 'mysql://secret@x/y' }, 'DATABASE_URL should be'],
    [{ PROVIDER_URL: 'ftp://secret', PROVIDER_KEY: 'key' }, 'PROVIDER_URL should be'],
    [{ PROVIDER_URL: 'https://provider.example' }, 'PROVIDER_KEY should be'],
    [
      { PROVIDER_URL: 'https://secret:x@provider.example', PROVIDER_KEY: 'k' },
      'PROVIDER_URL should',
    ],
    [{ PROVIDER_URL: 'https://provider.example?secret', PROVIDER_KEY: 'k' }, 'PROVIDER_URL should'],
    [{ PROVIDER_URL: 'https://provider.example', PROVIDER_KEY: 'secret\n' }, 'PROVIDER_KEY should'],
    [{ MOST_BYTES: '1023' }, 'MOST_BYTES should be'],
    [{ PATIENCE_MS: '99' }, 'PATIENCE_MS should be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL should be'],
  ])('%j is reported, without the wrong value', (wrong, sentence) => {
    const read = readConfig({ WEBHOOK_KEYS: KEY, ...wrong })
    const said = 'wrong' in read ? read.wrong : []
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(said.join()).not.toContain('secret')
  })

  test('is reported completely', () => {
    const read = readConfig({ PORT: 'x', LOG_LEVEL: 'y' })
    expect('wrong' in read && read.wrong.length).toBe(3)
  })

  test.each([
    [{ PORT: '65535' }, { port: 65_535 }],
    [
      { MOST_BYTES: '1024', PATIENCE_MS: '100' },
      { mostBytes: 1024, patienceMs: 100 },
    ],
    [{ MOST_CONNECTIONS: '8' }, { mostConnections: 8 }],
    [{ WEBHOOK_KEYS: `${KEY}, ${KEY}2` }, { keys: [KEY, `${KEY}2`] }],
    [{}, { host: '127.0.0.1', databaseUrl: null, providerUrl: null }],
  ])('%j is read', (right, config) => {
    expect(readConfig({ WEBHOOK_KEYS: KEY, ...right })).toMatchObject({ config })
  })
})

describe('the program', () => {
  test('reports everything that is wrong, and ends', async () => {
    const program = await startProgram({ PORT: 'x', WEBHOOK_KEYS: '' })
    expect(await program.ended).toEqual({ code: 78, signal: null })
    expect(program.complaints().trim().split('\n')).toHaveLength(2)
  })

  test('says what prevents it from starting: a database that is away, a folder or a port in use', async () => {
    const nowhere = await startProgram({ DATABASE_URL: 'postgresql://secret@127.0.0.1:1/x' })
    expect((await nowhere.ended).code).toBe(78)
    expect(nowhere.complaints()).toMatch(/^The service cannot start: .*ECONNREFUSED/)
    expect(nowhere.complaints()).not.toContain('secret')

    const DATA = join(folder, 'held')
    const holder = await startProgram({ DATA })
    const other = await startProgram({ DATA })
    expect((await other.ended).code).toBe(78)
    expect(other.complaints()).toMatch(
      /^The service cannot start: The lock file says that process \d+ is using this folder\. If that process is not this service, delete .*\.\n$/,
    )
    expect((await holder.stop('SIGTERM')).code).toBe(0)

    const server = createServer()
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)))
    const address = /** @type {import('node:net').AddressInfo} */ (server.address())
    const late = await startProgram({ DATA: join(folder, 'late') }, address.port)
    expect((await late.ended).code).toBe(78)
    expect(late.complaints()).toContain('EADDRINUSE')
    server.close()

    const file = join(folder, 'file')
    await writeFile(file, '')
    const blocked = await startProgram({ DATA: join(file, 'data') })
    expect((await blocked.ended).code).toBe(78)
    expect(blocked.complaints()).toMatch(/^The service cannot start: /)
  })

  test.each(['SIGTERM', 'SIGINT'])(
    'on %s finishes requests that have begun, does not wait for idle connections, and leaves nothing running',
    async (signal) => {
      const DATA = join(folder, signal)
      const provider = await sandbox({ apiKey: 'sk', send: async () => {}, moodFor: () => 'hold' })
      const program = await startProgram({
        DATA,
        PROVIDER_URL: provider.url,
        PROVIDER_KEY: 'sk',
        PATIENCE_MS: '5000',
      })
      const { port } = new URL(program.base)
      const data = { id: 'pay_end', amount: 1000, currency: 'EUR', action_id: 'act_end' }
      const source = { type: 'sepa', id: 'src_end' }
      const body = JSON.stringify(webhookOf('evt_end', 'payment_captured', { ...data, source }))
      const headers = { 'cko-signature': signatureOf(body, 'whsec_for_the_tests') }
      const sent = await fetch(`${program.base}/webhooks`, { method: 'POST', headers, body })
      expect(sent.status).toBe(200)
      // idle connections: the first sends nothing, the second half a head, the third half a body
      const idle = [
        '',
        'POST /webhooks HTTP/1.1\r\nhost',
        'POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\n\r\nx',
      ].map((bytes) => {
        const socket = createConnection({ host: '127.0.0.1', port: Number(port) })
        socket.on('error', () => {})
        socket.write(bytes)
        return socket
      })
      const refund = fetch(`${program.base}/streams/payment-pay_end/refunds`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'r-end' },
        body: '{"amount":100}',
      })
      // the provider has the request, and has not responded, so the request has certainly begun
      while (provider.asked() === 0) await new Promise((resolve) => setTimeout(resolve, 5))
      const closed = idle
        .slice(0, 2)
        .map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      const ending = program.stop(/** @type {NodeJS.Signals} */ (signal))
      await Promise.all(closed)
      provider.release()
      const answer = await refund
      const { is } = /** @type {any} */ (await answer.json())
      expect([answer.status, is]).toEqual([202, 'accepted'])
      expect(await ending).toEqual({ code: 0, signal: null })
      for (const socket of idle) socket.destroy()
      await provider.close()

      const log = fileURLToPath(new URL('../src/log.js', import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [log], { env: { DATA } })
      const report = audit(pf)([stdout])
      expect(report.counts.fatal).toBe(0)
      const { messages, entries } = await everythingIn({ DATA })
      expect(report.lines).toBe(entries.length)
      expect(messages.map(({ message, unread }) => [JSON.parse(message).kind, unread])).toEqual([
        ['webhook', null],
        ['response', null],
      ])
    },
  )
})

describe('a folder', () => {
  test('of a dead process is taken over by one of those who try at the same time', async () => {
    const lock = pathToFileURL(fileURLToPath(new URL('../src/lock.js', import.meta.url))).href
    const rounds = 6
    for (let round = 0; round < rounds; round += 1) {
      await writeFile(join(folder, `.raced${round}.lock`), '999999999 dead')
    }
    // each says that it is ready, tries when it is told to, and keeps what it has until all have tried
    const code = `import { once } from 'node:events'
      import { lock } from ${JSON.stringify(lock)}
      console.log('ready')
      const [first] = await once(process.stdin, 'data')
      const tries = Array.from({ length: ${rounds} }, async (_, round) => {
        await new Promise((done) => setTimeout(done, Number(first) + round * 400 - Date.now()))
        await lock(${JSON.stringify(join(folder, 'raced'))} + round).then(() => console.log(round), () => {})
      })
      await Promise.all(tries)
      console.log('tried')
      await once(process.stdin.resume(), 'end')`
    const all = Array.from({ length: 6 }, () => {
      const child = spawn(process.execPath, ['--input-type=module', '--eval', code])
      const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
      return { child, lines }
    })
    for (const { lines } of all) expect((await lines.next()).value).toBe('ready')
    for (const { child } of all) child.stdin.write(String(Date.now() + 200))
    const said = []
    for (const { lines } of all) {
      for (let line = await lines.next(); line.value !== 'tried'; line = await lines.next()) {
        expect(line.done).not.toBe(true)
        said.push(line.value)
      }
    }
    for (const { child } of all) {
      const ended = once(child, 'exit')
      child.stdin.end()
      await ended
    }
    expect(said.sort()).toEqual(['0', '1', '2', '3', '4', '5'])
  })
})
