/**
 * A webhook handler that stores each message, appends its events, and computes each order from the
 * whole log.
 */

import { isLeft } from 'fp-ts/lib/Either.js'
import { type Entry, payfold, type Stream } from 'payfold'
import type { Tip } from 'payfold/machine'
import { ownLoop } from 'payfold/machine'
import { sepaMandate, sepaPayment, session, ticketPayment } from 'payfold/machines'
import { fromWebhook, readMessage, readStored } from 'payfold/provider'
import type { Answer, Order, Shop } from './shop.ts'

/**
 * A webhook as it arrived. A later release may be able to read a message that this release cannot
 * read.
 */
interface Arrived {
  readonly receivedAt: string
  readonly bytes: Uint8Array
}

/** What the shop stores; a database would have one table for each. */
export interface Store {
  /** Every message whose signature is valid, readable or not. */
  readonly inbox: (Arrived | Answer)[]
  readonly logs: Map<Stream, readonly Entry[]>
  readonly tips: Map<Stream, Tip>
  readonly orders: Map<Stream, Order>
}

/** An empty store. */
export const emptyStore = (): Store => ({
  inbox: [],
  logs: new Map(),
  tips: new Map(),
  orders: new Map(),
})

/** Appends the events of a message. Only payments become rows of the order book. */
export const pf = payfold([sepaPayment, ticketPayment, sepaMandate, session])

const noMoney = { captured: 0, refunded: 0, chargedBack: 0 }

/** Computes a row from all entries of a payment; it ignores the previous row. */
const orderOf = (stream: Stream, entries: readonly Entry[]): Order => {
  const state = pf.fold(stream, entries)
  const sums = pf.sums(state)
  const { captured, refunded, chargedBack } = isLeft(sums) ? noMoney : (sums.right ?? noMoney)
  const found = state.findings.map(({ code, key }) => `${code} ${key}`)
  const parked = state.parked.map(({ reason, key }) => `${reason} ${key}`)
  const findings = [...found, ...parked].sort()
  const payment = stream.replace('payment-', '')
  const order = { payment, status: state.status, captured, refunded, chargedBack, findings }
  // a doubt names what settles it
  const isInDoubt = state.findings.some((finding) => 'asks' in finding)
  return isInDoubt ? { ...order, inDoubt: true } : order
}

/** A shop that accepts webhooks signed with one of its keys. */
export const shop = (keys: readonly string[], store: Store = emptyStore()): Shop => {
  /** Records the events of a message, or says why it cannot be read. */
  const record = (message: object): string | null => {
    const stored = readStored(message)
    const read = isLeft(stored) ? stored : readMessage(stored.right)
    if (isLeft(read)) return pf.explain(read.left)
    const appended = ownLoop(pf).appendAll(store.tips, read.right)
    if (isLeft(appended)) return appended.left.error
    for (const entry of appended.right.entries) {
      store.logs.set(entry.stream, [...(store.logs.get(entry.stream) ?? []), entry])
    }
    for (const [stream, tip] of appended.right.tips) {
      store.tips.set(stream, tip)
      if (!stream.startsWith('payment-')) continue
      store.orders.set(stream, orderOf(stream, store.logs.get(stream) ?? []))
    }
    return null
  }

  return {
    webhook: (bytes, signature, receivedAt) => {
      const believed = fromWebhook(bytes, signature, keys, receivedAt)
      if (isLeft(believed)) return { status: 401, because: pf.explain(believed.left) }
      store.inbox.push({ receivedAt, bytes })
      const because = record(believed.right)
      // the message is stored, so sending it again would not help
      return because === null ? { status: 200 } : { status: 202, because }
    },
    answer: (answer) => {
      store.inbox.push(answer)
      record(answer)
    },
    orders: () => [...store.orders.values()],
  }
}
