/** What really happened at the provider, before any message reports it: facts per entity. */
import type { Channel, Mode } from '../../../machines/words/session-names.ts'
import type { Instant } from '../../words/time/instant.ts'
import type { Setting } from './setting.ts'

/** Something that happened once: its event type, its time and its entity. */
export interface Fact {
  readonly type: string
  readonly at: Instant
  /** The id of a refund, chargeback or payment; empty for an event that happens only once. */
  readonly entityId: string
  /** The amount in minor units, if money moved. */
  readonly amount?: number
}

/** The history of a 3-D Secure session. */
export interface SessionHistory {
  readonly kind: 'session'
  readonly setting: Setting
  readonly mode: Mode
  readonly channel: Channel
  readonly facts: readonly Fact[]
}

/** The history of a payment. The ids of a SEPA payment's mandate end in `mandate`. */
export interface PaymentHistory {
  readonly kind: 'payment'
  readonly method: 'sepa' | 'ticket'
  readonly setting: Setting
  readonly mandate: string
  readonly facts: readonly Fact[]
}

/** The history of a mandate: its own facts, its payments' consequences, and those payments. */
export interface MandateHistory {
  readonly kind: 'mandate'
  readonly setting: Setting
  readonly facts: readonly Fact[]
  readonly payments: readonly PaymentHistory[]
}

/** The history of any entity that has a machine. */
export type TrueHistory = SessionHistory | PaymentHistory | MandateHistory
