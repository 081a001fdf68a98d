/** The messages that report the facts of a mandate, a payment or a session: responses, webhooks, callbacks, lists, snapshots. */
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact, MandateHistory, PaymentHistory, SessionHistory } from './history.ts'
import { answered, calledBack, type MessageStep, webhook } from './provider-messages.ts'
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
export const paymentResponse = (history: PaymentHistory, fact: Fact): MessageStep | null => {
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
export const paymentWebhook = (
  history: PaymentHistory,
  fact: Fact,
  dialect: Setting['dialect'],
): MessageStep | null => {
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
): MessageStep => {
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
export const paymentSnapshot = (
  history: PaymentHistory,
  at: Instant,
  trueAt: Instant = at,
): MessageStep => {
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

/** A SEPA source, as every response about it shows it. */
export const sourceBody = ({ name }: Setting): object => ({
  id: `src_${name}`,
  type: 'Sepa',
  response_code: '10000',
  response_data: { mandate_reference: `MANDATE-${name}` },
  customer: { id: `cus_${name}` },
})

/** The response to the request that causes a fact; null for consequences of payments. */
export const mandateResponse = (history: MandateHistory, fact: Fact): MessageStep | null => {
  const { name, mandateType } = history.setting
  if (fact.type === 'mandate_created') {
    const request = { type: 'sepa', source_data: { mandate_type: mandateType } }
    const exchange = { key: 'source', request, status: 201, body: sourceBody(history.setting) }
    return answered(fact.at, 'createSource', () => exchange)
  }
  if (fact.type !== 'mandate_cancelled') return null
  const exchange = { key: 'cancel', params: { source_id: `src_${name}` }, status: 200, body: {} }
  return answered(fact.at, 'cancelMandate', () => exchange)
}

/** The provider's snapshot of the source. */
export const mandateSnapshot = (history: MandateHistory, at: Fact['at']): MessageStep => {
  const params = { id: `src_${history.setting.name}` }
  return answered(at, 'getSource', () => ({
    params,
    status: 200,
    body: sourceBody(history.setting),
  }))
}

const sessionId = ({ name }: Setting): string => `sid_${name}`

const STATUSES: Readonly<Record<string, string>> = {
  session_created: 'pending',
  channel_data_submitted: 'processing',
  session_challenged: 'challenged',
  session_approved: 'approved',
  session_attempted: 'attempted',
  session_unavailable: 'unavailable',
  session_declined: 'declined',
  session_rejected: 'rejected',
  session_expired: 'expired',
  challenge_abandoned: 'challenge_abandoned',
}

const nextOf = ({ mode, channel }: SessionHistory, status: string): readonly string[] => {
  if (status === 'challenged') return mode === 'hosted' ? [] : ['challenge_cardholder']
  if (status === 'processing') return []
  if (status !== 'pending') return ['complete']
  if (mode === 'hosted') return ['redirect_cardholder']
  return channel === 'browser'
    ? ['collect_channel_data', 'issuer_fingerprint']
    : ['collect_channel_data']
}

const shownAt = (history: SessionHistory, at: Instant): object => {
  const { setting, facts } = history
  const known = facts.filter((fact) => fact.at <= at)
  const statuses = known.flatMap(({ type }) => STATUSES[type] ?? [])
  const status = statuses.at(-1) ?? 'pending'
  return {
    id: sessionId(setting),
    status,
    amount: setting.amount,
    currency: 'EUR',
    reference: `ORD-${setting.name}`,
    protocol_version: '2.2.0',
    completed: known.some(({ type }) => type === 'session_completed'),
    next_actions: nextOf(history, status),
    ...(['pending', 'processing', 'challenged'].includes(status)
      ? {}
      : { approved: status === 'approved' }),
  }
}

const REQUESTS: Readonly<Record<string, string>> = {
  session_created: 'createSession',
  channel_data_submitted: 'submitChannelData',
  session_completed: 'completeSession',
}

/** The response to the request that causes a fact; null if no request does. */
export const sessionResponse = (history: SessionHistory, fact: Fact): MessageStep | null => {
  const { setting, mode, channel } = history
  const endpoint = REQUESTS[fact.type]
  if (endpoint === undefined) return null
  const created = { completion: { type: mode }, amount: setting.amount, currency: 'EUR' }
  const request = endpoint === 'createSession' ? created : { channel }
  const params = { session_id: sessionId(setting) }
  const body = endpoint === 'completeSession' ? {} : shownAt(history, fact.at)
  const exchange = { key: endpoint, params, request, status: 200, body }
  return answered(fact.at, endpoint, () => exchange)
}

const WEBHOOKS: Readonly<Record<string, readonly [type: string, more: object]>> = {
  session_created: ['authentication_started', {}],
  session_approved: ['authentication_approved', {}],
  session_attempted: ['authentication_attempted', {}],
  session_unavailable: ['authentication_failed', { reason: 'Unavailable' }],
  session_declined: ['authentication_failed', { reason: 'Declined' }],
  session_rejected: ['authentication_failed', { reason: 'Rejected' }],
  session_expired: ['authentication_expired', { challenged: false }],
  challenge_abandoned: ['authentication_expired', { challenged: true }],
}

/** The webhook that reports a fact; null for our own steps and for what only a snapshot shows. */
export const sessionWebhook = (
  { setting }: SessionHistory,
  fact: Fact,
  dialect: Setting['dialect'],
): MessageStep | null => {
  const named = WEBHOOKS[fact.type]
  if (named === undefined) return null
  const [type, more] = named
  const written = { ...setting, dialect }
  const amount = String(setting.amount)
  const data = { session_id: sessionId(setting), amount, currency: 'EUR', ...more }
  return (_, number) => webhook(fact.at, type, () => data)(written, number)
}

/** The callback to our own address when a session is decided; null for other facts. */
export const callbackOf = (history: SessionHistory, fact: Fact): MessageStep | null =>
  WEBHOOKS[fact.type] === undefined || fact.type === 'session_created'
    ? null
    : calledBack(fact.at, shownAt(history, fact.at))

/** The provider's snapshot of the session at a time. */
export const sessionSnapshot = (history: SessionHistory, at: Instant): MessageStep => {
  const params = { session_id: sessionId(history.setting) }
  return answered(at, 'getSession', () => ({ params, status: 200, body: shownAt(history, at) }))
}

/** The snapshot that reports a challenge; no other message reports it. Null for other facts. */
export const shownOnly = (history: SessionHistory, fact: Fact): MessageStep | null =>
  fact.type === 'session_challenged' ? sessionSnapshot(history, shift(fact.at, 1)) : null
