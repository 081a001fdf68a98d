/** Groups the events that report one occurrence. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Bound } from './correlate.ts'
import { type Disposition, type Occurrence, occurrence } from './occurrence.ts'

/** An event whose entity is known. */
type OfEntity = Bound & { readonly entityId: string }

/** Whether the entity of an event is known. */
export const isBound = (bound: Bound): bound is OfEntity => bound.entityId !== null

/** The events of one occurrence, and its entity. */
interface Group {
  readonly entityId: string
  readonly events: DomainEvent[]
}

/** Groups events by their type and entity: one occurrence for each. */
export const grouped = (
  events: readonly OfEntity[],
  disposition: Disposition,
  momentary: readonly string[] = [],
): readonly Occurrence[] => {
  if (events.length === 0) return []
  const groups = new Map<string, Group>()
  for (const { event, entityId } of events) {
    const key = entityId === '' ? event.type : `${event.type}:${entityId}`
    const group = groups.get(key) ?? { entityId, events: [] }
    group.events.push(event)
    groups.set(key, group)
  }
  return [...groups].map(([key, { entityId, events }]) =>
    occurrence(key, entityId, disposition, events, momentary),
  )
}
