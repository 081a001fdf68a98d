import { isRight, payfold } from 'payfold'
import { desk, memoryStore, type Ports } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import { readStored } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

export const pf = payfold([sepaPayment, sepaMandate])

/** A provider that accepts every refund. */
const send = async () => ({
  status: 202,
  body: new TextEncoder().encode(JSON.stringify({ action_id: 'act_3' })),
})

/** Opens a shop on a store in memory, in which one payment was captured and partly refunded. */
export const openShop = async (more: Partial<Ports> = {}) => {
  const store = memoryStore()
  const now = () => '2026-06-10T08:00:00Z'
  const shop = desk(pf, { ...store, now, keys: ['whsec_1234567890'], send, ...more })
  for (const delivery of deliveries) {
    const message = readStored(delivery)
    if (isRight(message)) await shop.take(message.right)
  }
  return { shop, store }
}
