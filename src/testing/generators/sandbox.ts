/** The flows of the provider's sandbox: their messages, and the end that they must lead to. */
import type { MandateType } from '../../../machines/words/mandate-names.ts'
import { shift } from '../../words/time/instant.ts'
import {
  defaultSetting,
  type Fact,
  type PaymentHistory,
  type Setting,
  type TrueHistory,
} from './history.ts'
import type { Delivery, HistoryMessage, MessageStep } from './messages.ts'
import { responseTo, snapshotAt, webhookAbout } from './messages.ts'

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
  readonly steps: readonly MessageStep[]
  readonly end: {
    readonly payment: string
    readonly mandate: Readonly<Record<MandateType, string>> | null
    readonly captured: number
    readonly refunded: number
    readonly chargedBack: number
  }
}

/** The end of a flow: the statuses of its payment and its mandate, and the money in minor units. */
export interface ScenarioEnd extends Omit<Scenario['end'], 'mandate'> {
  readonly mandate: string | null
}

/** A played flow: its messages in the order of sending, and the end that they must lead to. */
export interface Played {
  readonly deliveries: readonly Delivery[]
  readonly end: ScenarioEnd
}

/**
 * Plays a scenario: returns its messages as a backend would keep them. Pass each to `readStored`,
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

/** What happens in a flow, in this order, and how many hours after its start. */
type Flow = Readonly<Record<string, number>>

const entityOf = (type: string): string => {
  if (type.includes('refund')) return 'refund1'
  return type === 'payment_chargeback' ? 'chargeback1' : ''
}

const messagesAbout = (payment: PaymentHistory, fact: Fact) => {
  const { setting } = payment
  const { at, type } = fact
  if (type === 'looked_up') return [snapshotAt(payment, at)]
  const isOfMandate = type === 'mandate_created'
  const mandate: TrueHistory = { kind: 'mandate', setting, facts: [fact], payments: [] }
  const history = isOfMandate ? mandate : payment
  return [responseTo(history, fact), webhookAbout(history, fact, setting.dialect)].filter(
    (message) => message !== null,
  )
}

const messagesOf = (
  method: Scenario['method'],
  flow: Flow,
  setting: Setting,
): readonly HistoryMessage[] => {
  const { startsAt, amount, name } = setting
  const all = Object.entries(flow).map(([type, hours]): Fact => {
    const happened = { type, at: shift(startsAt, hours * 3600), entityId: entityOf(type) }
    return happened.entityId === '' ? happened : { ...happened, amount }
  })
  const facts = all.filter(({ type }) => /^(payment|refund)_/.test(type))
  const payment: PaymentHistory = { kind: 'payment', method, setting, mandate: name, facts }
  return all.flatMap((fact) => messagesAbout(payment, fact))
}

/** The messages of a flow: in every setting there are as many. */
const stepsOf = (method: Scenario['method'], flow: Flow): readonly MessageStep[] =>
  messagesOf(method, flow, defaultSetting).map(
    (_, index): MessageStep =>
      (setting, number) =>
        (messagesOf(method, flow, setting)[index] as HistoryMessage)(number),
  )

const accepted: Flow = { mandate_created: 0, payment_pending: 1 }
const paid: Flow = { ...accepted, payment_captured: 48 }

/** An end, where money that is not named did not move. */
type EndOfFlow = Pick<Scenario['end'], 'payment'> & Partial<Scenario['end']>

const nothing = { captured: 0, refunded: 0, chargedBack: 0 }

const scenarioOf =
  (method: Scenario['method']) =>
  (title: string, sandbox: Scenario['sandbox'], flow: Flow, end: EndOfFlow): Scenario => {
    const steps = stepsOf(method, flow)
    const whole = { ...nothing, ...end, mandate: end.mandate ?? null }
    return { title, method, sandbox, steps, end: whole }
  }

const scenario = scenarioOf('sepa')

const chargedBack = (title: string, token: string, days: number): Scenario =>
  scenario(
    `paid, then charged back ${title}`,
    { codes: [1, 3, 4], token },
    { ...paid, payment_chargeback: 48 + days * 24 },
    {
      payment: 'charged_back',
      mandate: { single: 'consumed', recurring: 'active' },
      captured: 1,
      chargedBack: 1,
    },
  )

/**
 * One scenario for each account. The status codes and tokens are the sandbox's own; no message
 * contains them, because the interface does not say in which field they are. We chose the
 * durations, within the interface's windows. @spec interface#sepa-sandbox
 */
export const sepaSandbox = {
  bankDetailsInvalid: scenario(
    'invalid bank details, the payment is not accepted',
    { codes: [], token: null },
    { mandate_created: 0, payment_declined: 1 },
    { payment: 'declined', mandate: { single: 'active', recurring: 'active' } },
  ),
  neverCollected: scenario('accepted, but never collected', { codes: [1], token: null }, accepted, {
    payment: 'pending',
    mandate: { single: 'reserved', recurring: 'active' },
  }),
  canceledBeforeCollection: scenario(
    'accepted, then cancelled before collection',
    { codes: [1, 2], token: null },
    { ...accepted, payment_canceled: 24 },
    { payment: 'canceled', mandate: { single: 'active', recurring: 'active' } },
  ),
  paid: scenario('collected and paid out', { codes: [1, 3], token: null }, paid, {
    payment: 'captured',
    mandate: { single: 'consumed', recurring: 'active' },
    captured: 1,
  }),
  chargedBackByMerchant: chargedBack("at the merchant's request", 'RFND', 5),
  chargedBackByCustomer: chargedBack('by a dispute of the customer', 'ACT', 40),
  chargedBackForFunds: chargedBack('for insufficient funds', 'NSF', 3),
  chargedBackForOther: chargedBack('for other reasons', 'OTHR', 4),
  chargedBackForFormat: chargedBack('for format errors', 'FRM', 1),
} as const satisfies Readonly<Record<string, Scenario>>

const waiting: Flow = { payment_pending: 0, looked_up: 1 }
const paidTicket: Flow = { ...waiting, payment_capture_pending: 24, payment_captured: 25 }
const refunding: Flow = { ...paidTicket, refund_requested: 72, payment_refund_pending: 72 }

const ticketScenario = scenarioOf('ticket')

const simulated = (...links: readonly string[]): Scenario['sandbox'] => ({
  simulators: links.map((each) => `simulator:${each}`),
})

/**
 * One scenario for each simulator link. The sandbox supports only the direct flow, and only with
 * the word "simulate" in the description. @spec interface#ticket-simulator
 */
export const ticketSandbox = {
  paymentSucceeds: ticketScenario('the ticket is paid', simulated('payment-succeed'), paidTicket, {
    payment: 'captured',
    captured: 1,
  }),
  paymentExpires: ticketScenario(
    'the ticket expires',
    simulated('payment-expire'),
    { ...waiting, payment_expired: 24 },
    { payment: 'expired' },
  ),
  refundSucceeds: ticketScenario(
    'the ticket is paid, then refunded in full',
    simulated('payment-succeed', 'refund-succeed'),
    { ...refunding, payment_refunded: 96 },
    { payment: 'refunded', captured: 1, refunded: 1 },
  ),
  refundFails: ticketScenario(
    'the ticket is paid, its refund is declined',
    simulated('payment-succeed', 'refund-fail'),
    { ...refunding, payment_refund_declined: 96 },
    { payment: 'captured', captured: 1 },
  ),
} as const satisfies Readonly<Record<string, Scenario>>
