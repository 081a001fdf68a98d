/** The messages that report a payment's facts: responses, webhooks, lists of actions, snapshots. */
import type { Instant } from '../../words/time/instant.ts'
import type { Fact, PaymentHistory } from './history.ts'
import { answered, type Step, webhook } from './provider-messages.ts'
import type { Setting } from './setting.ts'

const paymentId = ({ name }: Setting): string => `pay_${name}`

const actionId = ({ name }: Setting, { type, entityId }: Fact): string =>
  `act_${name}${entityId === '' ? type.replace('payment_', '').replaceAll('_', '') : entityId}`

const currencyOf = ({ method }: PaymentHistory): string => (method === 'sepa' ? 'EUR' : 'ARS')

const sourceOf = ({ method, mandate }: PaymentHistory): object =>
  method === 'sepa'
    ? { type: 'sepa', id: `src_${mandate}` }
    : { type: 'pagofacil', integration_type: 'direct' }

const requestOf = (history: PaymentHistory): object => {
  const { method, setting, mandate } = history
  const source =
    method === 'sepa'
      ? { type: 'id', id: `src_${mandate}` }
      : { type: 'pagofacil', integration_type: 'direct', country: 'AR' }
  const { name, amount } = setting
  return { source, amount, currency: currencyOf(history), reference: `ORD-${name}` }
}

const isFirst = ({ facts }: PaymentHistory, fact: Fact): boolean => facts[0] === fact

/** The response to the request that causes a fact; null if no request does. */
export const responseOf = (history: PaymentHistory, fact: Fact): Step | null => {
  const { setting } = history
  const { name } = setting
  const reference = `ORD-${name}`
  if (isFirst(history, fact)) {
    const status = fact.type === 'payment_declined' ? 'Declined' : 'Pending'
    const body = {
      id: paymentId(setting),
      status,
      reference,
      customer: { id: `cus_${history.mandate}` },
    }
    const exchange = { key: 'payment', request: requestOf(history), status: 202, body }
    return answered(fact.at, 'createPayment', () => exchange)
  }
  if (fact.type !== 'refund_requested') return null
  const params = { payment_id: paymentId(setting) }
  const request = { amount: fact.amount, reference: `REF-${fact.entityId}` }
  const body = { action_id: actionId(setting, fact), reference: `REF-${fact.entityId}` }
  const exchange = { key: fact.entityId, params, request, status: 202, body }
  return answered(fact.at, 'requestRefund', () => exchange)
}

const disputeId = ({ name }: Setting, { entityId }: Fact): string => `dsp_${name}${entityId}`

/** Writes a dispute. It names the action that is disputed: the capture. @spec interface#disputes */
const dispute = (setting: Setting, fact: Fact) => ({
  id: disputeId(setting, fact),
  payment_id: paymentId(setting),
  payment_action_id: `act_${setting.name}captured`,
  amount: fact.amount,
})

/** The webhook that reports a fact; null for a requested refund, which only our request starts. */
export const webhookOf = (
  history: PaymentHistory,
  fact: Fact,
  dialect: Setting['dialect'],
): Step | null => {
  const { setting } = history
  if (fact.type === 'refund_requested') return null
  const written = { ...setting, dialect }
  if (fact.type === 'chargeback_reversed') {
    return (_, number) =>
      webhook(fact.at, 'dispute_won', () => dispute(setting, fact))(written, number)
  }
  const action = fact.type === 'payment_pending' ? {} : { action_id: actionId(setting, fact) }
  const data = {
    ...action,
    ...(fact.type === 'payment_chargeback' ? { dispute_id: disputeId(setting, fact) } : {}),
    amount: fact.amount ?? setting.amount,
    currency: currencyOf(history),
    source: sourceOf(history),
    customer: { id: `cus_${history.mandate}` },
  }
  return (_, number) => webhook(fact.at, fact.type, () => data)(written, number)
}

/** Returns the facts up to a time. */
const by = (facts: readonly Fact[], at: Instant): readonly Fact[] =>
  facts.filter((fact) => fact.at <= at)

/** Writes a refund as the list shows it: at its latest stage. */
const refundAction = (setting: Setting, facts: readonly Fact[], asked: Fact): object => {
  const stages = facts.filter(({ entityId }) => entityId === asked.entityId)
  const last = stages.reduce((a, b) => (b.at >= a.at ? b : a), asked)
  const approved = { payment_refunded: true, payment_refund_declined: false }[last.type]
  return {
    id: actionId(setting, asked),
    type: 'Refund',
    processed_on: last.at,
    amount: last.amount,
    ...(approved === undefined ? {} : { approved }),
  }
}

const actionOf = (setting: Setting, facts: readonly Fact[], fact: Fact): readonly object[] => {
  const { type, at, amount = setting.amount } = fact
  const action = { id: actionId(setting, fact), processed_on: at, amount, approved: true }
  if (type === 'refund_requested') return [refundAction(setting, facts, fact)]
  if (type === 'payment_captured') return [{ ...action, type: 'Capture' }]
  return type === 'payment_chargeback' ? [{ ...action, type: 'Return' }] : []
}

/** The list of actions at a time, newest first; it may show what was true at an earlier one. */
export const actionsAt = (
  { setting, facts }: PaymentHistory,
  at: Instant,
  trueAt: Instant = at,
): Step => {
  const known = by(facts, trueAt)
  const body = known.flatMap((fact) => actionOf(setting, known, fact)).toReversed()
  return answered(at, 'getPaymentActions', () => ({
    params: { id: paymentId(setting) },
    status: 200,
    body,
  }))
}

const ENDS: Readonly<Record<string, string>> = {
  payment_declined: 'Declined',
  payment_canceled: 'Canceled',
  payment_expired: 'Expired',
}

/**
 * The status that the provider shows; a chargeback does not change it.
 * @spec interface#payment-statuses
 */
const statusAt = (known: readonly Fact[], amount: number): string => {
  const last = (entityId: string): string =>
    known.filter((fact) => fact.entityId === entityId).reduce((a, b) => (b.at >= a.at ? b : a)).type
  const refunded = known
    .filter(({ type, entityId }) => type === 'payment_refunded' && last(entityId) === type)
    .reduce((sum, fact) => sum + (fact.amount ?? 0), 0)
  if (known.some(({ type }) => type === 'payment_captured')) {
    if (refunded === 0) return 'Captured'
    return refunded < amount ? 'Partially Refunded' : 'Refunded'
  }
  const end = known.find(({ type }) => Object.hasOwn(ENDS, type))
  return end === undefined ? 'Pending' : (ENDS[end.type] ?? 'Pending')
}

/** The provider's snapshot of the payment at a time; it may show what was true at an earlier one. */
export const snapshotAt = (history: PaymentHistory, at: Instant, trueAt: Instant = at): Step => {
  const { setting, facts } = history
  const body = {
    id: paymentId(setting),
    requested_on: facts[0]?.at,
    source: sourceOf(history),
    amount: setting.amount,
    currency: currencyOf(history),
    status: statusAt(by(facts, trueAt), setting.amount),
    customer: { id: `cus_${history.mandate}` },
  }
  const params = { payment_id: paymentId(setting) }
  return answered(at, 'getPayment', () => ({ params, status: 200, body }))
}
