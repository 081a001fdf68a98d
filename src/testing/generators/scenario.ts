/** A named flow of the provider's sandbox: its messages, and the end that they must lead to. */
import type { MandateType } from '../../../machines/words/mandate-names.ts'
import type { Delivery, Step } from './provider-messages.ts'
import { defaultSetting, type Setting } from './setting.ts'

/**
 * One flow. `sandbox` holds the sandbox's own terms: the payment's status codes in order (1
 * accepted, 2 canceled, 3 paid, 4 charge-back), the token of a chargeback, and the simulator links
 * to call. In `end`, money is a fraction of the payment's amount: 1 is all of it.
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

/** The end of a flow: the statuses of its payment and its mandate, and the money in minor units. */
export interface ScenarioEnd {
  readonly payment: string
  readonly mandate: string | null
  readonly captured: number
  readonly refunded: number
  readonly chargedBack: number
}

/**
 * A played flow: its messages in the order in which they are sent, and the end that they must lead
 * to.
 */
export interface Played {
  readonly deliveries: readonly Delivery[]
  readonly end: ScenarioEnd
}

/**
 * Plays a scenario: returns its messages as a backend would keep them. Pass each to `readDelivery`,
 * in this order or any other, once or more often.
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
