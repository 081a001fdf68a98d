import { createHmac } from 'node:crypto'
import { memoryStore } from 'payfold/desk'
import { openShop } from './shop.ts'

const store = memoryStore()
const { shop } = await openShop({
  ...store,
  save: async (save) => {
    // in a database: all of this in one transaction
    const isSaved = await store.save(save)
    for (const { stream, was, status, news } of isSaved ? save.streams : []) {
      if (was !== status) console.log(`${stream}: ${was}, now ${status}`)
      const took = news.filter(({ type }) => type === 'payment_chargeback')
      for (const { data } of took) console.log(`tell the shop: ${JSON.stringify(data)}`)
    }
    return isSaved
  },
})

const data = { id: 'pay_1', action_id: 'act_9', amount: 12000, currency: 'EUR' }
const webhook = { id: 'evt_9', type: 'payment_chargeback', created_on: '2026-06-09T08:00:00Z' }
const raw = new TextEncoder().encode(JSON.stringify({ ...webhook, data }))
const signature = createHmac('sha256', 'whsec_1234567890').update(raw).digest('hex')
console.log((await shop.webhook(raw, signature)).status)
