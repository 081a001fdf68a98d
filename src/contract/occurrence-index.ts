/** Finds occurrences by their key, entity or events. Lists that cannot change are indexed once. */

import { addTo } from '../words/data/lists.ts'
import { rememberingOf } from '../words/data/result-cache.ts'
import type { Occurrence } from './occurrence.ts'

type NamesOf = (occurrence: Occurrence) => readonly string[]

/** Prepares a search by a name that occurrences have. */
const by = (namesOf: NamesOf) => {
  const indexOf = rememberingOf((all: readonly Occurrence[]) => {
    const found = new Map<string, Occurrence[]>()
    for (const each of all) for (const name of new Set(namesOf(each))) addTo(found, name, each)
    return found
  })
  return (all: readonly Occurrence[], name: string): readonly Occurrence[] => {
    if (!Object.isFrozen(all)) return all.filter((each) => namesOf(each).includes(name))
    return indexOf(all).get(name) ?? []
  }
}

/** The occurrences with a key, in the order of their list. */
export const withKey = by(({ key }) => [key])

/** The occurrences of an entity, in the order of their list. */
export const ofEntity = by(({ entityId }) => [entityId])

/** The occurrences that an event reports, in the order of their list. */
export const withEvent = by(({ events }) => events.map(({ metadata }) => metadata.eventId))
