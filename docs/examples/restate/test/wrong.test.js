/**
 * Wrong or slow requests: each gets its status, and a sentence that contains nothing of the
 * request.
 */
import { object } from '@restatedev/restate-sdk'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { webhookOf } from '../../services/sandbox.js'
import { captured, webhook } from './payment.js'
import { responseTo } from './raw-client.js'
import { called, isThere, running } from './running.js'

/** @type {Awaited<ReturnType<typeof running>>} */
let service
let [turn, name, stream] = [0, '', '']

/** A handler that behaves differently when it runs again, as another version of the handler may. */
const changing = object({
  name: 'changing',
  handlers: {
    go: async (/** @type {import('@restatedev/restate-sdk').ObjectContext} */ ctx) => {
      passes += 1
      if (passes === 2) await ctx.run('other', () => 'a secret')
      else await ctx.get('something')
      if (passes === 1) throw new Error('a secret')
    },
  },
})
let passes = 0

beforeAll(async () => {
  if (isThere) service = await running(undefined, { PATIENCE_MS: '1500' }, [changing])
})

afterAll(async () => {
  if (isThere) await service.close()
})

beforeEach(() => {
  turn += 1
  name = `wrong${turn}`
  stream = `payment-pay_${name}`
})

const paid = async () => {
  await service.send(captured(name))
  await service.quiet()
}

describe.skipIf(!isThere)(called('a refund'), () => {
  test('may only be requested through the object of its key', async () => {
    await paid()
    const answer = await fetch(`${service.cluster.urls[0]}/stream/${stream}/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ key: `${name}-1`, refund: { amount: 1 }, used: null }),
    })
    expect(answer.ok).toBe(false)
    expect(service.provider.asked()).toBe(0)
  })

  test('is answered with the status for what is wrong', async () => {
    await paid()
    const fresh = `${name}-1`
    await service.send(
      webhookOf(`evt_card${name}`, 'payment_captured', {
        id: `pay_card${name}`,
        amount: 100,
        currency: 'EUR',
        source: { type: 'card', id: `src_card${name}` },
        action_id: `act_card${name}`,
      }),
    )
    await service.quiet()
    /** @type {Readonly<Record<string, readonly [string, string | null, unknown, number, string]>>} */
    const wrong = {
      'no key': [stream, null, { amount: 1 }, 400, 'invalid'],
      'a card number as key': [stream, '4242424242424242', { amount: 1 }, 400, 'invalid'],
      'no amount': [stream, fresh, { reference: 'REF-1' }, 400, 'invalid'],
      'no valid amount': [stream, fresh, { amount: 0 }, 422, 'refused'],
      'a debt': [stream, fresh, { amount: -1 }, 400, 'invalid'],
      'a fraction': [stream, fresh, { amount: 1.5 }, 400, 'invalid'],
      'text for an amount': [stream, fresh, { amount: '100' }, 400, 'invalid'],
      'null as an amount': [stream, fresh, { amount: null }, 400, 'invalid'],
      'a misspelt amount': [stream, fresh, { amonut: 5 }, 400, 'invalid'],
      'a currency': [stream, fresh, { amount: 1, currency: 'USD' }, 400, 'invalid'],
      'a name': [stream, fresh, { amount: 1, reference: 'Max Müller' }, 400, 'invalid'],
      'a long reference': [stream, fresh, { amount: 1, reference: 'x'.repeat(81) }, 400, 'invalid'],
      'a number for a reference': [stream, fresh, { amount: 1, reference: 1 }, 400, 'invalid'],
      'a list': [stream, fresh, [], 400, 'invalid'],
      nothing: [stream, fresh, 'null', 400, 'invalid'],
      'no JSON': [stream, fresh, '{"amount":', 400, 'invalid'],
      'an empty body': [stream, fresh, '', 400, 'invalid'],
      'no stream': ['pay_one', fresh, { amount: 1 }, 400, 'invalid'],
      'a payment without messages': ['payment-pay_none', fresh, { amount: 1 }, 404, 'notFound'],
      'a payment of another lifecycle': [
        `payment-pay_card${name}`,
        fresh,
        { amount: 1 },
        409,
        'unassigned',
      ],
      'a mandate': [`mandate-src_${name}`, fresh, { amount: 1 }, 400, 'invalid'],
    }
    for (const [what, [about, key, body, status, error]] of Object.entries(wrong)) {
      const answer = await service.refund(about, key, body)
      expect([what, answer.status, answer.body.is]).toEqual([what, status, error])
      expect(answer.body.because.length, what).toBeGreaterThan(0)
      expect(JSON.stringify(answer.body)).not.toContain('4242')
    }
    expect(service.provider.asked()).toBe(0)
  })
})

describe.skipIf(!isThere)(called('a client'), () => {
  test('that is slow gets 408, and delays no other', async () => {
    const began = Date.now()
    const slow = [
      'POST /webhooks HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nslow',
      'POST /webhooks HTTP/1.1\r\nhost',
    ].flatMap((bytes) => Array.from({ length: 25 }, () => responseTo(service.base, bytes)))
    expect((await service.post(JSON.stringify(webhook(name, 'payment_pending')))).status).toBe(200)
    const said = await Promise.all(slow)
    expect(new Set(said.map((text) => text.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']))
    expect(said[0]).toContain('The request took too long to arrive.')
    expect(Date.now() - began).toBeLessThan(10_000)
  })

  test.each([
    ['does not send HTTP', 'hello\r\n\r\n', 400],
    ['sends no path', 'GET // HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n', 400],
    ['sends long headers', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 431],
  ])('that %s gets a response', async (_, bytes, status) => {
    expect(await responseTo(service.base, bytes)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  })

  test.each([
    ['/', 404, 'notFound'],
    ['/streams/payment-pay_none', 404, 'notFound'],
    ['/streams/pay_one', 400, 'invalid'],
    ['/streams/%', 400, 'invalid'],
    ['/streams/payment-4242424242424242', 400, 'invalid'],
  ])('that asks for %s gets %i', async (path, status, error) => {
    const answer = await service.get(path)
    expect([answer.status, answer.body.is]).toEqual([status, error])
    expect(JSON.stringify(answer.body)).not.toContain('4242')
  })

  test('that asks for the health of the service gets it from the cluster', async () => {
    expect(await service.get('/health')).toEqual({ status: 200, body: { status: 'ok' } })
  })
})

describe.skipIf(!isThere)(called('a call'), () => {
  test('that another version of a handler began is interrupted, and logged with its handler and number', async () => {
    const answer = await fetch(`${service.cluster.urls[0]}/changing/secret/go`, { method: 'POST' })
    expect([answer.ok, passes]).toEqual([true, 3])
    const said = service.output().match(/.*changing\/go.*/g) ?? []
    expect(said.some((line) => line.includes('"code":570'))).toBe(true)
    expect(said.join()).not.toContain('secret')
  })
})
