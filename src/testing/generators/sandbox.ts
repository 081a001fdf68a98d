/** The flows of the provider's sandbox: their messages, and the end that they must lead to. */
import type { MandateType } from '../../../machines/words/mandate-names.ts'
import { shift } from '../../words/time/instant.ts'
import { sourceBody } from './messages.ts'
import { answered, type Delivery, links, type MessageStep, webhook } from './provider-messages.ts'
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

/**
 * A played flow: its messages in the order in which they are sent, and the end that they must lead
 * to.
 */
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

const source = answered(0, 'createSource', (setting) => ({
  request: {
    type: 'sepa',
    source_data: { billing_descriptor: 'Sandbox', mandate_type: setting.mandateType },
  },
  status: 201,
  body: {
    ...sourceBody(setting),
    _links: links({
      self: `/sources/src_${setting.name}`,
      'sepa:mandate-cancel': `/sepa-external/mandates/src_${setting.name}/cancel`,
      'sepa:mandate-get': `/sepa-external/mandates/src_${setting.name}`,
    }),
  },
}))

const payment = (status: 'Pending' | 'Declined') =>
  answered(1, 'createPayment', (setting) => {
    const { name, amount } = setting
    const reference = `ORD-${name}`
    return {
      request: { source: { type: 'id', id: `src_${name}` }, amount, currency: 'EUR', reference },
      status: 201,
      body: {
        id: `pay_${name}`,
        status,
        reference,
        customer: { id: `cus_${name}` },
        _links: links({ self: `/payments/pay_${name}` }),
      },
    }
  })

const reported = (hours: number, type: string, action?: string): MessageStep =>
  webhook(hours, type, ({ name }) => ({
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
    customer: { id: `cus_${name}` },
    ...(action === undefined ? {} : { action_id: `act_${name}${action}` }),
  }))

const accepted = [source, payment('Pending'), reported(1, 'payment_pending')]
const paid = [...accepted, reported(48, 'payment_captured', 'capture')]

/** An end, where money that is not named did not move. */
type EndOfFlow = Pick<Scenario['end'], 'payment' | 'mandate'> & Partial<Scenario['end']>

const nothing = { captured: 0, refunded: 0, chargedBack: 0 }

const scenario = (
  title: string,
  sandbox: Scenario['sandbox'],
  steps: readonly MessageStep[],
  end: EndOfFlow,
): Scenario => ({ title, method: 'sepa', sandbox, steps, end: { ...nothing, ...end } })

const chargedBack = (title: string, token: string, days: number): Scenario =>
  scenario(
    `paid, then charged back ${title}`,
    { codes: [1, 3, 4], token },
    [...paid, reported(48 + days * 24, 'payment_chargeback', 'chargeback')],
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
    [source, payment('Declined'), reported(1, 'payment_declined', 'decline')],
    { payment: 'declined', mandate: { single: 'active', recurring: 'active' } },
  ),
  neverCollected: scenario('accepted, but never collected', { codes: [1], token: null }, accepted, {
    payment: 'pending',
    mandate: { single: 'reserved', recurring: 'active' },
  }),
  canceledBeforeCollection: scenario(
    'accepted, then cancelled before collection',
    { codes: [1, 2], token: null },
    [...accepted, reported(24, 'payment_canceled', 'cancel')],
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

const SIMULATORS = {
  'simulator:payment-succeed': 'succeed',
  'simulator:payment-expire': 'expire',
  'simulator:refund-succeed': 'refund-succeed',
  'simulator:refund-fail': 'refund-fail',
} as const

const linksOf = ({ name: payment }: Setting) => {
  const base = `/apms/pagofacil/payments/pay_${payment}`
  return links({
    self: `/payments/pay_${payment}`,
    ...Object.fromEntries(Object.entries(SIMULATORS).map(([name, to]) => [name, `${base}/${to}`])),
  })
}

const sourceOf = ({ name }: Setting) => ({
  type: 'pagofacil',
  provider_order_id: `order-${name}`,
  provider_payment_id: `payment-${name}`,
  integration_type: 'direct',
  description: 'simulate',
})

const ticket = answered(0, 'createPayment', (setting) => {
  const { name, amount } = setting
  const source = {
    type: 'pagofacil',
    integration_type: 'direct',
    country: 'AR',
    description: 'simulate',
  }
  return {
    request: { source, amount, currency: 'ARS', reference: `ORD-${name}` },
    status: 202,
    body: {
      id: `pay_${name}`,
      status: 'Pending',
      customer: { id: `cus_${name}` },
      _links: linksOf(setting),
    },
  }
})

const details = answered(1, 'getPayment', (setting) => {
  const { name, amount, startsAt } = setting
  const expires = shift(startsAt, 30 * 86_400).slice(0, 19)
  return {
    params: { payment_id: `pay_${name}` },
    status: 200,
    body: {
      id: `pay_${name}`,
      requested_on: `${startsAt.slice(0, 19)}Z`,
      source: {
        ...sourceOf(setting),
        ticket: { type: 'NUMERIC', expiration_date: expires, provider_name: 'Pago Fácil' },
      },
      amount,
      currency: 'ARS',
      payment_type: 'Regular',
      status: 'Pending',
      risk: { flagged: false },
      customer: { id: `cus_${name}` },
      _links: linksOf(setting),
    },
  }
})

const ticketReported = (hours: number, type: string, action?: string): MessageStep =>
  webhook(hours, type, (setting) => ({
    currency: 'ARS',
    source: sourceOf(setting),
    ...(action === undefined ? {} : { action_id: `act_${setting.name}${action}` }),
  }))

const refund = answered(72, 'requestRefund', (setting) => ({
  params: { payment_id: `pay_${setting.name}` },
  request: { amount: setting.amount, reference: `REF-${setting.name}` },
  status: 202,
  body: {
    action_id: `act_${setting.name}refund`,
    reference: `REF-${setting.name}`,
    _links: links({ payment: `/payments/pay_${setting.name}` }),
  },
}))

const waiting = [ticket, ticketReported(0, 'payment_pending'), details]
const paidTicket = [
  ...waiting,
  ticketReported(24, 'payment_capture_pending', 'capture'),
  ticketReported(25, 'payment_captured', 'capture'),
]
const refunding = [...paidTicket, refund, ticketReported(72, 'payment_refund_pending', 'refund')]

const ticketScenario = (
  title: string,
  simulators: readonly (keyof typeof SIMULATORS)[],
  steps: readonly MessageStep[],
  end: Omit<EndOfFlow, 'mandate'>,
): Scenario => ({
  title,
  method: 'ticket',
  sandbox: { simulators },
  steps,
  end: { ...nothing, ...end, mandate: null },
})

/**
 * One scenario for each simulator link. The sandbox supports only the direct flow, and only with
 * the word "simulate" in the description. @spec interface#ticket-simulator
 */
export const ticketSandbox = {
  paymentSucceeds: ticketScenario('the ticket is paid', ['simulator:payment-succeed'], paidTicket, {
    payment: 'captured',
    captured: 1,
  }),
  paymentExpires: ticketScenario(
    'the ticket expires',
    ['simulator:payment-expire'],
    [...waiting, ticketReported(24, 'payment_expired', 'expiry')],
    { payment: 'expired' },
  ),
  refundSucceeds: ticketScenario(
    'the ticket is paid, then refunded in full',
    ['simulator:payment-succeed', 'simulator:refund-succeed'],
    [...refunding, ticketReported(96, 'payment_refunded', 'refund')],
    { payment: 'refunded', captured: 1, refunded: 1 },
  ),
  refundFails: ticketScenario(
    'the ticket is paid, its refund is declined',
    ['simulator:payment-succeed', 'simulator:refund-fail'],
    [...refunding, ticketReported(96, 'payment_refund_declined', 'refund')],
    { payment: 'captured', captured: 1 },
  ),
} as const satisfies Readonly<Record<string, Scenario>>
