/** Groups the events that report one occurrence. */
import type { DomainEvent } from '../event/envelope.ts'
import type { Bound } from './correlate.ts'
import { type Disposition, type Occurrence, occurrence } from './occurrence.ts'

/** The events of one occurrence, and its entity. */
interface Group {
  readonly key: string
  readonly entityId: string
  readonly events: DomainEvent[]
}

const keyOf = ({ type }: DomainEvent, entityId: string): string =>
  entityId === '' ? type : `${type}:${entityId}`

/** Lists that are no longer are searched without an index: that is faster. */
const FEW = 8

/** The events of each occurrence of a short list. */
const groupedFew = (bounds: readonly Bound[]): readonly Group[] => {
  const groups: Group[] = []
  for (const { event, entityId } of bounds) {
    if (entityId === null) continue
    const key = keyOf(event, entityId)
    let group: Group | undefined
    for (const each of groups) if (each.key === key) group = each
    if (group === undefined) groups.push({ key, entityId, events: [event] })
    else group.events.push(event)
  }
  return groups
}

const groupedMany = (bounds: readonly Bound[]): readonly Group[] => {
  const groups = new Map<string, Group>()
  for (const { event, entityId } of bounds) {
    if (entityId === null) continue
    const key = keyOf(event, entityId)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { key, entityId, events: [event] })
    else group.events.push(event)
  }
  return [...groups.values()]
}

/** Groups events by their type and entity: one occurrence for each. Those without an entity have none. */
export const grouped = (
  bounds: readonly Bound[],
  disposition: Disposition,
  momentary: readonly string[] = [],
): readonly Occurrence[] => {
  const groups = bounds.length > FEW ? groupedMany(bounds) : groupedFew(bounds)
  const all: Occurrence[] = []
  for (const { key, entityId, events } of groups) {
    all.push(occurrence(key, entityId, disposition, events, momentary))
  }
  return all
}
