/** The setting of a flow: its ids, amount, mandate type, dialect and start. */
import type { MandateType } from '../../../machines/words/mandate-names.ts'
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
