/**
 * Requests that were interrupted: a step that Restate runs again sends nothing. A second request would
 * refund the money twice.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { sandbox, senderTo } from '../../services/sandbox.js'
import { freePorts } from '../src/folder.js'
import { quiet } from './held.js'
import { captured } from './payment.js'
import { clusterIn, startProgram } from './program.js'
import { called, isThere, KEY } from './running.js'

/** @param {number} ms */
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Kills the service while the provider, which has granted a refund, has not responded; starts it
 * again after a while. There is no webhook either, so the service cannot know of the refund.
 *
 * @param {object} how
 * @param {boolean} how.isForgotten whether the provider forgets its key meanwhile
 * @param {number} how.awayMs for how long the service is away
 */
const killed = async ({ isForgotten, awayMs }) => {
  const DATA = await mkdtemp(join(tmpdir(), 'restate-'))
  let isLost = true
  const send = () => new Promise(() => {})
  const moodFor = () => (isLost ? 'late' : 'grant')
  const provider = await sandbox({ apiKey: 'sk', send, moodFor })
  const [PORT = '', HANDLERS_PORT = ''] = (await freePorts(2)).map(String)
  const to = { PROVIDER_URL: provider.url, PROVIDER_KEY: 'sk', PATIENCE_MS: '2000' }
  const settings = { DATA, PORT, HANDLERS_PORT, ...to }
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
    const { is, because } = /** @type {any} */ (await answer.json())
    return { status: answer.status, outcome: is, sentence: because?.at(-1) }
  }
  const lost = ask().catch(() => null)
  while (provider.grants.length === 0) await wait(5)
  await program.stop('SIGKILL')
  expect(await lost).toBe(null)
  await wait(awayMs)
  if (isForgotten) provider.forget()
  isLost = false
  program = await startProgram(settings)
  await quiet(await clusterIn(DATA))
  return { provider, ask, output: program.output }
}

describe.skipIf(!isThere)(called('a refund whose response was lost'), () => {
  test.each([
    ['at once, by a provider that remembers the key', false, 0],
    ['later, by a provider that has forgotten the key', true, 1500],
  ])('is not requested again by a call that runs again %s', async (_, isForgotten, awayMs) => {
    const { provider, ask, output } = await killed({ isForgotten, awayMs })
    for (const _ of [1, 2]) {
      const { status, outcome, sentence } = await ask()
      expect([status, outcome]).toEqual([202, 'inDoubt'])
      expect(sentence).toContain('It must not be sent again')
    }
    expect([provider.grants.length, provider.asked()]).toEqual([1, 1])
    expect(output()).toContain('interrupted')
  })
})
