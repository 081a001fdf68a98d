/**
 * A shop as its tests see it: two inputs for the provider's messages, and an order book to read.
 */
import type { Delivery } from 'payfold/testing'

/** A row of the order book: the outcome of one payment. Amounts are in minor units. */
export interface Order {
  readonly payment: string
  readonly status: string
  /** Null if money arrived, but no message named the amount. */
  readonly captured: number | null
  readonly refunded: number
  readonly chargedBack: number
  /** Something that a person should look into. */
  readonly findings: readonly string[]
  /** The messages do not determine the money: a look-up, or a person, settles it. */
  readonly inDoubt?: true
}

/** The HTTP response to a webhook. */
export interface Reply {
  readonly status: 200 | 202 | 401
  readonly because?: string
}

/** The provider's responses, stored with their requests. */
export type Answer = Extract<Delivery, { readonly kind: 'response' }>

/** A backend: its inputs and its order book. */
export interface Shop {
  /** Receives a webhook: its bytes, its `Cko-Signature`, and the time of receipt. */
  readonly webhook: (bytes: Uint8Array, signature: string, receivedAt: string) => Reply
  /** Receives the response to a request of the shop. */
  readonly answer: (answer: Answer) => void
  readonly orders: () => readonly Order[]
}
