/**
 * What a shop makes of a provider's faults. Each fault is planted into webhooks that come in order
 * and once, so that nothing else is wrong with them.
 */
import fc from 'fast-check'
import { sepaPayment, ticketPayment } from 'payfold/machines'
import {
  type Delivery,
  deliveries,
  type Fault,
  faults,
  histories,
  planted,
  type TrueHistory,
} from 'payfold/testing'
import type { Order } from '../src/shop.ts'
import { has, moneyIn, type Open } from './laws.ts'
import { deliver } from './received.ts'

/** Faults that are news of money: the money of the history is not all that moved. */
const NEWS = /(second|third) chargeback|reversal|success after|capture after|nobody asked/

interface Body {
  readonly type: string
  readonly data: { readonly action_id?: string; readonly payment_action_id?: string }
}

/** One webhook of each step, in the order in which they were sent. */
const inOrder = (messages: readonly Delivery[]): readonly Delivery[] => {
  const known = new Set<string>()
  return messages
    .filter(({ kind }) => kind === 'webhook')
    .toSorted((a, b) => (a.receivedAt < b.receivedAt ? -1 : 1))
    .filter(({ body }) => {
      const { type, data } = body as Body
      const step = `${type} ${data.action_id ?? data.payment_action_id}`
      const isNew = !known.has(step)
      known.add(step)
      return isNew
    })
}

const someHistory: fc.Arbitrary<TrueHistory> = fc.oneof(
  histories(sepaPayment),
  histories(ticketPayment),
)

/** Histories of which a shop has the right money while its webhooks have no fault. */
const rightWithout = (open: Open) =>
  someHistory
    .chain((history) =>
      fc.record({ history: fc.constant(history), messages: deliveries(history).map(inOrder) }),
    )
    .filter(({ history, messages }) => has(deliver(open(), messages).orders(), moneyIn(history)))

/** The status and the money of an order. */
const shownOf = ({ status, captured, refunded, chargedBack }: Order): string =>
  JSON.stringify({ status, captured, refunded, chargedBack })

/** Whether a shop shows something else because of a fault, and no finding. */
const isMisled = (open: Open, messages: readonly Delivery[], delivered: readonly Delivery[]) => {
  const right = deliver(open(), messages).orders().map(shownOf)
  const orders = deliver(open(), delivered).orders()
  const isOther = right.some((order) => !orders.map(shownOf).includes(order))
  return isOther && orders.every(({ findings }) => findings.length === 0)
}

/** How often a fault was planted, and how often it misled the shop without a finding. */
export interface Silent {
  readonly fault: string
  readonly planted: number
  readonly silent: number
}

/** Plants a fault into the webhooks of random histories. */
const silentOf = (open: Open, fault: Fault, numRuns: number): Silent => {
  const worlds = rightWithout(open).chain(({ messages }) =>
    planted(messages, [fault], 1).map((all) => ({ messages, ...all })),
  )
  const hit = fc.sample(worlds, { seed: 1, numRuns }).filter((world) => world.planted.length > 0)
  const silent = hit.filter(({ messages, delivered }) => isMisled(open, messages, delivered))
  return { fault: fault.name, planted: hit.length, silent: silent.length }
}

/** Every fault of a webhook about money that is no news of money, with what a shop makes of it. */
export const silentFaults = (open: Open, numRuns = 40): readonly Silent[] =>
  faults
    .filter(({ name }) => !NEWS.test(name))
    .map((fault) => silentOf(open, fault, numRuns))
    .filter((each) => each.planted > 0)
