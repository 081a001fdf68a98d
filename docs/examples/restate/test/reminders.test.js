/**
 * Reminders when windows close: durable timers write them, even if a node or the service is away
 * meanwhile.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callsIn } from '../src/sql.js'
import { webhook } from './payment.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
let [turn, name, stream] = [0, '', '']

beforeAll(async () => {
  if (isThere) service = await running()
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(() => {
  turn += 1
  name = `due${turn}`
  stream = `payment-pay_${name}`
})

/**
 * A message about a ticket that expires at a time.
 * @param {string} type @param {number} expiresAt @param {string} id
 */
const ticket = (type, expiresAt, id) => ({
  ...webhook(name, type, {
    currency: 'ARS',
    action_id: `act_${name}`,
    source: {
      type: 'rapipago',
      integration_type: 'DIRECT',
      ticket: { expiration_date: new Date(expiresAt).toISOString() },
    },
  }),
  id: `evt_${id}_${name}`,
})

describe.skipIf(!isThere)(called('a reminder'), () => {
  /**
   * Sends a ticket that expires in this many ms, at the returned time.
   * @param {number} ms
   */
  const submitted = async (ms) => {
    const closesAt = Date.now() + ms
    await service.send(ticket('payment_pending', closesAt, `${ms}`))
    await service.quiet()
    expect(Date.now()).toBeLessThan(closesAt)
    return closesAt
  }
  const due = async () => (await service.get(`/streams/${stream}/due`)).body
  const names = async () => (await due()).map((/** @type {any} */ each) => each.name)

  test('is written when a window closes, by a timer that outlives its node', async () => {
    await submitted(4000)
    expect(await names()).not.toContain('ticket')
    await service.cluster.crash(turn % 3)
    for (let tries = 0; tries < 150 && !(await names()).includes('ticket'); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const [expired] = (await due()).filter((/** @type {any} */ each) => each.name === 'ticket')
    expect(expired.because).toMatch(/^This was expected by /)
    expect(Date.parse(expired.remindedAt)).toBeGreaterThan(Date.parse(expired.closesAt))
    const { body } = await service.get(`/streams/${stream}/questions`)
    expect(body.questions.map((/** @type {any} */ each) => each.because)).toContain(expired.because)
  })

  test('is written when the service returns, if it was away when the window closed', async () => {
    const closes = await submitted(4000)
    await service.away(closes + 2000 - Date.now())
    const back = Date.now()
    for (let tries = 0; tries < 50 && !(await names()).includes('ticket'); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const [{ closesAt, remindedAt }] = (await due()).filter(
      (/** @type {any} */ each) => each.name === 'ticket',
    )
    expect(Date.parse(remindedAt)).toBeGreaterThan(Date.parse(closesAt) + 1000)
    expect(Date.parse(remindedAt) - back).toBeLessThan(3000)
  })

  test('is written once for each window, even if an earlier one appeared later', async () => {
    const closes = await submitted(8000)
    // the expiry changes: another timer is added, and ends first
    await submitted(4000)
    await new Promise((resolve) => setTimeout(resolve, closes + 1000 - Date.now()))
    const all = await due()
    const keys = all.map(
      (/** @type {any} */ { name, entityId, closesAt }) => `${name} ${entityId} ${closesAt}`,
    )
    expect(keys.length).toBeGreaterThan(0)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('does nothing and sets no timer if a newer timer has replaced it', async () => {
    await service.send(webhook(name, 'payment_pending'))
    await service.quiet()
    const waiting = `target_service_key = '${stream}' and target_handler_name = 'remind' and status = 'scheduled'`
    const { cluster } = service
    const before = await callsIn(cluster, waiting)
    expect(before.length).toBe(1)
    for (const at of ['2020-01-01T00:00:00.000Z', '2040-01-01T00:00:00.000Z']) {
      const answer = await fetch(`${cluster.urls[0]}/stream/${stream}/remind`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ at }),
      })
      expect(answer.ok).toBe(true)
    }
    await service.quiet()
    expect(await callsIn(cluster, waiting)).toEqual(before)
    expect(await due()).toEqual([])
  })

  test('is not written if the expected event happened in time', async () => {
    const closes = await submitted(4000)
    await service.send(ticket('payment_captured', closes, 'paid'))
    await service.quiet()
    await new Promise((resolve) => setTimeout(resolve, closes + 500 - Date.now()))
    expect(await names()).not.toContain('ticket')
  })
})
