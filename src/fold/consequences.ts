/** What a state implies on other streams, and when that became known. */
import type { AnyMachine, Consequence } from '../contract/machine-record.ts'
import { eventsOf, type State } from '../contract/state.ts'
import { recordedAt } from '../event/envelope.ts'
import { withoutOthers } from '../merge/stream-subject.ts'
import { remembering } from '../words/data/result-cache.ts'
import type { Instant, TimeText } from '../words/time/instant.ts'
import { foldersOf } from './assign.ts'
import type { Root } from './root.ts'

/** The events that a state implies on other streams. */
export const impliedBy = (
  machines: readonly AnyMachine[],
  state: State,
): readonly Consequence[] => {
  const { consequences } = machines.find(({ id }) => id === state.machine) ?? {}
  return consequences?.of(withoutOthers(state)) ?? []
}

/** Dates what a state implies: by the receipt of the first messages that together imply it. */
export const datedBy = (root: Root, state: State) => {
  const events = eventsOf(state)
  const times = [...new Set(events.map(recordedAt))].sort()
  const impliedAt = remembering((time: Instant): ReadonlySet<string> => {
    const known = events.filter((event) => recordedAt(event) <= time)
    const implied = impliedBy(root.machines, foldersOf(root).fold(state.stream, known))
    return new Set(implied.map(({ event }) => event.metadata.eventId))
  })
  return ({ event, ...each }: Consequence): Consequence => {
    const { metadata } = event
    const since = recordedAt(event)
    const known = times.find((time) => time >= since && impliedAt(time).has(metadata.eventId))
    // an instant is a time in its canonical form
    const at = (known ?? since) as string as TimeText
    return { ...each, event: { ...event, metadata: { ...metadata, recordedAt: at } } }
  }
}
