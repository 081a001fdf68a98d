/** Infers a payment's once-only events from snapshots, where no stronger source reports them. */
import type { Infer, Inferred } from '../../src/contract/machine-record.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { INFORMATIONAL } from '../../src/event/informational-events.ts'
import { ownAt } from '../../src/words/data/plain-data.ts'
import { lastingIn, type StateObserved } from '../observed/events.ts'

type ImpliedByPayment =
  | 'payment_pending'
  | 'payment_captured'
  | 'payment_declined'
  | 'payment_canceled'
  | 'payment_expired'

/** Every status that a payment can have, and what it implies but that the payment was pending. */
export const PAYMENT_STATUSES: Readonly<Record<string, ImpliedByPayment | null>> = {
  active: null,
  requested: null,
  pending: null,
  authorized: null,
  card_verified: null,
  authentication_requested: null,
  retry_scheduled: null,
  declined: 'payment_declined',
  captured: 'payment_captured',
  partially_captured: 'payment_captured',
  paid: 'payment_captured',
  partially_refunded: 'payment_captured',
  refunded: 'payment_captured',
  canceled: 'payment_canceled',
  cancelled: 'payment_canceled',
  voided: 'payment_canceled',
  expired: 'payment_expired',
}

/**
 * The events that a payment's status implies. A declined payment may never have been pending; every
 * other payment was.
 * @spec interface#states-and-transitions; interface#payment-statuses
 */
export const impliedByPayment = (status: string | undefined): readonly ImpliedByPayment[] => {
  const reached = ownAt(PAYMENT_STATUSES, status ?? '') ?? 'payment_pending'
  if (reached === 'payment_pending' || reached === 'payment_declined') return [reached]
  return ['payment_pending', reached]
}

/** The events that end a payment without money. */
export const ENDS: ReadonlySet<string> = new Set([
  'payment_declined',
  'payment_canceled',
  'payment_expired',
])

const isCaptureRow = (row: unknown): boolean => {
  const { kind, approved } = Object(row)
  return String(kind).toLowerCase() === 'capture' && approved === true
}

const showsCapture = ({ type, data }: DomainEvent): boolean => {
  const { status, actions } = Object(data)
  if (type === 'payment_captured') return true
  if (type === INFORMATIONAL.snapshot) return impliedByPayment(status).includes('payment_captured')
  return type === INFORMATIONAL.actions && Array.isArray(actions) && actions.some(isCaptureRow)
}

/**
 * At least `payment_pending`. A snapshot implies no end where a message shows a capture: it may be older, and
 * else its status is in doubt. Nor does it where a stronger source reports another end.
 */
const typesOf = (
  { data }: StateObserved,
  reported: ReadonlySet<string>,
  isCaptured: boolean,
): readonly string[] => {
  const isEnded = [...ENDS].some((end) => reported.has(end))
  const mayImply = (type: string): boolean =>
    !ENDS.has(type) || (!isCaptured && (reported.has(type) || !isEnded))
  const types = impliedByPayment(data.status).filter(mayImply)
  return types.length > 0 ? types : ['payment_pending']
}

/** The fields that have a value. */
export const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => (value ?? null) !== null))

const whyOf = ({ data: { responseCode } }: StateObserved, type: string): object =>
  ENDS.has(type) ? known({ responseCode }) : {}

const firstOf = (snapshot: StateObserved, type: string): Inferred => {
  const { data } = snapshot
  const { requestedAt = null } = data
  const occurredAt = type === 'payment_pending' ? requestedAt : null
  return { snapshot, type, data: { ...lastingIn(data), ...whyOf(snapshot, type) }, occurredAt }
}

const laterOf = (snapshot: StateObserved, type: string): Inferred => {
  const { paymentId, currency, sourceId, customerId, method, status, balances } = snapshot.data
  const partlyCaptured = status === 'partially_captured' ? true : null
  const seen = type === 'payment_captured' ? { partlyCaptured, amount: balances?.captured } : {}
  const data = known({ paymentId, currency, sourceId, customerId, method, ...seen })
  return { snapshot, type, data: { ...data, ...whyOf(snapshot, type) }, occurredAt: null }
}

/** The inference that SEPA and ticket payments share. @spec decisions#4 */
export const inferPayment: Infer = (snapshots, events) => {
  const reported = new Set(events.map(({ type }) => type))
  const isCaptured = [...snapshots, ...events].some(showsCapture)
  return (snapshots as readonly StateObserved[])
    .filter(({ data }) => data.paymentId !== undefined)
    .flatMap((snapshot) =>
      typesOf(snapshot, reported, isCaptured).map((type, index) =>
        index === 0 ? firstOf(snapshot, type) : laterOf(snapshot, type),
      ),
    )
}
