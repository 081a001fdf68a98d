/** The service as a program: how it begins, how it ends, and what it says where it cannot begin. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { audit } from 'payfold'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/config.js'
import { signatureOf, webhookOf } from '../src/sandbox.js'
import { everythingIn } from './model.js'
import { startProgram } from './program.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'webhooks-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('what the environment says wrong', () => {
  test.each([
    [{ WEBHOOK_KEYS: '' }, 'WEBHOOK_KEYS should be'],
    [{ WEBHOOK_KEYS: 'a,,b' }, 'WEBHOOK_KEYS should be'],
    [{ PORT: '65536' }, 'PORT should be'],
    [{ PORT: '-1' }, 'PORT should be'],
    [{ DATABASE_URL: 'mysql://secret@x/y' }, 'DATABASE_URL should be'],
    [{ PROVIDER_URL: 'ftp://secret', PROVIDER_KEY: 'key' }, 'PROVIDER_URL should be'],
    [{ PROVIDER_URL: 'https://provider.example' }, 'PROVIDER_KEY should be'],
    [{ MOST_BYTES: '1023' }, 'MOST_BYTES should be'],
    [{ PATIENCE_MS: '99' }, 'PATIENCE_MS should be'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL should be'],
  ])('%j is told, without what stands there', (wrong, sentence) => {
    const read = readConfig({ WEBHOOK_KEYS: 'key', ...wrong })
    const said = 'wrong' in read ? read.wrong : []
    expect(said).toEqual([expect.stringContaining(sentence)])
    expect(said.join()).not.toContain('secret')
  })

  test('is told whole', () => {
    const read = readConfig({ PORT: 'x', LOG_LEVEL: 'y' })
    expect('wrong' in read && read.wrong.length).toBe(3)
  })

  test.each([
    [{ PORT: '65535' }, { port: 65_535 }],
    [
      { MOST_BYTES: '1024', PATIENCE_MS: '100' },
      { mostBytes: 1024, patienceMs: 100 },
    ],
    [{ WEBHOOK_KEYS: 'old, new' }, { keys: ['old', 'new'] }],
    [{}, { host: '127.0.0.1', databaseUrl: null, providerUrl: null }],
  ])('%j is read', (right, config) => {
    expect(readConfig({ WEBHOOK_KEYS: 'key', ...right })).toMatchObject({ config })
  })
})

describe('the program', () => {
  test('says all that is wrong, and ends', async () => {
    const program = await startProgram({ PORT: 'x', WEBHOOK_KEYS: '' })
    expect(await program.ended).toEqual({ code: 78, signal: null })
    expect(program.complaints().trim().split('\n')).toHaveLength(2)
  })

  test('says what it cannot open: a database that is not there, a folder that another has, a port in use', async () => {
    const nowhere = await startProgram({ DATABASE_URL: 'postgresql://secret@127.0.0.1:1/x' })
    expect((await nowhere.ended).code).toBe(78)
    expect(nowhere.complaints()).toMatch(/^It cannot start: .*ECONNREFUSED/)
    expect(nowhere.complaints()).not.toContain('secret')

    const DATA = join(folder, 'held')
    const holder = await startProgram({ DATA })
    const other = await startProgram({ DATA })
    expect((await other.ended).code).toBe(78)
    expect(other.complaints()).toMatch(/^It cannot start: Process \d+ has this folder open\.\n$/)
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
    expect(blocked.complaints()).toMatch(/^It cannot start: /)
  })

  test.each(['SIGTERM', 'SIGINT'])(
    'on %s answers what was begun, then ends with nothing left',
    async (signal) => {
      const DATA = join(folder, signal)
      const program = await startProgram({ DATA })
      const answers = Array.from({ length: 30 }, async (_, index) => {
        const data = { id: `pay_end${index}`, amount: 1, currency: 'EUR' }
        const body = JSON.stringify(webhookOf(`evt_end${index}`, 'payment_pending', data))
        const headers = { 'cko-signature': signatureOf(body, 'whsec_test') }
        const sent = fetch(`${program.base}/webhooks`, { method: 'POST', headers, body })
        return sent.then(
          ({ status }) => status,
          () => null,
        )
      })
      await Promise.race(answers)
      const ending = program.stop(/** @type {NodeJS.Signals} */ (signal))
      const statuses = await Promise.all(answers)
      expect(await ending).toEqual({ code: 0, signal: null })
      const log = fileURLToPath(new URL('../src/log.js', import.meta.url))
      const { stdout } = await promisify(execFile)(process.execPath, [log], { env: { DATA } })
      const report = audit([session, sepaPayment, sepaMandate, ticketPayment])([stdout])
      expect([report.findings.map(({ code }) => code), report.lines]).toEqual([
        expect.not.arrayContaining(['Altered', 'Unreadable', 'Missing', 'NotFollowing']),
        stdout.split('\n').length - 1,
      ])
      const { messages, entries } = await everythingIn({ DATA })
      expect(report.lines).toBe(entries.length)
      // what was answered with 200 is kept and read; what was not was refused, and is sent again
      expect(messages.length).toBeGreaterThanOrEqual(statuses.filter((each) => each === 200).length)
      expect(messages.every(({ outcome }) => outcome === 'told')).toBe(true)
      expect(new Set(statuses)).toEqual(
        new Set([200, 503, null].filter((each) => statuses.includes(each))),
      )
    },
  )
})
