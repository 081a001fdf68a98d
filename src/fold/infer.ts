/** What snapshots imply: the once-only events that nothing stronger tells, as weak events. */
import type { StateObserved } from '../event/beside.ts'
import type { Event, Metadata } from '../event/envelope.ts'
import { impliedByPayment, impliedBySession } from '../event/implied.ts'
import type { Lifecycle } from '../event/lifecycle.ts'
import { Mode } from '../words/names.ts'
import type { Text } from '../words/text.ts'

type Observed = StateObserved['data']

const ENDS: ReadonlySet<string> = new Set([
  'payment_declined',
  'payment_canceled',
  'payment_expired',
])
const OUTCOME = /^session_(approved|attempted|unavailable|declined|rejected|expired)$|^challenge_ab/

const isEnd = (type: string): boolean => ENDS.has(type) || OUTCOME.test(type)

/** A snapshot draws no end into the past where money, or another end, is known by stronger word. */
const mayDraw = (type: string, told: ReadonlySet<string>): boolean =>
  !isEnd(type) ||
  told.has(type) ||
  ![...told].some((other) => isEnd(other) || other === 'payment_captured')

const MOMENTARY: ReadonlySet<string> = new Set([
  'status',
  'requestedAt',
  'balances',
  'approved',
  'completed',
  'nextActions',
])

const lastingOf = (data: Observed): object =>
  Object.fromEntries(Object.entries(data).filter(([field]) => !MOMENTARY.has(field)))

const drawn = (snapshot: StateObserved, type: string, data: object): Event => {
  const { metadata } = snapshot
  const created = type === 'payment_pending' ? (snapshot.data.requestedAt ?? null) : null
  const eventId = `drawn:${metadata.eventId.slice(0, 48)}:${type}` as Text
  const source: Metadata['source'] = 'inferred'
  return {
    type,
    data,
    metadata: { eventId, occurredAt: created, recordedAt: metadata.recordedAt, source, schema: 1 },
  }
}

/** A payment was at least accepted, even where the end that a snapshot shows may not be drawn. */
const typesOf = ({ data }: StateObserved, told: ReadonlySet<string>): readonly string[] => {
  const types = impliedByPayment(data.status).filter((type) => mayDraw(type, told))
  return types.length > 0 ? types : ['payment_pending']
}

const ofPayment = (snapshot: StateObserved, told: ReadonlySet<string>): readonly Event[] => {
  const { data } = snapshot
  const { paymentId, currency, sourceId, customerId, method } = data
  return typesOf(snapshot, told).map((type, index) => {
    if (index === 0) return drawn(snapshot, type, lastingOf(data))
    const seen = {
      ...(data.balances?.refunded === undefined ? {} : { refundedSeen: data.balances.refunded }),
      ...(data.status === 'partially_refunded' ? { partlyRefundedSeen: true } : {}),
      ...(data.status === 'refunded' ? { fullyRefundedSeen: true } : {}),
    }
    const about = Object.entries({ paymentId, currency, sourceId, customerId, method })
    const lasting = Object.fromEntries(about.filter(([, value]) => value !== undefined))
    return drawn(snapshot, type, type === 'payment_captured' ? { ...lasting, ...seen } : lasting)
  })
}

const ofSession = (snapshot: StateObserved): readonly Event[] => {
  const { data } = snapshot
  const types = ['session_created', ...impliedBySession(data)]
  return types.map((type) => drawn(snapshot, type, lastingOf(data)))
}

const ofMandate = (snapshot: StateObserved): readonly Event[] => {
  const { sourceId, customerId } = snapshot.data
  const customer = customerId === undefined ? {} : { customerId }
  return [drawn(snapshot, 'mandate_created', { sourceId, ...customer })]
}

const implied = (snapshot: StateObserved, told: ReadonlySet<string>): readonly Event[] => {
  if (snapshot.data.paymentId !== undefined) return ofPayment(snapshot, told)
  if (snapshot.data.sessionId !== undefined) return ofSession(snapshot)
  return snapshot.data.sourceId === undefined ? [] : ofMandate(snapshot)
}

const isSnapshot = (event: Event): event is StateObserved => event.type === 'state_observed'

/** Every snapshot with the most that any of them counted as refunded, and the mode that any event tells. */
const together = (
  snapshots: readonly StateObserved[],
  events: readonly Event[],
): readonly StateObserved[] => {
  const counted = snapshots
    .flatMap(({ data }) => data.balances?.refunded ?? [])
    .sort((a, b) => b - a)
  const [refunded] = counted
  const modes = events.flatMap(({ data }) =>
    'mode' in data && Mode.is(data.mode) ? data.mode : [],
  )
  const [mode] = modes.sort()
  return snapshots.map((snapshot) => ({
    ...snapshot,
    data: {
      ...(mode === undefined ? {} : { mode }),
      ...snapshot.data,
      ...(refunded === undefined ? {} : { balances: { ...snapshot.data.balances, refunded } }),
    },
  }))
}

/** The weak events that the snapshots among these imply. @spec design, 4 Reading */
export const infer = (lifecycle: Lifecycle, events: readonly Event[]): readonly Event[] => {
  const snapshots = events.filter(isSnapshot)
  if (snapshots.length === 0) return []
  const told = new Set(events.map(({ type }) => type))
  return together(snapshots, events)
    .flatMap((snapshot) => implied(snapshot, told))
    .filter(({ type }) => Object.hasOwn(lifecycle, type) && mayDraw(type, told))
}

/** Whether an event was drawn from a snapshot here: it is never stored, but drawn anew. */
export const isDrawn = ({ metadata: { eventId, source } }: Event): boolean =>
  source === 'inferred' && eventId.startsWith('drawn:')
