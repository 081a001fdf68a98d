/** The rule that a doubt holds a step, and the events that a doubt rests on. */
import type { Named, Requirement } from './definition.ts'
import { withKey } from './indexed.ts'
import { snapshotIdIn } from './infer.ts'
import type { Occurrence } from './occurrence.ts'
import type { NotHeld } from './refusal.ts'

/** No doubt holds the step. What a doubt holds by its amount, the rule of the amount counts. */
export const notHeld: Requirement<object> = {
  breaks: (_context, event: Named, { holds }): readonly NotHeld[] =>
    holds.flatMap(({ code, binds, amount }) =>
      amount === null && binds.includes(event.type) ? [{ rule: 'notHeld', because: code }] : [],
    ),
}

/** The ids of the events that a doubt rests on; for an inferred event, its snapshot's id. */
export const evidenceOf = (
  occurrences: readonly Occurrence[],
  { key, events }: { readonly key: string; readonly events?: readonly string[] },
): readonly string[] => {
  if (events !== undefined) return events
  const found = withKey(occurrences, key).flatMap(({ events }) => events)
  const ids = found.map(({ metadata: { eventId } }) => snapshotIdIn(eventId) ?? eventId)
  return ids.length === 0 ? [key] : ids
}
