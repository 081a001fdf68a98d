import { isRight, payfold } from 'payfold'
import { desk, memoryStore, type Save } from 'payfold/desk'
import { sepaMandate, sepaPayment } from 'payfold/machines'
import { readStored } from 'payfold/provider'
import { deliveries } from '../readme/deliveries.ts'

export const pf = payfold([sepaPayment, sepaMandate])
export const store = memoryStore()

/** A clock that can be turned, and what else wants to know of a save. */
export const clock = { now: '2026-06-10T08:00:00Z' }
export const readers: ((save: Save) => void)[] = []

/** A provider that accepts every refund. */
const json = (value: object) => new TextEncoder().encode(JSON.stringify(value))
const send = async () => ({ status: 202, body: json({ action_id: 'act_3' }) })

export const ports = {
  ...store,
  now: () => clock.now,
  keys: ['whsec_1234567890'],
  send,
  save: async (save: Save) => {
    const isSaved = await store.save(save)
    if (isSaved) for (const read of readers) read(save)
    return isSaved
  },
}
export const shop = desk(pf, ports)

for (const delivery of deliveries) {
  const message = readStored(delivery)
  if (isRight(message)) await shop.take(message.right)
}
