/** Finds occurrences by their key, entity or events, and the events that a finding rests on. */

import { snapshotIdIn } from '../event/envelope.ts'
import { addTo } from '../words/data/lists.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import type { Occurrence } from './occurrence.ts'

/** Prepares a search by a name that occurrences have: a list that cannot change is indexed once. */
const by = (namesOf: (occurrence: Occurrence) => readonly string[]) => {
  const indexOf = rememberingOf((all: readonly Occurrence[]) => {
    const found = new Map<string, Occurrence[]>()
    for (const each of all) for (const name of new Set(namesOf(each))) addTo(found, name, each)
    return found
  })
  return (all: readonly Occurrence[], name: string): readonly Occurrence[] =>
    Object.isFrozen(all)
      ? (indexOf(all).get(name) ?? [])
      : all.filter((each) => namesOf(each).includes(name))
}

const withKey = by(({ key }) => [key])

/** The occurrences of an entity, in the order of their list. */
export const ofEntity = by(({ entityId }) => [entityId])

/** The occurrences that an event reports, in the order of their list. */
export const withEvent = by(({ events }) => events.map(({ metadata }) => metadata.eventId))

/** The ids of the events that a finding rests on; for an inferred event, its snapshot's id. */
export const evidenceOf = (
  occurrences: readonly Occurrence[],
  { key, events }: { readonly key: string; readonly events?: readonly string[] },
): readonly string[] => {
  if (events !== undefined) return events
  const found = withKey(occurrences, key).flatMap(({ events }) => events)
  const ids = found.map(({ metadata: { eventId } }) => snapshotIdIn(eventId) ?? eventId)
  return ids.length === 0 ? [key] : ids
}
