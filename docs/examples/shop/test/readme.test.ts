/** The programs of the README, on a store in memory and a stand-in for the provider. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEY, provider, signed } from './provider.ts'

const stand = await provider()
process.env['PROVIDER'] = stand.url
process.env['SECRET'] = 'sk_test'
process.env['WEBHOOK_KEY'] = KEY

const { app } = await import('../src/webhook.ts')
const { refund } = await import('../src/refund.ts')
const server = app.listen(0)
beforeAll(async () => {
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
})
afterAll(() => {
  server.close()
  stand.close()
})

const at = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
const hook = async (body: object, key = KEY) => {
  const raw = JSON.stringify(body)
  const { port } = server.address() as AddressInfo
  const headers = { 'cko-signature': signed(raw, key), 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${port}/webhooks`
  return (await fetch(url, { method: 'POST', headers, body: raw })).status
}

test('take in any body that is signed, of whatever type and size', async () => {
  const { port } = server.address() as AddressInfo
  const data = {
    id: 'pay_2',
    amount: 5000,
    currency: 'EUR',
    metadata: { note: 'x'.repeat(200_000) },
  }
  const body = { id: 'evt_3', type: 'payment_pending', created_on: at(5), data }
  // bytes have no type
  const raw = new TextEncoder().encode(JSON.stringify(body))
  const headers = { 'cko-signature': signed(JSON.stringify(body)) }
  const url = `http://127.0.0.1:${port}/webhooks`
  expect((await fetch(url, { method: 'POST', headers, body: raw })).status).toBe(200)
})

test('take webhooks in, and refund once', async () => {
  const payment = { id: 'pay_1', amount: 5000, currency: 'EUR' }
  const source = { type: 'sepa', id: 'src_1' }
  const pending = { id: 'evt_1', type: 'payment_pending', created_on: at(9) }
  const captured = { id: 'evt_2', type: 'payment_captured', created_on: at(5) }
  expect(await hook({ ...pending, data: { ...payment, source } })).toBe(200)
  expect(await hook({ ...captured, data: { ...payment, action_id: 'act_1' } })).toBe(200)
  expect(await hook({}, 'whsec_of_somebody_else')).toBe(401)
  const accepted = { is: 'accepted', status: 202, because: [] }
  expect(await refund('pay_1', 2000, 'refund-1')).toEqual(accepted)
  expect(await refund('pay_1', 2000, 'refund-1')).toEqual(accepted)
  expect(await refund('pay_1', 3001, 'refund-2')).toEqual({
    is: 'refused',
    status: 422,
    because: ['30.01 EUR is 0.01 EUR more than the 30.00 EUR available.'],
  })
  expect(stand.calls).toEqual(['POST /payments/pay_1/refunds refund-1'])
})
