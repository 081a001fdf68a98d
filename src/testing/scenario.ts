/** A named flow of the provider's sandbox: the messages it causes, and the end it must come to. */
import type { MandateType } from '../words/names.ts'
import type { Delivery, Step } from './messages.ts'
import { defaultSetting, type Setting } from './setting.ts'

/**
 * One flow. `sandbox` is what the sandbox calls it: the payment's status codes in their order (1
 * accepted, 2 canceled, 3 paid, 4 charge-back), the token of a chargeback, the simulator links that
 * are called. In `end`, money is in parts of the payment's amount: 1 is all of it.
 */
export interface Scenario {
  readonly title: string
  readonly method: 'sepa' | 'ticket'
  readonly sandbox: {
    readonly codes?: readonly number[]
    readonly token?: string | null
    readonly simulators?: readonly string[]
  }
  readonly steps: readonly Step[]
  readonly end: {
    readonly payment: string
    readonly mandate: Readonly<Record<MandateType, string>> | null
    readonly captured: number
    readonly refunded: number
    readonly chargedBack: number
  }
}

/** What a flow comes to: the statuses of its payment and its mandate, and the money in minor units. */
export interface End {
  readonly payment: string
  readonly mandate: string | null
  readonly captured: number
  readonly refunded: number
  readonly chargedBack: number
}

/** A flow as it was recorded: the messages in the order they are sent, and the end they must come to. */
export interface Played {
  readonly deliveries: readonly Delivery[]
  readonly end: End
}

/**
 * Plays a scenario: writes down its messages as a backend would keep them, each to be given to
 * `readDelivery`, in this order, any other, or more than once.
 */
export const play = (scenario: Scenario, choices: Partial<Setting> = {}): Played => {
  const setting: Setting = { ...defaultSetting, ...choices }
  const { payment, mandate, captured, refunded, chargedBack } = scenario.end
  const { amount, mandateType } = setting
  return {
    deliveries: scenario.steps.map((step, index) => step(setting, index + 1)),
    end: {
      payment,
      mandate: mandate === null ? null : mandate[mandateType],
      captured: captured * amount,
      refunded: refunded * amount,
      chargedBack: chargedBack * amount,
    },
  }
}
