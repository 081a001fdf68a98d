import { createHmac } from 'node:crypto'
import { openShop } from '../recipes/shop.ts'

const { shop, store } = await openShop()

/** Sends a webhook as the provider does, and prints what it is answered with. */
const send = async (body: object, key = 'whsec_1234567890') => {
  const raw = new TextEncoder().encode(JSON.stringify(body))
  const signature = createHmac('sha256', key).update(raw).digest('hex')
  const before = store.lines().length
  const { status, because } = await shop.webhook(raw, signature)
  console.log(`${status} ${because ?? `${store.lines().length - before} new`}`)
}

const refunded = {
  id: 'evt_4',
  type: 'payment_refunded',
  created_on: '2026-06-09T10:00:00Z',
  data: { id: 'pay_1', action_id: 'act_4', amount: 1000, currency: 'EUR' },
}
await send(refunded)
await send(refunded)
await send(refunded, 'whsec_of_somebody_else')
await send({ id: 'evt_5', type: 'payment_teleported', data: {} })
await send({ id: 'evt_6', type: 'payment_captured', data: { amount: 1 } })
