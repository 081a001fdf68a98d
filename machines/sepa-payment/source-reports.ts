/** What the mandates of a payment learn if messages do not agree whose it is. */
import { madeId } from '../../src/event/content.ts'
import type { DomainEvent, Metadata } from '../../src/event/envelope.ts'
import type { Consequence } from '../../src/fold/machine.ts'
import type { Occurrence } from '../../src/fold/occurrence.ts'
import { type Instant, later, type TimeText, toInstant } from '../../src/words/instant.ts'
import { SourceId } from '../payment/names.ts'
import { paymentConstants } from '../payment/other-source.ts'
import { mandateStream } from '../sepa-mandate/names.ts'

type Field = (typeof paymentConstants)[number]

/** What a message names in a field, and the key of its occurrence. */
interface Naming {
  readonly key: string
  readonly event: DomainEvent
  readonly value: string
}

const REPORTED = { sourceId: 'reportedSource', customerId: 'reportedCustomer' } as const

const recordedAt = ({ event }: Naming): Instant => toInstant(event.metadata.recordedAt)

/** What the messages name in a field. What is inferred from a snapshot, the snapshot itself names. */
const namingsOf = (occurrences: readonly Occurrence[], field: Field): readonly Naming[] =>
  occurrences.flatMap(({ key, events }) =>
    events.flatMap((event): readonly Naming[] => {
      const { paymentId, [field]: value } = event.data as Readonly<Record<string, unknown>>
      const isNamed = typeof value === 'string' && typeof paymentId === 'string'
      return isNamed && event.metadata.source !== 'inferred' ? [{ key, event, value }] : []
    }),
  )

/** The time for which a message names it: its own, or else when it was received. */
const namedAt = ({ event }: Naming): TimeText =>
  event.metadata.occurredAt ?? event.metadata.recordedAt

/** When a second value became known; null if the messages agree. */
const differsSince = (namings: readonly Naming[]): Instant | null => {
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
  field: Field,
  naming: Naming,
  since: Instant,
): Consequence => {
  const { key, event, value } = naming
  const { source } = event.metadata
  const occurredAt = namedAt(naming)
  const data = {
    sourceId,
    paymentId: Object(event.data).paymentId,
    lookedUp: event.type === 'state_observed',
    [REPORTED[field]]: value,
  }
  const type = 'source_reported'
  const metadata: Metadata = {
    eventId: madeId('consequence', type, { data, occurredAt, source }),
    occurredAt,
    // an instant is a time in its canonical form
    recordedAt: later(recordedAt(naming), since) as string as TimeText,
    source,
    schema: 1,
  }
  return { stream: mandateStream(sourceId), event: { type, data, metadata }, key }
}

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

/**
 * Says to each mandate that a message names what every message names, once two differ. Later
 * messages only add to it. @spec decisions#47
 */
export const sourceReports = (occurrences: readonly Occurrence[]): readonly Consequence[] => {
  const sources = new Set(namingsOf(occurrences, 'sourceId').map(({ value }) => value))
  const mandates = [...sources].filter((id): id is SourceId => SourceId.is(id))
  const all = paymentConstants.flatMap((field) => {
    const namings = namingsOf(occurrences, field)
    const since = differsSince(namings)
    if (since === null) return []
    return mandates.flatMap((id) => namings.map((each) => reportOf(id, field, each, since)))
  })
  return earliest(all)
}
