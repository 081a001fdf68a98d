import fc from 'fast-check'
import { rights } from 'fp-ts/lib/Array.js'
import { fold } from 'payfold/machine'
import { ticketPayment } from 'payfold/machines'
import { readMessage, readStored } from 'payfold/provider'
import { type Delivery, deliveries, histories } from 'payfold/testing'

/** Replace this with your own handler. This handler folds all messages at once. */
const handle = (delivered: readonly Delivery[]) => {
  const read = rights(
    rights(delivered.map(readStored)).map((message) => readMessage(message)),
  ).flat()
  const { status, context, findings } = fold(ticketPayment)(read.map(({ event }) => event))
  const { captured, refunded, refunding } = ticketPayment.sums.of(context)
  const isInDoubt = findings.some(({ asks }) => asks !== undefined)
  return { isInDoubt, seen: { status, captured, refunded, refunding } }
}

const twice = histories(ticketPayment).chain((history) =>
  fc.tuple(deliveries(history), deliveries(history)),
)

export const isOneTruth = () =>
  fc.assert(
    fc.property(twice, (both) => {
      const [one, other] = both.map(handle)
      // one may have the list that settles a doubt, and the other may not
      fc.pre(one?.isInDoubt === false && other?.isInDoubt === false)
      return JSON.stringify(one?.seen) === JSON.stringify(other?.seen)
    }),
  )
