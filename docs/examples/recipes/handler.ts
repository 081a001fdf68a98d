import fc from 'fast-check'
import { isRight } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { sepaPayment } from 'payfold/machines'
import { readStored } from 'payfold/provider'
import { type Delivery, deliveries, histories } from 'payfold/testing'
import { pf } from './shop.ts'

/** Replace this with a handler of your own: here a desk takes every message in. */
const handle = async (delivered: readonly Delivery[]) => {
  const store = memoryStore()
  const send = () => Promise.reject(new Error('nothing is sent'))
  const shop = desk(pf, { ...store, now: () => '2027-01-01T00:00:00Z', keys: [], send })
  for (const delivery of delivered) {
    const message = readStored(delivery)
    if (isRight(message)) await shop.take(message.right)
  }
  return store.lines().length
}

const delivered = histories(sepaPayment).chain((history) => deliveries(history))
const addsNothingTwice = fc.asyncProperty(
  delivered,
  async (all) => (await handle(all)) === (await handle([...all, ...all])),
)
await fc.assert(addsNothingTwice, { numRuns: 20 })
console.log('messages that come twice add nothing')
