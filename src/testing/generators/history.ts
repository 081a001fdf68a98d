/** What really happened at the provider, before any message reports it: the setting, and facts per entity. */
import type { MandateType } from '../../../machines/words/mandate-names.ts'
import type { Channel, Mode } from '../../../machines/words/session-names.ts'
import type { Instant } from '../../words/time/instant.ts'

/** The free choices of a flow; `defaultSetting` holds the defaults. */
export interface Setting {
  /** The letters and digits in every id of the flow: `pay_…`, `src_…`, `evt_…1`. */
  readonly name: string
  /** The payment's amount in minor units. */
  readonly amount: number
  /** How often the SEPA mandate may be used. */
  readonly mandateType: MandateType
  /** Which generation of the provider's platform sends the webhooks. */
  readonly dialect: 'older' | 'newer'
  /** When the first request is sent. */
  readonly startsAt: Instant
}

/** A recurring mandate, 60.00, the older dialect, a Monday in March. */
export const defaultSetting: Setting = {
  name: 'sandbox',
  amount: 6000,
  mandateType: 'recurring',
  dialect: 'older',
  startsAt: '2026-03-02T09:00:00.0000000Z' as Instant,
}

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
