/** What a shop is to its tests: two ways in for what the provider says, and an order book to read. */
import type { Delivery } from 'payfold/testing'

/** A row of the order book: what became of one payment. Amounts in minor units. */
export interface Order {
  readonly payment: string
  readonly status: string
  /** Null where money came and nobody has said how much. */
  readonly captured: number | null
  readonly refunded: number
  readonly chargedBack: number
  /** What somebody should look into. */
  readonly findings: readonly string[]
}

/** The answer to a webhook, as HTTP has it. */
export interface Reply {
  readonly status: 200 | 202 | 401
  readonly because?: string
}

/** What the provider's answers are, kept with what was asked. */
export type Answer = Extract<Delivery, { readonly kind: 'response' }>

/** A backend, as far as its messages and its order book go. */
export interface Shop {
  /** A webhook as it arrives: its bytes, its `Cko-Signature`, and when. */
  readonly webhook: (bytes: Uint8Array, signature: string, receivedAt: string) => Reply
  /** What a call of the shop's own was answered with. */
  readonly answer: (answer: Answer) => void
  readonly orders: () => readonly Order[]
}
