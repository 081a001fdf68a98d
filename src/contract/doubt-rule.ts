/** The rule that no doubt holds a step, and the events that a finding rests on. */
import { snapshotIdIn } from '../event/inferred.ts'
import type { Named, Requirement } from './definition.ts'
import type { Occurrence } from './occurrence.ts'
import { withKey } from './occurrence-index.ts'
import type { NotInDoubt } from './refusal.ts'

/** No doubt holds the step. */
export const notInDoubt: Requirement<object> = {
  breaks: (_context, event: Named, { doubts }): readonly NotInDoubt[] => {
    const open = doubts.flatMap(({ holds, ...doubt }) => (holds.includes(event.type) ? doubt : []))
    return open.length === 0 ? [] : [{ rule: 'notInDoubt', doubts: open }]
  },
}

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
