/** The events that a SEPA payment implies on its mandate. */
import type { Consequence, Consequences } from '../../src/contract/machine-record.ts'
import type { Occurrence } from '../../src/contract/occurrence.ts'
import { eventsOf } from '../../src/contract/state.ts'
import { madeId } from '../../src/event/content-hash.ts'
import { type DomainEvent, dataIn, type Metadata, receivedAt } from '../../src/event/envelope.ts'
import { INFORMATIONAL, spokenFor } from '../../src/event/informational-events.ts'
import {
  earlier,
  type Instant,
  later,
  type TimeText,
  toInstant,
} from '../../src/words/time/instant.ts'
import { differSince, lastSpoken } from '../observed/value-statements.ts'
import { paymentConstants } from '../payment/findings.ts'
import { ENDS, impliedByPayment, known } from '../payment/snapshot.ts'
import type { CollectionPresented } from '../sepa-mandate/events.ts'
import { reasonOf } from '../words/bank-reasons.ts'
import { mandateStream } from '../words/mandate-names.ts'
import { SourceId } from '../words/payment-names.ts'
import type { SepaPayment } from './memory.ts'

type OnMandate = { readonly sourceId: SourceId }

/** When and by whom something was said; nobody knew on which mandate it is before `since`. */
interface KnownSince extends Pick<Metadata, 'occurredAt' | 'recordedAt' | 'source'> {
  readonly since: Instant | null
}

/** An event on a mandate: it became known when the payment's was received, and not before `since`. */
const onMandate = (
  key: string,
  type: string,
  data: OnMandate,
  { occurredAt, recordedAt, source, since }: KnownSince,
): Consequence => {
  const received = toInstant(recordedAt)
  // copies of one message may write its time differently: an instant is its canonical form
  const at = occurredAt === null ? null : (toInstant(occurredAt) as string as TimeText)
  const eventId = madeId('consequence', type, { data, occurredAt: at, source })
  const knownAt = later(received, since ?? received) as string as TimeText
  const metadata = { eventId, occurredAt: at, recordedAt: knownAt, source, schema: 1 } as const
  return { stream: mandateStream(data.sourceId), event: { type, data, metadata }, key }
}

/** What a message implies happened when the message says, or else when it was received. */
const saidIn = ({ metadata }: DomainEvent, since: Instant | null): KnownSince => ({
  ...metadata,
  occurredAt: metadata.occurredAt ?? metadata.recordedAt,
  since,
})

const earliest = (all: readonly Consequence[]): readonly Consequence[] => {
  const found = new Map<string, Consequence>()
  for (const each of all) {
    // the mandate is a part of the content from which the id is made
    const { eventId, recordedAt } = each.event.metadata
    const known = found.get(eventId)
    if (known === undefined || recordedAt < known.event.metadata.recordedAt) {
      found.set(eventId, each)
    }
  }
  return [...found.values()]
}

const REPORTED = { sourceId: 'reportedSource', customerId: 'reportedCustomer' } as const

const isSigned = ({ metadata: { source } }: DomainEvent): boolean => source !== 'unsigned'

const isLookUp = ({ type }: DomainEvent): boolean => type === INFORMATIONAL.snapshot

/**
 * What the messages name in a field; of a look-up also that it names nothing. Anyone may have sent an
 * unsigned one, and what is inferred from a snapshot, the snapshot itself names.
 */
const namingsOf = (occurrences: readonly Occurrence[], field: keyof typeof REPORTED) =>
  occurrences.flatMap(({ key, events }) =>
    events.flatMap((event) => {
      const { paymentId, [field]: named } = dataIn(event)
      const value = typeof named === 'string' ? named : undefined
      const isNamed = typeof paymentId === 'string' && (value !== undefined || isLookUp(event))
      return isNamed && isSigned(event) && event.metadata.source !== 'inferred'
        ? [{ key, event, value }]
        : []
    }),
  )

/**
 * Says to each mandate that a message names what every message names, once two differ. Later
 * messages only add to it. @spec decisions#47
 */
const sourceReports = (occurrences: readonly Occurrence[]): readonly Consequence[] => {
  const all = paymentConstants.flatMap((field) => {
    const namings = namingsOf(occurrences, field)
    const since = differSince(
      namings.flatMap(({ value, event }) =>
        value === undefined ? [] : [[value, receivedAt(event)] as const],
      ),
    )
    if (since === null) return []
    const sources = new Set(namingsOf(occurrences, 'sourceId').map(({ value }) => value))
    return [...sources].filter(SourceId.is).flatMap((sourceId) =>
      namings.map(({ key, event, value }) => {
        const { paymentId } = dataIn(event)
        const names = known({ [REPORTED[field]]: value })
        const data = { sourceId, paymentId, lookedUp: isLookUp(event), ...names }
        return onMandate(key, 'source_reported', data, saidIn(event, since))
      }),
    )
  })
  return earliest(all)
}

const REFUSING: ReadonlySet<string> = new Set([
  'payment_declined',
  'payment_canceled',
  'payment_chargeback',
])

const PASSED_ON: ReadonlySet<string> = new Set([...REFUSING, 'chargeback_reversed'])

const endingIn = (event: DomainEvent): string | undefined => {
  const { reason, responseCode } = dataIn(event)
  const code = [reason, responseCode].find((each) => (reasonOf(each)?.ends ?? null) !== null)
  return code === undefined ? undefined : String(code)
}

/** The names that a message itself has for a chargeback: later messages do not change them. */
const namesIn = (event: DomainEvent) => {
  const { disputeId, actionId } = dataIn(event)
  return known({ disputeId, actionId })
}

const statusIn = (event: DomainEvent) => {
  const { disputeStatus } = dataIn(event)
  return known({ disputeStatus })
}

/** The reason of each dispute: a round of it that names none has the same one. */
const reasonsOf = (events: readonly DomainEvent[]): ReadonlyMap<unknown, string> => {
  const named = events.flatMap((event) => {
    const [reason, dispute] = [endingIn(event), dataIn(event)['disputeId']]
    return reason === undefined || dispute === undefined ? [] : [[dispute, reason] as const]
  })
  return new Map(named.sort(([, one], [, other]) => (one < other ? 1 : -1)))
}

/**
 * Says to the mandate each reason that ends it or its account, and each dispute that was given back.
 * What is said hangs on the names of one message only, so that later messages only add to it.
 * @spec decisions#55
 */
const bankRefusals = (
  sourceId: SourceId,
  occurrences: readonly Occurrence[],
  since: Instant | null,
): readonly Consequence[] => {
  if (!occurrences.some(({ type }) => PASSED_ON.has(type))) return []
  const reasons = reasonsOf(occurrences.flatMap(({ events }) => events))
  const reasonIn = (event: DomainEvent) =>
    endingIn(event) ?? reasons.get(dataIn(event)['disputeId'])
  const saying = ({ key }: Occurrence, event: DomainEvent, type: string, more: object) => {
    const { paymentId } = dataIn(event)
    const data = { sourceId, paymentId, ...more } as OnMandate
    return onMandate(key, type, data, saidIn(event, since))
  }
  const refusals = occurrences.flatMap((occurrence) => {
    if (!REFUSING.has(occurrence.type)) return []
    return occurrence.events.flatMap((event) => {
      const reason = reasonIn(event)
      if (reason === undefined) return []
      // a payment ends once, whatever its messages are named by
      const isTaking = occurrence.type === 'payment_chargeback'
      const names = isTaking ? { ...namesIn(event), ...statusIn(event) } : {}
      return saying(occurrence, event, 'bank_refused', { ...names, reason })
    })
  })
  const taken = new Map(
    occurrences.flatMap(({ type, entityId, events }) =>
      type === 'payment_chargeback' ? [[entityId, events] as const] : [],
    ),
  )
  const ended = occurrences.flatMap((occurrence) => {
    const { type, disposition, entityId, events } = occurrence
    if (type !== 'chargeback_reversed') return []
    const isBound = disposition === 'chart'
    if (!isBound && disposition !== 'overruled') return []
    const messages = (isBound ? taken.get(entityId) : undefined) ?? []
    const refusing = messages.filter((event) => reasonIn(event) !== undefined)
    // a later message may be of the dispute of another one
    const disputes = new Set([undefined, ...messages.map((each) => dataIn(each)['disputeId'])])
    return events.flatMap((event) => {
      const { disputeId } = dataIn(event)
      // each name by which the mandate was refused ends with what was given back
      const bound = disputes.has(disputeId) && isBound ? refusing.map(namesIn) : []
      const own = reasons.has(disputeId) ? [{ disputeId }] : []
      const names = new Set([...bound, ...own].map((name) => JSON.stringify(name)))
      return [...names].map((name) =>
        saying(occurrence, event, 'bank_refusal_ended', {
          ...JSON.parse(name),
          ...statusIn(event),
        }),
      )
    })
  })
  return earliest([...refusals, ...ended])
}

const MEANING: Readonly<Record<string, string>> = {
  payment_pending: 'collection_presented',
  payment_declined: 'collection_ended',
  payment_canceled: 'collection_ended',
  payment_captured: 'collection_captured',
}

const onChart = ({ disposition, type }: Occurrence): string | undefined =>
  disposition === 'chart' ? MEANING[type] : undefined

/** Only money that was captured can go back, or be asked back; by the names of events and messages. */
const OF_CAPTURED =
  /^(payment_(captured|refunded|refund_pending|chargeback|returned)$|chargeback_|dispute_)/

/**
 * Prepares to tell what shows a capture, also if it cannot be read in one field. A person's word replaces
 * what was received by its time; later messages that contradict it count here.
 */
const showingCapture = (occurrences: readonly Occurrence[]) => {
  const isOfCaptured = ({ captured }: ReturnType<typeof dataIn>) => typeof captured === 'number'
  const stated = lastSpoken(eventsOf({ occurrences }), isOfCaptured)?.asOf ?? null
  const isLater = (event: DomainEvent): boolean => stated === null || receivedAt(event) > stated
  return ({ type, data: { name, path }, events, disposition }: Occurrence): boolean => {
    const isUnread = type === INFORMATIONAL.unrecognised && path !== undefined
    const isFailed = type === 'payment_refund_declined' && disposition === 'chart'
    return (
      (OF_CAPTURED.test(isUnread ? String(name) : type) || isFailed) &&
      (disposition !== 'overruled' || stated !== null) &&
      events.some((event) => isSigned(event) && isLater(event))
    )
  }
}

/** What is said of a time that nobody knows. */
const INFERRED = { occurredAt: null, source: 'inferred' } as const

/**
 * The capture of money that went back, if no message reports it: nobody knows when it was. A collection
 * that was presented and has not ended holds a single mandate without it.
 */
const shownCapture = (
  sourceId: SourceId,
  paymentId: SepaPayment['paymentId'],
  occurrences: readonly Occurrence[],
  collections: readonly Consequence[],
  since: Instant | null,
): readonly Consequence[] => {
  const said = new Set(collections.map(({ event }) => event.type))
  const isOpen = said.has('collection_presented') && !said.has('collection_ended')
  if (isOpen || said.has('collection_captured')) return []
  return earliest(
    occurrences.filter(showingCapture(occurrences)).map(({ key, reportedAt, data }) => {
      const recordedAt = reportedAt as string as TimeText
      const known = { ...INFERRED, recordedAt, since }
      const on = { sourceId, paymentId: paymentId ?? data['paymentId'] }
      return onMandate(key, 'collection_captured', on, known)
    }),
  )
}

/** Whether a look-up or a person says what was, and not what happened. */
const isShown = ({ type }: DomainEvent): boolean =>
  type === INFORMATIONAL.snapshot || type === INFORMATIONAL.review

/**
 * Whether a message shows an end that no event of the chart reports: a snapshot does, what only tickets
 * have, and a person who states that nothing was captured of a payment that was known by then. It
 * counts even if a capture that is reported later contradicts it.
 */
const showsEnd = (event: DomainEvent, presented: Occurrence | undefined): boolean => {
  const { status, captured } = dataIn(event)
  if (event.type === INFORMATIONAL.snapshot) {
    return impliedByPayment(String(status)).some((implied) => ENDS.has(implied))
  }
  const asOf = captured === 0 ? spokenFor(event) : null
  return (
    isSigned(event) &&
    (event.type === 'payment_expired' ||
      (asOf !== null && presented !== undefined && presented.reportedAt <= asOf))
  )
}

/** The fields of a message that a collection has, too: ids, and how to know its command if none is named. */
const shared = (sourceId: SourceId, event: DomainEvent): CollectionPresented['data'] => {
  const { paymentId, commandId, customerId, amount, ...data } = dataIn(event)
  const ids = { paymentId, commandId, customerId }
  const reference = data['reference']
  // it may be the id of the command whose response was lost
  const isReferring = commandId === undefined && reference !== undefined
  return { sourceId, ...known({ ...ids, ...(isReferring ? { reference, amount } : {}) }) }
}

const namedAt = (sourceId: SourceId, occurrences: readonly Occurrence[]): Instant | null => {
  let first: Instant | null = null
  for (const { events } of occurrences) {
    for (const event of events) {
      if (dataIn(event)['sourceId'] !== sourceId) continue
      const at = receivedAt(event)
      first = earlier(at, first ?? at)
    }
  }
  return first
}

/** What a payment says to one of the mandates that its messages name. */
const impliedOn = (
  sourceId: SourceId,
  { context, occurrences }: Parameters<Consequences<SepaPayment>['of']>[0],
): readonly Consequence[] => {
  const named = namedAt(sourceId, occurrences)
  const presented = occurrences.find((each) => onChart(each) === 'collection_presented')
  const collections = occurrences.flatMap((occurrence): readonly Consequence[] => {
    const { key, events } = occurrence
    const type = onChart(occurrence)
    const said = type === undefined ? events.filter((each) => showsEnd(each, presented)) : events
    return said.map((event) => {
      const { metadata } = event
      const known = isShown(event) ? { ...metadata, ...INFERRED } : metadata
      return onMandate(key, type ?? 'collection_ended', shared(sourceId, event), {
        ...known,
        since: named,
      })
    })
  })
  const captures = shownCapture(sourceId, context.paymentId, occurrences, collections, named)
  return [...earliest(collections), ...captures, ...bankRefusals(sourceId, occurrences, named)]
}

/**
 * The events that a SEPA payment implies on its mandate: a collection event for each message, as
 * only what one message says never changes, and reasons of the payer's bank that end the mandate. If
 * messages name several, nobody knows which it is, so each of them receives these, and what each
 * message names. Each event is recorded when it became known: once the message was received, and the
 * mandate named. Superseded occurrences count too, so the list only grows. No collection while the
 * mandate is unknown.
 * @spec decisions#43; decisions#47
 */
export const consequences: Consequences<SepaPayment> = {
  prefix: 'mandate',
  of: (state) => {
    const { context, occurrences } = state
    const reports = sourceReports(occurrences)
    if (context.sourceId === null) return reports
    const named = namingsOf(occurrences, 'sourceId').map(({ value }) => value)
    const sources = new Set([context.sourceId, ...named])
    return [...[...sources].filter(SourceId.is).flatMap((id) => impliedOn(id, state)), ...reports]
  },
}
