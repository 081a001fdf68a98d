/** Infers a payment's once-only events from snapshots, where no stronger source reports them. */
import { timeOf } from '../../src/event/envelope.ts'
import type { Infer, Inferred } from '../../src/fold/machine.ts'
import { lastingIn, type StateObserved } from '../observed/events.ts'

/** The once-only events that a payment's status can imply. */
type ImpliedByPayment =
  | 'payment_pending'
  | 'payment_captured'
  | 'payment_declined'
  | 'payment_canceled'
  | 'payment_expired'

const PAYMENT_STATUSES: Readonly<Record<string, ImpliedByPayment>> = {
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
  if (status === 'declined') return ['payment_declined']
  const known = status !== undefined && Object.hasOwn(PAYMENT_STATUSES, status)
  const reached = known ? PAYMENT_STATUSES[status] : undefined
  return reached === undefined ? ['payment_pending'] : ['payment_pending', reached]
}

/** The events that end a payment without money. */
export const ENDS: ReadonlySet<string> = new Set([
  'payment_declined',
  'payment_canceled',
  'payment_expired',
])

/** A snapshot implies no end where a stronger source reports a capture or another end. */
const mayImply = (type: string, reported: ReadonlySet<string>): boolean =>
  !ENDS.has(type) ||
  reported.has(type) ||
  ![...reported].some((other) => ENDS.has(other) || other === 'payment_captured')

/** The types of the events that a snapshot implies: at least `payment_pending`. */
const typesOf = ({ data }: StateObserved, reported: ReadonlySet<string>): readonly string[] => {
  const types = impliedByPayment(data.status).filter((type) => mayImply(type, reported))
  return types.length > 0 ? types : ['payment_pending']
}

const known = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The first event that a snapshot implies: it has all of the snapshot's lasting fields. */
const firstOf = (snapshot: StateObserved, type: string): Inferred => {
  const { data } = snapshot
  const { requestedAt = null, responseCode } = data
  const occurredAt = type === 'payment_pending' ? requestedAt : null
  const why = type === 'payment_declined' ? known({ responseCode }) : {}
  return { snapshot, type, data: { ...lastingIn(data), ...why }, occurredAt }
}

/** What all snapshots together show of the money that came in and went back. */
interface Shown {
  /** The highest refunded amount of any snapshot. */
  readonly refunded: number | undefined
  /** Whether the last snapshot that says how much was captured says that it was a part. */
  readonly isPart: boolean
}

/** Whether one snapshot is of a later time than another or, at the same time, has the greater id. */
const isLater = (one: StateObserved, other: StateObserved): boolean => {
  const [at, otherAt] = [timeOf(one), timeOf(other)]
  return at > otherAt || (at === otherAt && one.metadata.eventId > other.metadata.eventId)
}

const shownIn = (snapshots: readonly StateObserved[]): Shown => {
  let refunded: number | undefined
  let last: StateObserved | undefined
  for (const snapshot of snapshots) {
    const { status, balances } = snapshot.data
    const shown = balances?.refunded
    if (shown !== undefined) refunded = Math.max(refunded ?? shown, shown)
    if (status !== 'captured' && status !== 'partially_captured') continue
    if (last === undefined || isLater(snapshot, last)) last = snapshot
  }
  return { refunded, isPart: last?.data.status === 'partially_captured' }
}

/** A later event that a snapshot implies. */
const laterOf = (snapshot: StateObserved, type: string, { refunded, isPart }: Shown): Inferred => {
  const { paymentId, currency, sourceId, customerId, method, status } = snapshot.data
  const named = known({ paymentId, currency, sourceId, customerId, method })
  const seen = {
    ...(isPart ? { partlyCaptured: true } : {}),
    ...(refunded === undefined ? {} : { refundedSeen: refunded }),
    ...(status === 'partially_refunded' ? { partlyRefundedSeen: true } : {}),
    ...(status === 'refunded' ? { fullyRefundedSeen: true } : {}),
  }
  const data = type === 'payment_captured' ? { ...named, ...seen } : named
  return { snapshot, type, data, occurredAt: null }
}

/** The inference that SEPA and ticket payments share. @spec decisions#4 */
export const inferPayment: Infer = (snapshots, events) => {
  const reported = new Set(events.map(({ type }) => type))
  const all = snapshots as readonly StateObserved[]
  const shown = shownIn(all)
  return all
    .filter(({ data }) => data.paymentId !== undefined)
    .flatMap((snapshot) =>
      typesOf(snapshot, reported).map((type, index) =>
        index === 0 ? firstOf(snapshot, type) : laterOf(snapshot, type, shown),
      ),
    )
}
