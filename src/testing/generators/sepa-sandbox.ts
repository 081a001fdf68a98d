/** The scenarios of the sandbox's nine SEPA accounts, named after what happens to a payment. */
import { answered, links, type Step, webhook } from './provider-messages.ts'
import type { Scenario } from './scenario.ts'

const source = answered(0, 'createSource', (setting) => ({
  request: {
    type: 'sepa',
    source_data: { billing_descriptor: 'Sandbox', mandate_type: setting.mandateType },
  },
  status: 201,
  body: {
    id: `src_${setting.name}`,
    type: 'Sepa',
    response_code: '10000',
    response_data: { mandate_reference: `MANDATE-${setting.name}` },
    customer: { id: `cus_${setting.name}` },
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

const reported = (hours: number, type: string, action?: string): Step =>
  webhook(hours, type, ({ name }) => ({
    currency: 'EUR',
    source: { type: 'sepa', id: `src_${name}` },
    customer: { id: `cus_${name}` },
    ...(action === undefined ? {} : { action_id: `act_${name}${action}` }),
  }))

const accepted = [source, payment('Pending'), reported(1, 'payment_pending')]
const paid = [...accepted, reported(48, 'payment_captured', 'capture')]

const nothing = { captured: 0, refunded: 0, chargedBack: 0 }

const scenario = (
  title: string,
  sandbox: Scenario['sandbox'],
  steps: readonly Step[],
  end: Omit<Scenario['end'], 'captured' | 'refunded' | 'chargedBack'>,
  money = nothing,
): Scenario => ({ title, method: 'sepa', sandbox, steps, end: { ...end, ...money } })

const chargedBack = (title: string, token: string, days: number): Scenario =>
  scenario(
    `paid, then charged back ${title}`,
    { codes: [1, 3, 4], token },
    [...paid, reported(48 + days * 24, 'payment_chargeback', 'chargeback')],
    { payment: 'charged_back', mandate: { single: 'consumed', recurring: 'active' } },
    { captured: 1, refunded: 0, chargedBack: 1 },
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
  paid: scenario(
    'collected and paid out',
    { codes: [1, 3], token: null },
    paid,
    { payment: 'captured', mandate: { single: 'consumed', recurring: 'active' } },
    { captured: 1, refunded: 0, chargedBack: 0 },
  ),
  chargedBackByMerchant: chargedBack("at the merchant's request", 'RFND', 5),
  chargedBackByCustomer: chargedBack('by a dispute of the customer', 'ACT', 40),
  chargedBackForFunds: chargedBack('for insufficient funds', 'NSF', 3),
  chargedBackForOther: chargedBack('for other reasons', 'OTHR', 4),
  chargedBackForFormat: chargedBack('for format errors', 'FRM', 1),
} as const satisfies Readonly<Record<string, Scenario>>
