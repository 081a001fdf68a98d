/** What truly happened at the provider, before anybody tells of it: the facts of one history. */
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
export interface SessionStory {
  readonly kind: 'session'
  readonly setting: Setting
  readonly mode: Mode
  readonly channel: Channel
  readonly facts: readonly Fact[]
}

/** A payment's life. */
export interface PaymentStory {
  readonly kind: 'payment'
  readonly method: 'sepa' | 'ticket'
  readonly setting: Setting
  readonly facts: readonly Fact[]
}
