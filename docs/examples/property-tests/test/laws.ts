/**
 * What must be true of any shop, no matter what it receives and in which order. Each law is a
 * property of fast-check.
 */
import fc from 'fast-check'
import type { TrueHistory } from 'payfold/testing'
import type { Order, Shop } from '../src/shop.ts'
import {
  anyBytes,
  deliver,
  deliveriesOf,
  KEY,
  NOW,
  reordered,
  signed,
  twoHistories,
  wrong,
} from './received.ts'

/** Makes a new shop without data. */
export type Open = () => Shop

/** How many cases to run, and the seed unless it is random. */
export interface Parameters {
  readonly numRuns?: number
  readonly seed?: number
  readonly path?: string
}

/** A named law; `check` throws with a counterexample if a shop breaks it. */
export interface Law {
  readonly name: string
  readonly check: (open: Open, parameters?: Parameters) => void
}

/** The order book, as text for comparisons. */
const book = (shop: Shop): string =>
  JSON.stringify(shop.orders().toSorted((a, b) => (a.payment < b.payment ? -1 : 1)))

const isSame = (one: Shop, other: Shop): boolean => book(one) === book(other)

/** The status and the money of each payment, or that it is in doubt. */
const shown = (shop: Shop) =>
  new Map(
    shop.orders().map(({ payment, findings: _, inDoubt, ...money }) => {
      return [payment, inDoubt === true ? null : JSON.stringify(money)] as const
    }),
  )

/** Whether two shops show the same of each payment that neither has in doubt. */
const agree = (one: Shop, other: Shop): boolean => {
  const [own, others] = [shown(one), shown(other)]
  return (
    own.size === others.size &&
    [...own].every(
      ([payment, text]) =>
        text === null || others.get(payment) === null || others.get(payment) === text,
    )
  )
}

/**
 * The money of a history, computed from what really happened. Declined refunds and reversed
 * chargebacks do not count.
 */
export const moneyIn = ({ facts, setting }: TrueHistory) => {
  const of = (type: string) => facts.filter((fact) => fact.type === type)
  const undone = new Set(
    [...of('payment_refund_declined'), ...of('chargeback_reversed')].map(
      ({ entityId }) => entityId,
    ),
  )
  const standing = (type: string): number =>
    of(type)
      .filter(({ entityId }) => !undone.has(entityId))
      .reduce((sum, { amount = 0 }) => sum + amount, 0)
  return {
    payment: `pay_${setting.name}`,
    captured: of('payment_captured').length > 0 ? setting.amount : 0,
    refunded: standing('payment_refunded'),
    chargedBack: standing('payment_chargeback'),
  }
}

/** Whether an order book has exactly this money for a payment. */
export const has = (orders: readonly Order[], money: ReturnType<typeof moneyIn>): boolean => {
  const [order, another] = orders.filter(({ payment }) => payment === money.payment)
  return another === undefined && JSON.stringify({ ...order, ...money }) === JSON.stringify(order)
}

/** The laws. */
export const LAWS: readonly Law[] = [
  {
    name: 'messages in any order, any number of times, result in the same order book',
    check: (open, parameters) =>
      fc.assert(
        fc.property(
          twoHistories.chain((all) => deliveriesOf(all)).chain(reordered),
          ([once, again]) => isSame(deliver(open(), once), deliver(open(), again)),
        ),
        parameters,
      ),
  },
  {
    name: 'so do wrong messages: other amounts, missing or reused ids, stale snapshots',
    check: (open, parameters) =>
      fc.assert(
        fc.property(
          twoHistories.chain((all) => deliveriesOf(all, wrong)).chain(reordered),
          ([once, again]) => isSame(deliver(open(), once), deliver(open(), again)),
        ),
        parameters,
      ),
  },
  {
    name: 'it makes no difference which message reports something, but for what is in doubt',
    check: (open, parameters) =>
      fc.assert(
        fc.property(
          twoHistories.chain((all) => fc.tuple(deliveriesOf(all), deliveriesOf(all))),
          ([one, other]) => agree(deliver(open(), one), deliver(open(), other)),
        ),
        parameters,
      ),
  },
  {
    name: 'no money is lost, and none is counted twice, unless the row is in doubt',
    check: (open, parameters) =>
      fc.assert(
        fc.property(
          twoHistories.chain((all) => fc.tuple(deliveriesOf(all), fc.constant(all.map(moneyIn)))),
          ([messages, moved]) => {
            const orders = deliver(open(), messages).orders()
            return moved.every((money) => {
              const order = orders.find(({ payment }) => payment === money.payment)
              return order?.inDoubt === true || has(orders, money)
            })
          },
        ),
        parameters,
      ),
  },
  {
    name: 'every input gets a response, and input that the provider did not sign changes nothing',
    check: (open, parameters) =>
      fc.assert(
        fc.property(anyBytes, fc.string(), (bytes, text) => {
          const shop = open()
          const before = book(shop)
          for (const signature of [text, '', signed(bytes, `not ${KEY}`)]) {
            if (shop.webhook(bytes, signature, NOW).status !== 401) return false
          }
          if (book(shop) !== before) return false
          return [200, 202].includes(shop.webhook(bytes, signed(bytes), NOW).status)
        }),
        parameters,
      ),
  },
]

/** The laws with their names, for a table of tests. */
export const NAMED = LAWS.map((law) => [law.name, law] as const)
