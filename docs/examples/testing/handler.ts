import fc from 'fast-check'
import { getOrElseW } from 'fp-ts/lib/Either.js'
import { fold, readDelivery } from 'payfold'
import { ticketPayment } from 'payfold/machines'
import { type Delivery, deliveries, histories } from 'payfold/testing'

/** Put your own handler here: this one folds at once what it is given. */
const handle = (delivered: readonly Delivery[]) => {
  const told = delivered.flatMap((each) => getOrElseW(() => [])(readDelivery(each)))
  const { status, findings } = fold(ticketPayment)(told.map(({ event }) => event))
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
