/** The messages that report the facts of a mandate, a payment or a session: responses, webhooks, callbacks, lists, snapshots. */
import { type Instant, shift } from '../../words/time/instant.ts'
import type {
  Fact,
  MandateHistory,
  PaymentHistory,
  SessionHistory,
  Setting,
  TrueHistory,
} from './history.ts'

/** A message as a backend keeps it. */
export type Delivery =
  | {
      readonly kind: 'webhook' | 'callback'
      readonly receivedAt: Instant
      /** Whether the signature of a webhook was right when it arrived. */
      readonly isVerified?: boolean
      readonly body: object
    }
  | {
      readonly kind: 'response'
      readonly receivedAt: Instant
      /** When a look-up was asked for. */
      readonly askedAt?: Instant
      readonly endpoint: string
      readonly params: Readonly<Record<string, string>>
      readonly request: object | null
      readonly commandId: string
      readonly status: number
      readonly body: object
    }

/** Writes one message of a flow; `number` makes its id unique. */
export type MessageStep = (setting: Setting, number: number) => Delivery

/** Writes one message about a history; `number` makes its id unique. */
export type HistoryMessage = (number: number) => Delivery

/** The seconds until a webhook, a callback or a response arrives. */
const ON_THE_WAY = 3

/** A request of ours and its response; the idempotency key of the request ends in `key`. */
interface Answer {
  readonly key?: string
  readonly params?: Readonly<Record<string, string>>
  readonly request?: object
  readonly status?: number
  readonly body: object
}

/** Writes the response to a request of ours. */
const answered =
  ({ name }: Setting, at: Instant, endpoint: string, exchange: Answer): HistoryMessage =>
  (number) => {
    const { params = {}, request = null, status = 200, body, key = String(number) } = exchange
    const commandId = `command-${name}-${key}`
    const receivedAt = shift(at, ON_THE_WAY)
    const lookUp = endpoint.startsWith('get') ? { askedAt: at } : {}
    const response = { endpoint, params, request, commandId, status, body }
    return { kind: 'response', receivedAt, ...lookUp, ...response }
  }

/** Writes a webhook; the newer dialect has seven fractional digits, and the zone as an offset. */
const webhook =
  ({ name, amount, dialect }: Setting, at: Instant, type: string, more: object): HistoryMessage =>
  (number) => {
    const id = `evt_${name}${number}`
    const time = dialect === 'older' ? `${at.slice(0, 19)}Z` : `${at.slice(0, 27)}+00:00`
    const payment = { id: `pay_${name}`, amount, reference: `ORD-${name}` }
    const data = { ...payment, ...more, processed_on: time }
    const _links = { payment: { href: `https://api.provider.example/payments/pay_${name}` } }
    const body =
      dialect === 'older'
        ? { id, type, created_on: time, data, _links }
        : { id, source: 'gateway', type, timestamp: time, version: '1.0.47', data }
    return { kind: 'webhook', receivedAt: shift(at, ON_THE_WAY), isVerified: true, body }
  }

const by = (facts: readonly Fact[], at: Instant): readonly Fact[] =>
  facts.filter((fact) => fact.at <= at)

// payments -----------------------------------------------------------------
const paymentId = ({ name }: Setting): string => `pay_${name}`

const actionId = ({ name }: Setting, { type, entityId }: Fact): string =>
  `act_${name}${entityId === '' ? type.replace('payment_', '').replaceAll('_', '') : entityId}`

const disputeId = ({ name }: Setting, { entityId }: Fact): string => `dsp_${name}${entityId}`

const currencyOf = ({ method }: PaymentHistory): string => (method === 'sepa' ? 'EUR' : 'ARS')

const customerOf = ({ mandate }: PaymentHistory): object => ({ id: `cus_${mandate}` })

/** The source of a payment. The sandbox takes tickets only with this description. */
const sourceOf = ({ method, mandate, setting: { name } }: PaymentHistory): object =>
  method === 'sepa'
    ? { type: 'sepa', id: `src_${mandate}` }
    : {
        type: 'pagofacil',
        integration_type: 'direct',
        description: 'simulate',
        provider_order_id: `order-${name}`,
        provider_payment_id: `payment-${name}`,
      }

const requestOf = (history: PaymentHistory): object => {
  const { method, setting, mandate } = history
  const source =
    method === 'sepa'
      ? { type: 'id', id: `src_${mandate}` }
      : { type: 'pagofacil', integration_type: 'direct', country: 'AR', description: 'simulate' }
  const { name, amount } = setting
  return { source, amount, currency: currencyOf(history), reference: `ORD-${name}` }
}

const paymentResponse = (history: PaymentHistory, fact: Fact): HistoryMessage | null => {
  const { setting, facts } = history
  const { at, type, amount, entityId } = fact
  const id = paymentId(setting)
  if (facts[0] === fact) {
    const shown = { status: type === 'payment_declined' ? 'Declined' : 'Pending' }
    const body = { id, ...shown, reference: `ORD-${setting.name}`, customer: customerOf(history) }
    const exchange = { key: 'payment', request: requestOf(history), status: 202, body }
    return answered(setting, at, 'createPayment', exchange)
  }
  if (type !== 'refund_requested') return null
  const reference = `REF-${entityId}`
  const body = { action_id: actionId(setting, fact), reference }
  const asked = { key: entityId, params: { payment_id: id }, request: { amount, reference } }
  return answered(setting, at, 'requestRefund', { ...asked, status: 202, body })
}

/** Writes a dispute. It names the action that is disputed: the capture. @spec interface#disputes */
const dispute = (setting: Setting, fact: Fact) => ({
  id: disputeId(setting, fact),
  payment_id: paymentId(setting),
  payment_action_id: `act_${setting.name}captured`,
  amount: fact.amount,
})

/** The webhook that reports a fact; null for a requested refund, which only our request starts. */
const paymentWebhook = (
  history: PaymentHistory,
  fact: Fact,
  setting: Setting,
): HistoryMessage | null => {
  const { type, at, amount = setting.amount } = fact
  if (type === 'refund_requested') return null
  if (type === 'chargeback_reversed') {
    return webhook(setting, at, 'dispute_won', dispute(setting, fact))
  }
  return webhook(setting, at, type, {
    ...(type === 'payment_pending' ? {} : { action_id: actionId(setting, fact) }),
    ...(type === 'payment_chargeback' ? { dispute_id: disputeId(setting, fact) } : {}),
    amount,
    currency: currencyOf(history),
    source: sourceOf(history),
    customer: customerOf(history),
  })
}

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
): HistoryMessage => {
  const known = by(facts, trueAt)
  const body = known.flatMap((fact) => actionOf(setting, known, fact)).toReversed()
  return answered(setting, at, 'getPaymentActions', { params: { id: paymentId(setting) }, body })
}

const ENDS: Readonly<Record<string, string>> = {
  payment_declined: 'Declined',
  payment_canceled: 'Canceled',
  payment_expired: 'Expired',
}

/** The status; a chargeback does not change it. @spec interface#payment-statuses */
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
  return known.flatMap(({ type }) => ENDS[type] ?? [])[0] ?? 'Pending'
}

const paymentAt = (history: PaymentHistory, trueAt: Instant): object => ({
  id: paymentId(history.setting),
  requested_on: history.facts[0]?.at,
  source: sourceOf(history),
  amount: history.setting.amount,
  currency: currencyOf(history),
  status: statusAt(by(history.facts, trueAt), history.setting.amount),
  customer: customerOf(history),
})

// mandates -----------------------------------------------------------------
const sourceBody = ({ name }: Setting): object => ({
  id: `src_${name}`,
  type: 'Sepa',
  response_code: '10000',
  response_data: { mandate_reference: `MANDATE-${name}` },
  customer: { id: `cus_${name}` },
})

const mandateResponse = ({ setting }: MandateHistory, fact: Fact): HistoryMessage | null => {
  const { name, mandateType } = setting
  if (fact.type === 'mandate_created') {
    const request = { type: 'sepa', source_data: { mandate_type: mandateType } }
    const exchange = { key: 'source', request, status: 201, body: sourceBody(setting) }
    return answered(setting, fact.at, 'createSource', exchange)
  }
  if (fact.type !== 'mandate_cancelled') return null
  const exchange = { key: 'cancel', params: { source_id: `src_${name}` }, body: {} }
  return answered(setting, fact.at, 'cancelMandate', exchange)
}

// sessions -----------------------------------------------------------------
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

const sessionAt = (history: SessionHistory, at: Instant): object => {
  const { setting, facts } = history
  const known = by(facts, at)
  const status = known.flatMap(({ type }) => STATUSES[type] ?? []).at(-1) ?? 'pending'
  const isOpen = ['pending', 'processing', 'challenged'].includes(status)
  return {
    id: sessionId(setting),
    status,
    amount: setting.amount,
    currency: 'EUR',
    reference: `ORD-${setting.name}`,
    protocol_version: '2.2.0',
    completed: known.some(({ type }) => type === 'session_completed'),
    next_actions: nextOf(history, status),
    ...(isOpen ? {} : { approved: status === 'approved' }),
  }
}

const REQUESTS: Readonly<Record<string, string>> = {
  session_created: 'createSession',
  channel_data_submitted: 'submitChannelData',
  session_completed: 'completeSession',
}

const sessionResponse = (history: SessionHistory, { type, at }: Fact): HistoryMessage | null => {
  const { setting, mode, channel } = history
  const endpoint = REQUESTS[type]
  if (endpoint === undefined) return null
  const created = { completion: { type: mode }, amount: setting.amount, currency: 'EUR' }
  const request = endpoint === 'createSession' ? created : { channel }
  const params = { session_id: sessionId(setting) }
  const body = endpoint === 'completeSession' ? {} : sessionAt(history, at)
  return answered(setting, at, endpoint, { key: endpoint, params, request, body })
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

const sessionWebhook = ({ type: happened, at }: Fact, setting: Setting): HistoryMessage | null => {
  const named = WEBHOOKS[happened]
  if (named === undefined) return null
  const [type, more] = named
  const amount = String(setting.amount)
  return webhook(setting, at, type, {
    session_id: sessionId(setting),
    amount,
    currency: 'EUR',
    ...more,
  })
}

/** The callback to our own address when a session is decided; null for other facts. */
export const callbackOf = (history: SessionHistory, { type, at }: Fact): HistoryMessage | null => {
  if (WEBHOOKS[type] === undefined || type === 'session_created') return null
  const body = sessionAt(history, at)
  return () => ({ kind: 'callback', receivedAt: shift(at, ON_THE_WAY), body })
}

// of any kind ----------------------------------------------------------------
/** The response to the request that causes a fact; null if no request does. */
export const responseTo = (history: TrueHistory, fact: Fact): HistoryMessage | null => {
  if (history.kind === 'payment') return paymentResponse(history, fact)
  return history.kind === 'session'
    ? sessionResponse(history, fact)
    : mandateResponse(history, fact)
}

/** The webhook that reports a fact, in a dialect; null if none does. */
export const webhookAbout = (
  history: TrueHistory,
  fact: Fact,
  dialect: Setting['dialect'],
): HistoryMessage | null => {
  const setting = { ...history.setting, dialect }
  if (history.kind === 'payment') return paymentWebhook(history, fact, setting)
  return history.kind === 'session' ? sessionWebhook(fact, setting) : null
}

/** The provider's snapshot at a time; that of a payment may show what was true at an earlier one. */
export const snapshotAt = (
  history: TrueHistory,
  at: Instant,
  trueAt: Instant = at,
): HistoryMessage => {
  const { kind, setting } = history
  if (kind === 'payment') {
    const params = { payment_id: paymentId(setting) }
    return answered(setting, at, 'getPayment', { params, body: paymentAt(history, trueAt) })
  }
  if (kind === 'mandate') {
    const params = { id: `src_${setting.name}` }
    return answered(setting, at, 'getSource', { params, body: sourceBody(setting) })
  }
  const params = { session_id: sessionId(setting) }
  return answered(setting, at, 'getSession', { params, body: sessionAt(history, at) })
}
