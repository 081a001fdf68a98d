import fc from 'fast-check'
import { isRight, payfold } from 'payfold'
import { desk, memoryStore } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import { readStored } from 'payfold/provider'
import { type Delivery, deliveries, histories } from 'payfold/testing'

const pf = payfold([sepaPayment, sepaMandate])

/** Your handler: here a desk that takes every message in. */
const handle = async (delivered: readonly Delivery[]) => {
  const store = memoryStore()
  const now = () => '2027-01-01T00:00:00Z'
  const send = () => Promise.reject(new Error('nothing is sent'))
  const shop = desk(pf, { ...store, now, keys: [], send })
  for (const delivery of delivered) {
    const message = readStored(delivery)
    if (isRight(message)) await shop.take(message.right)
  }
  return store.lines()
}

const delivered = histories(sepaPayment).chain((history) => deliveries(history))

export const isIdempotent = () =>
  fc.assert(
    fc.asyncProperty(delivered, async (all) => {
      const [once, twice] = [await handle(all), await handle([...all, ...all])]
      return once.length === twice.length
    }),
    { numRuns: 20 },
  )

await isIdempotent()
console.log('a message that comes twice adds nothing')
