/**
 * The scenarios of the ticket sandbox's four simulators, named after what each simulator causes.
 */
import { shift } from '../../words/time/instant.ts'
import { answered, links, type Step, webhook } from './provider-messages.ts'
import type { Scenario } from './scenario.ts'
import type { Setting } from './setting.ts'

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

const payment = answered(0, 'createPayment', (setting) => {
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

const reported = (hours: number, type: string, action?: string): Step =>
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

const waiting = [payment, reported(0, 'payment_pending'), details]
const paid = [
  ...waiting,
  reported(24, 'payment_capture_pending', 'capture'),
  reported(25, 'payment_captured', 'capture'),
]
const refunding = [...paid, refund, reported(72, 'payment_refund_pending', 'refund')]

const scenario = (
  title: string,
  simulators: readonly (keyof typeof SIMULATORS)[],
  steps: readonly Step[],
  payment: string,
  [captured, refunded]: readonly [number, number],
): Scenario => ({
  title,
  method: 'ticket',
  sandbox: { simulators },
  steps,
  end: { payment, mandate: null, captured, refunded, chargedBack: 0 },
})

/**
 * One scenario for each simulator link. The sandbox supports only the direct flow, and only with
 * the word "simulate" in the description. @spec interface#ticket-simulator
 */
export const ticketSandbox = {
  paymentSucceeds: scenario(
    'the ticket is paid',
    ['simulator:payment-succeed'],
    paid,
    'captured',
    [1, 0],
  ),
  paymentExpires: scenario(
    'the ticket expires',
    ['simulator:payment-expire'],
    [...waiting, reported(24, 'payment_expired', 'expiry')],
    'expired',
    [0, 0],
  ),
  refundSucceeds: scenario(
    'the ticket is paid, then refunded in full',
    ['simulator:payment-succeed', 'simulator:refund-succeed'],
    [...refunding, reported(96, 'payment_refunded', 'refund')],
    'refunded',
    [1, 1],
  ),
  refundFails: scenario(
    'the ticket is paid, its refund is declined',
    ['simulator:payment-succeed', 'simulator:refund-fail'],
    [...refunding, reported(96, 'payment_refund_declined', 'refund')],
    'captured',
    [1, 0],
  ),
} as const satisfies Readonly<Record<string, Scenario>>
