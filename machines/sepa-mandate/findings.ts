/** The findings about a mandate. */
import type { FindingDefinition } from '../../src/contract/machine-record.ts'
import { type Occurrence, strongestFirst } from '../../src/contract/occurrence.ts'
import type { DomainEvent } from '../../src/event/envelope.ts'
import { notUnderstood } from '../observed/not-understood.ts'
import { type OtherSource, otherSource } from '../payment/other-source.ts'
import { refusedByBank } from './refused-by-bank.ts'
import { REFUSED } from './snapshot.ts'
import { sourceInDoubt } from './source-in-doubt.ts'

const field = 'customerId'

/** The messages about the source itself; what payments say is for the rule `sameCustomer`. */
const OF_SOURCE: ReadonlySet<string> = new Set(['mandate_created', 'state_observed'])

interface CustomerEvent {
  readonly event: DomainEvent
  readonly occurrence: Occurrence
  readonly customer: string
}

const namingsIn = (occurrences: readonly Occurrence[]): readonly CustomerEvent[] => {
  const found: CustomerEvent[] = []
  for (const occurrence of occurrences) {
    for (const event of occurrence.events) {
      const { [field]: customer } = event.data as Readonly<Record<string, unknown>>
      if (typeof customer !== 'string' || !OF_SOURCE.has(event.type)) continue
      if (event.metadata.source !== 'inferred') found.push({ event, occurrence, customer })
    }
  }
  return found
}

/** Finds each other customer once, where it was first reported. @spec decisions#47 */
const otherCustomer: FindingDefinition<object, string, OtherSource> = {
  ...otherSource,
  find: ({ occurrences }) => {
    const namings = namingsIn(occurrences)
    if (namings.every(({ customer }) => customer === namings[0]?.customer)) return []
    const [strongest] = strongestFirst(namings.map(({ event }) => event))
    const believed = namings.find(({ event }) => event === strongest)?.customer ?? ''
    const found = new Map<string, OtherSource>()
    for (const { customer: other, occurrence } of namings) {
      const { key, at } = occurrence
      if (other === believed || found.has(other)) continue
      found.set(other, { code: 'OtherSource', key, at, field, believed, other })
    }
    return [...found.values()]
  },
}

const NOTHING: ReadonlySet<string> = new Set()

/** Every finding. */
export const findings = {
  NotUnderstood: notUnderstood({
    messages: NOTHING,
    statuses: new Set([REFUSED]),
    actions: NOTHING,
  }),
  OtherSource: otherCustomer,
  RefusedByBank: refusedByBank,
  SourceInDoubt: sourceInDoubt,
}
