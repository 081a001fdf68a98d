/** What truly happened at the provider, before anybody tells of it: the facts of one life. */
import type { Instant } from '../words/instant.ts'
import type { Channel, Mode } from '../words/names.ts'
import type { Setting } from './setting.ts'

/** One thing that happened, once: the name of its event, when, and what it was about. */
export interface Fact {
  readonly type: string
  readonly at: Instant
  /** Which refund, chargeback or payment it is about; empty for what happens once. */
  readonly about: string
  /** Minor units, where money moved. */
  readonly amount?: number
}

/** A 3-D Secure session's life. */
export interface SessionHistory {
  readonly kind: 'session'
  readonly setting: Setting
  readonly mode: Mode
  readonly channel: Channel
  readonly facts: readonly Fact[]
}

/** A payment's life. A SEPA payment is made on the mandate whose ids end in `mandate`. */
export interface PaymentHistory {
  readonly kind: 'payment'
  readonly method: 'sepa' | 'ticket'
  readonly setting: Setting
  readonly mandate: string
  readonly facts: readonly Fact[]
}

/** A mandate's life: its own facts, what its payments meant for it, and those payments. */
export interface MandateHistory {
  readonly kind: 'mandate'
  readonly setting: Setting
  readonly facts: readonly Fact[]
  readonly payments: readonly PaymentHistory[]
}

/** The life of anything that has a machine. */
export type History = SessionHistory | PaymentHistory | MandateHistory
