/**
 * Requests that are too late: a request that Restate runs again is sent only within the time of its
 * attempt, and none is sent once the provider may have forgotten its key. A second request would
 * refund the money twice.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePorts } from '../src/ports.js'
import { sandbox, senderTo } from '../src/sandbox.js'
import { quiet } from './held.js'
import { captured } from './payment.js'
import { clusterIn, startProgram } from './program.js'
import { called, isThere, KEY } from './running.js'

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/** How long an attempt may leave, and then be on its way. */
const ATTEMPT_SECONDS = 2

/**
 * Kills the service while the provider, which has granted a refund, has not responded; starts it
 * again after a while. There is no webhook either, so the service cannot know of the refund.
 *
 * @param {object} how
 * @param {string} [how.KEY_HOURS]
 * @param {number} how.keyMs how long the provider remembers a key
 * @param {number} how.awayMs for how long the service is away
 */
const killed = async ({ KEY_HOURS = '23', keyMs, awayMs }) => {
  const DATA = await mkdtemp(join(tmpdir(), 'restate-'))
  let isLost = true
  const send = () => new Promise(() => {})
  const moodFor = () => (isLost ? 'late' : 'grant')
  const provider = await sandbox({ apiKey: 'sk', send, moodFor, keyMs })
  const [PORT = '', HANDLERS_PORT = ''] = (await freePorts(2)).map(String)
  const to = { PROVIDER_URL: provider.url, PROVIDER_KEY: 'sk', PATIENCE_MS: '2000' }
  const times = { KEY_HOURS, ATTEMPT_SECONDS: String(ATTEMPT_SECONDS) }
  const settings = { DATA, PORT, HANDLERS_PORT, ...to, ...times }
  let program = await startProgram(settings)
  onTestFinished(async () => {
    await program.stop('SIGKILL')
    await provider.close()
    await rm(DATA, { recursive: true, force: true })
  })
  await senderTo(`${program.base}/webhooks`, KEY)(captured('old'))
  await quiet(await clusterIn(DATA))
  const ask = async () => {
    const answer = await fetch(`${program.base}/streams/payment-pay_old/refunds`, {
      method: 'POST',
      headers: { 'idempotency-key': 'r-old' },
      body: '{"amount":1000}',
    })
    const { outcome, sentences } = /** @type {any} */ (await answer.json())
    return { status: answer.status, outcome, sentence: sentences?.[0] }
  }
  const lost = ask().catch(() => null)
  while (provider.count() === 0) await wait(5)
  await program.stop('SIGKILL')
  expect(await lost).toBe(null)
  await wait(awayMs)
  isLost = false
  program = await startProgram(settings)
  await quiet(await clusterIn(DATA))
  return { provider, ask, output: program.output }
}

describe.skipIf(!isThere)(called('a refund whose response was lost'), () => {
  test('is not requested again once its key may be forgotten', async () => {
    const { provider, ask, output } = await killed({
      // the service asks for three seconds, the provider remembers a key for four
      KEY_HOURS: '0.001',
      keyMs: 4000,
      awayMs: 4500,
    })
    for (const _ of [1, 2]) {
      const { status, outcome, sentence } = await ask()
      expect([status, outcome]).toEqual([202, 'inDoubt'])
      expect(sentence).toContain('It must not be sent again')
    }
    expect([provider.count(), provider.asked()]).toEqual([1, 1])
    expect(output()).toContain('too late')
  })

  test('is not requested again by a call that runs again after its attempt, but by the next attempt', async () => {
    const { provider, ask, output } = await killed({
      keyMs: Number.POSITIVE_INFINITY,
      awayMs: 2 * ATTEMPT_SECONDS * 1000,
    })
    expect(output()).toContain('too late')
    expect([provider.count(), provider.asked()]).toEqual([1, 1])
    expect((await ask()).outcome).toBe('accepted')
    expect((await ask()).outcome).toBe('done')
    expect([provider.count(), provider.asked()]).toEqual([1, 2])
  })
})
