/** The messages of the money model, as the events that payfold stores. */
import type { DomainEvent, Metadata } from '../../../src/event/envelope.ts'
import type { Message, Policy } from './money-model.ts'

const START = Date.parse('2026-01-01T00:00:00Z')

/** A time of the model, in seconds, as text. */
const text = (seconds: number): string => new Date(START + seconds * 1000).toISOString()

const DISPUTES: Readonly<Record<string, string>> = {
  dispute_won: 'chargeback_reversed',
  dispute_canceled: 'chargeback_reversed',
  dispute_arbitration_won: 'chargeback_reversed',
}

const MOVING = new Set(['dispute_received', 'dispute_arbitration_lost'])

const act = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : id.startsWith('act_') ? id : `act_${id}`

const dsp = (id: string | undefined): string | undefined =>
  id === undefined ? undefined : id.startsWith('dsp_') ? id : `dsp_${id}`

/** The type of the event, and what only some types have. */
const typed = (message: Message, { method }: Policy): readonly [string, object] => {
  const { type } = message
  if (type.startsWith('dispute_')) {
    const disputeStatus = type.slice('dispute_'.length)
    const reversal = DISPUTES[type]
    if (reversal !== undefined) return [reversal, { disputeStatus }]
    const moves = MOVING.has(type) ? {} : { movesNothing: true }
    return ['payment_chargeback', { reportedAs: 'dispute', disputeStatus, ...moves }]
  }
  if (type === 'payment_returned') return ['payment_chargeback', { reportedAs: 'return' }]
  if (type === 'unreadable') return ['unrecognised', { name: message.name, path: 'amount' }]
  if (type === 'refund_refused') return ['request_refused', { httpStatus: 422 }]
  if (type === 'given_up') return ['command_given_up', { by: ['ann'], because: 'x' }]
  if (method === 'ticket' && (type === 'payment_canceled' || type === 'payment_voided')) {
    return ['payment_expired', {}]
  }
  if (method === 'sepa' && (type === 'payment_expired' || type === 'payment_voided')) {
    return ['payment_canceled', {}]
  }
  return [type, {}]
}

const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The event of a message. */
export const eventOf = (message: Message, policy: Policy): DomainEvent => {
  const [type, own] = typed(message, policy)
  const { amount, commandId, reference, partial, status, currency, happenedAt } = message
  const at = (seconds: number | undefined) => (seconds === undefined ? undefined : text(seconds))
  const ours = policy.method === 'ticket' ? 'ARS' : 'EUR'
  const { capturedBalance, refundedBalance } = message
  const balances = known({ captured: capturedBalance, refunded: refundedBalance })
  const isRequest = type === 'refund_requested'
  const data = known({
    paymentId: 'pay_1',
    method: policy.method,
    actionId: act(message.actionId),
    disputeId: dsp(message.disputeId),
    amount,
    currency: currency === 'EUR' ? ours : currency,
    commandId,
    reference,
    partlyCaptured: partial === true && type === 'payment_captured' ? true : undefined,
    status: status?.toLowerCase().replaceAll(' ', '_'),
    balances: Object.keys(balances).length === 0 ? undefined : balances,
    askedAt: at(message.askedAt),
    actions: message.rows?.map((row) =>
      known({
        id: act(row.id),
        kind: row.kind.toLowerCase(),
        amount: row.amount ?? undefined,
        approved: row.state === 'open' ? undefined : row.state === 'done',
        reference: row.reference,
      }),
    ),
    unread: message.rows === undefined ? undefined : message.unread === true ? 1 : 0,
    asOf: at(message.asOf),
    captured: message.captured,
    refunded: message.refunded,
    chargedBack: message.chargedBack,
    by: type === 'reviewed' ? ['ann'] : undefined,
    ...own,
  })
  const metadata = {
    eventId: message.id,
    occurredAt: happenedAt === null ? null : text(happenedAt),
    recordedAt: text(message.receivedAt),
    source: isRequest ? 'request' : 'report',
    schema: 1,
  }
  return { type, data, metadata: metadata as unknown as Metadata }
}
