/**
 * Look-ups when their time has come: durable timers ask for them, even if a node or the service is
 * away meanwhile.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsIn } from '../src/sql.js'
import { captured } from './payment.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
/** @type {import('../../services/sandbox.js').Mood} */
let mood = 'grant'
let [turn, name, stream] = [0, '', '']

beforeAll(async () => {
  const short = { PATIENCE_MS: '1500', SEND_SECONDS: '2', SETTLE_MINUTES: '0' }
  if (isThere) service = await running(() => mood, short)
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(async () => {
  if (!isThere) return
  turn += 1
  name = `due${turn}`
  stream = `payment-pay_${name}`
  service.provider.captures.push({
    paymentId: `pay_${name}`,
    actionId: `act_${name}`,
    amount: 10_000,
  })
  await service.send(captured(name))
  await service.quiet()
})

const refund = () => service.refund(stream, `${name}-1`, { amount: 1000 })

/** Waits until a refund has an outcome. @param {string} is */
const becomes = async (is) => {
  let last = ''
  for (let tries = 0; tries < 200 && last !== is; tries += 1) {
    last = (await refund()).body.is
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  expect(last).toBe(is)
}

describe.skipIf(!isThere)(called('a refund in doubt'), () => {
  test('is looked up when its time has come, by a timer that outlives its node', async () => {
    mood = 'fail'
    expect((await refund()).body.is).toBe('inDoubt')
    await service.cluster.crash(turn % 3)
    await becomes('ended')
    expect(service.provider.lookUps()).toBeGreaterThan(0)
  })

  test('is looked up when the service returns, if it was away meanwhile', async () => {
    mood = 'fail'
    expect((await refund()).body.is).toBe('inDoubt')
    await service.away(5000)
    await becomes('ended')
  })

  test('is looked up once, and not by a timer that another has replaced', async () => {
    mood = 'fail'
    await refund()
    await becomes('ended')
    await service.quiet()
    const waiting = `target_service_key = '${stream}' and target_handler_name = 'due' and status = 'scheduled'`
    const timers = await callsIn(service.cluster, waiting)
    const before = service.provider.lookUps()
    for (const at of ['2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z']) {
      const answer = await fetch(`${service.cluster.urls[0]}/stream/${stream}/due`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ at }),
      })
      expect(answer.ok).toBe(true)
    }
    await service.quiet()
    expect(service.provider.lookUps()).toBe(before)
    expect(await callsIn(service.cluster, waiting)).toEqual(timers)
  })
})
