/** The messages that report a session's facts: responses, webhooks, the callback, snapshots. */
import { type Instant, shift } from '../../words/time/instant.ts'
import type { Fact, SessionHistory } from './history.ts'
import { answered, calledBack, type Step, webhook } from './provider-messages.ts'
import type { Setting } from './setting.ts'

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

/** The session at a time, as the provider shows it. */
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
export const responseOf = (history: SessionHistory, fact: Fact): Step | null => {
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
export const webhookOf = (
  { setting }: SessionHistory,
  fact: Fact,
  dialect: Setting['dialect'],
): Step | null => {
  const named = WEBHOOKS[fact.type]
  if (named === undefined) return null
  const [type, more] = named
  const written = { ...setting, dialect }
  const amount = String(setting.amount)
  const data = { session_id: sessionId(setting), amount, currency: 'EUR', ...more }
  return (_, number) => webhook(fact.at, type, () => data)(written, number)
}

/** The callback to our own address when a session is decided; null for other facts. */
export const callbackOf = (history: SessionHistory, fact: Fact): Step | null =>
  WEBHOOKS[fact.type] === undefined || fact.type === 'session_created'
    ? null
    : calledBack(fact.at, shownAt(history, fact.at))

/** The provider's snapshot of the session at a time. */
export const snapshotAt = (history: SessionHistory, at: Instant): Step => {
  const params = { session_id: sessionId(history.setting) }
  return answered(at, 'getSession', () => ({ params, status: 200, body: shownAt(history, at) }))
}

/** The snapshot that reports a challenge; no other message reports it. Null for other facts. */
export const shownOnly = (history: SessionHistory, fact: Fact): Step | null =>
  fact.type === 'session_challenged' ? snapshotAt(history, shift(fact.at, 1)) : null
