import { createHmac } from 'node:crypto'
import { readers, shop } from './shop.ts'

// in the transaction of your store: an orders table, an outbox, a mail
readers.push(({ streams }) => {
  for (const { stream, was, status, news } of streams) {
    if (was !== status) console.log(`${stream}: ${was} is now ${status}`)
    for (const { type, data } of news) {
      if (type === 'payment_chargeback') console.log('tell the customer', JSON.stringify(data))
    }
  }
})

const webhook = {
  id: 'evt_9',
  type: 'payment_chargeback',
  created_on: '2026-06-09T08:00:00Z',
  data: { id: 'pay_1', action_id: 'act_9', amount: 12000, currency: 'EUR', reason_code: 'MD06' },
}
const raw = new TextEncoder().encode(JSON.stringify(webhook))
const signature = createHmac('sha256', 'whsec_1234567890').update(raw).digest('hex')
console.log(await shop.webhook(raw, signature))
