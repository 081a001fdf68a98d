import fc from 'fast-check'
import { rights } from 'fp-ts/lib/Array.js'
import { fold } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'
import { readDelivery } from 'payfold/provider'
import { type Delivery, deliveries, histories } from 'payfold/testing'

/** Replace this with your own handler. This handler folds all messages at once. */
const handle = (delivered: readonly Delivery[]) => {
  const read = rights(delivered.map((delivery) => readDelivery(delivery))).flat()
  const { status, findings } = fold(ticketPayment)(read.map(({ event }) => event))
  return { status, findings: findings.map(({ code, key }) => `${code} ${key}`).sort() }
}

const twice = histories(ticketPayment).chain((history) =>
  fc.tuple(deliveries(history), deliveries(history)),
)

export const isOneTruth = () =>
  fc.assert(
    fc.property(twice, ([one, other]) => {
      return JSON.stringify(handle(one)) === JSON.stringify(handle(other))
    }),
  )
