/**
 * A provider that forgets keys: a refund whose key may be forgotten is not requested again, because
 * a second request would refund the money twice.
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

describe.skipIf(!isThere)(called('a refund'), () => {
  test('whose response was lost is not requested again once its key may be forgotten', async () => {
    const DATA = await mkdtemp(join(tmpdir(), 'restate-'))
    const keyMs = 3000
    const provider = await sandbox({
      apiKey: 'sk',
      // the provider grants the refund without a response and without a webhook, so the service
      // cannot know
      send: () => new Promise(() => {}),
      moodFor: () => 'late',
      keyMs,
    })
    const [port, handlersPort] = (await freePorts(2)).map(String)
    const settings = {
      DATA,
      PORT: String(port),
      HANDLERS_PORT: String(handlersPort),
      PROVIDER_URL: provider.url,
      PROVIDER_KEY: 'sk',
      KEY_HOURS: String(2500 / 3_600_000).slice(0, 8),
    }
    let program = await startProgram(settings)
    onTestFinished(async () => {
      await program.stop('SIGKILL')
      await provider.close()
      await rm(DATA, { recursive: true, force: true })
    })
    await senderTo(`${program.base}/webhooks`, KEY)(captured('old'))
    await quiet(await clusterIn(DATA))
    const ask = () =>
      fetch(`${program.base}/streams/payment-pay_old/refunds`, {
        method: 'POST',
        headers: { 'idempotency-key': 'r-old' },
        body: '{"amount":1000}',
      })
    const lost = ask().catch(() => null)
    while (provider.count() === 0) await wait(5)
    await program.stop('SIGKILL')
    expect(await lost).toBe(null)
    await wait(keyMs + 500)

    program = await startProgram(settings)
    await quiet(await clusterIn(DATA))
    for (const _ of [1, 2]) {
      const answer = await ask()
      const { outcome, sentences } = /** @type {any} */ (await answer.json())
      expect([answer.status, outcome]).toEqual([202, 'inDoubt'])
      expect(sentences[0]).toContain('Look at the payment’s actions')
    }
    expect([provider.count(), provider.asked()]).toEqual([1, 1])
    expect(program.output()).toContain('too old to be requested again')
  })
})
