/** What the tests show: a payment that was refunded, cent by cent. */
import type { DomainEvent, Stream } from 'payfold'
import { sepaPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'

const AT = '2026-03-04T10:00:00Z'

const eventOf = (id: string, type: string, data: object): DomainEvent => {
  const body = { id, type, created_on: AT, data: { id: 'pay_1', currency: 'EUR', ...data } }
  const stored = readStored({ kind: 'webhook', isVerified: true, receivedAt: AT, body })
  const read = stored._tag === 'Left' ? stored : readMessage(stored.right)
  if (read._tag === 'Left' || read.right[0] === undefined) throw new Error(`${id} reports nothing`)
  return read.right[0].event
}

/** A payment that has a number of refunds of one cent each, with what the inspector shows of it. */
export const refunded = (count: number) => ({
  machine: sepaPayment,
  stream: 'payment-pay_1' as Stream,
  events: [
    eventOf('evt_0', 'payment_captured', { amount: count }),
    ...Array.from({ length: count }, (_, index) => {
      const action_id = `act_${String(index).padStart(4, '0')}`
      return eventOf(`evt_${index + 1}`, 'payment_refunded', { action_id, amount: 1 })
    }),
  ],
})
