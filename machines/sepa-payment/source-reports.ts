/** What the mandates of a payment learn if messages do not agree whose it is. */
import type { DomainEvent } from '../../src/event/envelope.ts'
import type { Consequence } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, toInstant } from '../../src/words/instant.ts'
import { SourceId } from '../payment/names.ts'
import { paymentConstants } from '../payment/other-source.ts'
import { earliest, impliedBy, onMandate } from './implied.ts'

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
export const sourceReports = (occurrences: readonly Occurrence[]): readonly Consequence[] => {
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
