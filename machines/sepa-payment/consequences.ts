/** The events that a SEPA payment implies on its mandate. */
import type { Consequence, Consequences } from '../../src/contract/machine-record.ts'
import { asEvent, type Occurrence } from '../../src/contract/occurrence.ts'
import { madeId } from '../../src/event/content-hash.ts'
import type { DomainEvent, Metadata } from '../../src/event/envelope.ts'
import {
  earlier,
  type Instant,
  later,
  type TimeText,
  toInstant,
} from '../../src/words/time/instant.ts'
import { paymentConstants } from '../payment/findings.ts'
import { impliedByPayment } from '../payment/snapshot.ts'
import type { CollectionPresented } from '../sepa-mandate/events.ts'
import { reasonOf } from '../words/bank-reasons.ts'
import { mandateStream } from '../words/mandate-names.ts'
import { SourceId } from '../words/payment-names.ts'
import type { SepaPayment } from './memory.ts'

/** When an event on a mandate became known: when it was received, and not before `since`. */
const knownAt = (received: Instant, since: Instant | null): TimeText =>
  // an instant is a time in its canonical form
  later(received, since ?? received) as string as TimeText

/** An event on a mandate. */
const implied = (
  type: string,
  data: { readonly sourceId: SourceId },
  { occurredAt, source }: Pick<Metadata, 'occurredAt' | 'source'>,
  recordedAt: TimeText,
): Consequence['event'] => {
  const eventId = madeId('consequence', type, { data, occurredAt, source })
  return { type, data, metadata: { eventId, occurredAt, recordedAt, source, schema: 1 } }
}

/** The event that a message implies: it happened when the message says, or else when it was received. */
const impliedBy = (
  { metadata: { source, occurredAt, recordedAt } }: DomainEvent,
  type: string,
  data: { readonly sourceId: SourceId },
  since: Instant | null,
): Consequence['event'] => {
  const times = { occurredAt: occurredAt ?? recordedAt, source }
  return implied(type, data, times, knownAt(toInstant(recordedAt), since))
}

/** A consequence for a mandate. */
const onMandate = (id: SourceId, key: string, event: Consequence['event']): Consequence => ({
  stream: mandateStream(id),
  event,
  key,
})

/** Of repetitions, the one that was recorded first. */
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

type ConstantField = (typeof paymentConstants)[number]

/** What a message names in a field, and the key of its occurrence. */
interface SourceEvent {
  readonly key: string
  readonly event: DomainEvent
  readonly value: string
}

const REPORTED = { sourceId: 'reportedSource', customerId: 'reportedCustomer' } as const

const recordedAt = ({ event }: SourceEvent): Instant => toInstant(event.metadata.recordedAt)

/** What the messages name in a field. What is inferred from a snapshot, the snapshot itself names. */
const namingsOf = (
  occurrences: readonly Occurrence[],
  field: ConstantField,
): readonly SourceEvent[] => {
  const found: SourceEvent[] = []
  for (const { key, events } of occurrences) {
    for (const event of events) {
      const { paymentId, [field]: value } = event.data as Readonly<Record<string, unknown>>
      if (typeof value !== 'string' || typeof paymentId !== 'string') continue
      if (event.metadata.source !== 'inferred') found.push({ key, event, value })
    }
  }
  return found
}

/** Whether two messages may name different values in a field: they mostly agree. */
const mayDiffer = (occurrences: readonly Occurrence[], field: ConstantField): boolean => {
  let first: unknown
  for (const { events } of occurrences) {
    for (const { data } of events) {
      const { [field]: value } = data as Readonly<Record<string, unknown>>
      if (value !== undefined && first !== undefined && value !== first) return true
      first ??= value
    }
  }
  return false
}

/** When a second value became known; null if the messages agree. */
const differsSince = (namings: readonly SourceEvent[]): Instant | null => {
  const first = new Map<string, Instant>()
  for (const naming of namings) {
    const [before, at] = [first.get(naming.value), recordedAt(naming)]
    if (before === undefined || at < before) first.set(naming.value, at)
  }
  return [...first.values()].sort()[1] ?? null
}

/** The event on a mandate that says what a message names. */
const reportOf = (
  sourceId: SourceId,
  field: ConstantField,
  { key, event, value }: SourceEvent,
  since: Instant,
): Consequence => {
  const data = {
    sourceId,
    paymentId: Object(event.data).paymentId,
    lookedUp: event.type === 'state_observed',
    [REPORTED[field]]: value,
  }
  return onMandate(sourceId, key, impliedBy(event, 'source_reported', data, since))
}

/**
 * Says to each mandate that a message names what every message names, once two differ. Later
 * messages only add to it. @spec decisions#47
 */
const sourceReports = (occurrences: readonly Occurrence[]): readonly Consequence[] => {
  const all = paymentConstants.flatMap((field) => {
    const namings = mayDiffer(occurrences, field) ? namingsOf(occurrences, field) : []
    const since = differsSince(namings)
    if (since === null) return []
    const sources = new Set(namingsOf(occurrences, 'sourceId').map(({ value }) => value))
    const mandates = [...sources].filter((id): id is SourceId => SourceId.is(id))
    return mandates.flatMap((id) => namings.map((each) => reportOf(id, field, each, since)))
  })
  return earliest(all)
}

const REFUSING: ReadonlySet<string> = new Set(['payment_declined', 'payment_chargeback'])

/** The types of what is said to the mandate. */
const PASSED_ON: ReadonlySet<string> = new Set([...REFUSING, 'chargeback_reversed'])

/** The reason of a message, if it ends the mandate or its account. */
const endingIn = ({ data }: DomainEvent): string | undefined => {
  const { reason, responseCode } = data as Readonly<Record<string, unknown>>
  const code = [reason, responseCode].find((each) => (reasonOf(each)?.ends ?? null) !== null)
  return code === undefined ? undefined : String(code)
}

/** The names that a message itself has for a chargeback: later messages do not change them. */
const namesIn = ({ data }: DomainEvent) => {
  const { disputeId, actionId } = Object(data)
  return {
    ...(disputeId === undefined ? {} : { disputeId }),
    ...(actionId === undefined ? {} : { actionId }),
  }
}

/** Whether a reversal is of no dispute but those of these messages: a later one may be of its dispute. */
const isNamedIn = (messages: readonly DomainEvent[], reversal: DomainEvent): boolean => {
  const { disputeId } = Object(reversal.data)
  return (
    disputeId === undefined || messages.some(({ data }) => Object(data).disputeId === disputeId)
  )
}

/** The reason of each dispute: a round of it that names none has the same one. */
const reasonsOf = (events: readonly DomainEvent[]): ReadonlyMap<unknown, string> => {
  const named = events.flatMap((event) => {
    const [reason, dispute] = [endingIn(event), Object(event.data).disputeId]
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
  const saying = ({ key }: Occurrence, event: DomainEvent, type: string, more: object) => {
    const { paymentId } = Object(event.data)
    const data = { sourceId, paymentId, ...more }
    return onMandate(sourceId, key, impliedBy(event, type, data, since))
  }
  const refusals = occurrences.flatMap((occurrence) => {
    if (!REFUSING.has(occurrence.type)) return []
    return occurrence.events.flatMap((event) => {
      const reason = endingIn(event) ?? reasons.get(Object(event.data).disputeId)
      if (reason === undefined) return []
      return [saying(occurrence, event, 'bank_refused', { ...namesIn(event), reason })]
    })
  })
  const taken = new Map(
    occurrences.flatMap(({ type, entityId, events }) =>
      type === 'payment_chargeback' ? [[entityId, events] as const] : [],
    ),
  )
  const ended = occurrences.flatMap((occurrence) => {
    if (occurrence.type !== 'chargeback_reversed' || occurrence.disposition !== 'chart') return []
    const messages = taken.get(occurrence.entityId) ?? []
    const refusing = messages.filter(
      (event) => (endingIn(event) ?? reasons.get(Object(event.data).disputeId)) !== undefined,
    )
    // each name by which the mandate was refused ends with what was given back
    const names = [...new Set(refusing.map((event) => JSON.stringify(namesIn(event))))]
    return occurrence.events
      .filter((event) => isNamedIn(messages, event))
      .flatMap((event) =>
        names.map((name) => saying(occurrence, event, 'bank_refusal_ended', JSON.parse(name))),
      )
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

/**
 * The end that a snapshot shows. It counts even if a capture that is reported later contradicts it.
 */
const shownEnd = ({ type, data: { status } }: Occurrence): string | undefined => {
  if (type !== 'state_observed' || typeof status !== 'string') return undefined
  const shown = impliedByPayment(status).map((implied) => MEANING[implied])
  return shown.find((meaning) => meaning === 'collection_ended')
}

/** A field as the strongest of the occurrence's own events names it. */
const namedIn = ({ events }: Occurrence, field: string): unknown =>
  events
    .map(({ data }) => (data as Readonly<Record<string, unknown>>)[field])
    .find((value) => value !== undefined)

/**
 * The fields that a collection takes over from the events of the payment's occurrence: ids, the
 * reference if no command is named, and no money. What other occurrences say of the payment does not change them, nor the id that is made from them.
 */
const shared = (sourceId: SourceId, occurrence: Occurrence): CollectionPresented['data'] => {
  const known: Record<string, unknown> = { sourceId }
  for (const field of ['paymentId', 'commandId', 'customerId']) {
    const value = namedIn(occurrence, field)
    if (value !== undefined) known[field] = value
  }
  // it may be the id of the command whose response was lost
  const reference = namedIn(occurrence, 'reference')
  if (known['commandId'] === undefined && reference !== undefined) known['reference'] = reference
  return known as CollectionPresented['data']
}

/** When a message first named the mandate; null if none did. */
const namedAt = (sourceId: SourceId, occurrences: readonly Occurrence[]): Instant | null => {
  let first: Instant | null = null
  for (const { events } of occurrences) {
    for (const { data, metadata } of events) {
      if (!('sourceId' in data) || data.sourceId !== sourceId) continue
      const at = toInstant(metadata.recordedAt)
      first = earlier(at, first ?? at)
    }
  }
  return first
}

/**
 * The events that a SEPA payment implies on its mandate: a collection event for each occurrence,
 * reasons of the payer's bank that end the mandate, and what messages name if they do not agree whose it is, on every mandate that they name. Each is
 * recorded when it became known: once the occurrence was reported, and the mandate named. Superseded
 * occurrences count too, so the list only grows. No collection while the mandate is unknown.
 * @spec decisions#43
 */
export const consequences: Consequences<SepaPayment> = {
  prefix: 'mandate',
  of: ({ context: { sourceId }, occurrences }) => {
    const reports = sourceReports(occurrences)
    if (!SourceId.is(sourceId)) return reports
    const named = namedAt(sourceId, occurrences)
    const ended = occurrences.some((occurrence) => onChart(occurrence) === 'collection_ended')
    const collections = occurrences.flatMap((occurrence): readonly Consequence[] => {
      const type = onChart(occurrence) ?? (ended ? undefined : shownEnd(occurrence))
      if (type === undefined) return []
      const data = shared(sourceId, occurrence)
      const { key, reportedAt } = occurrence
      const { metadata } = asEvent(occurrence)
      const event = implied(type, data, metadata, knownAt(reportedAt, named))
      return [onMandate(sourceId, key, event)]
    })
    return [...collections, ...bankRefusals(sourceId, occurrences, named), ...reports]
  },
}
