/** What a recorded flow is about: the things in it, the money, when it begins, who writes it down. */
import type { Instant } from '../words/instant.ts'
import type { MandateType } from '../words/names.ts'

/** The free choices of a flow; `defaultSetting` has one of each. */
export interface Setting {
  /** Letters and digits that every id in the flow ends in: `pay_…`, `src_…`, `evt_…1`. */
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
